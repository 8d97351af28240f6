/** Applies the socket's frames to the cache, the chats and the call while a user is signed in. */
import { useEffect } from 'react'
import type { User } from '#proto/entities.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { onNetworkChange } from '../../core/page-events.ts'
import { keys } from '../../core/query-cache.ts'
import { type Services, useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { type Toast, useToast } from '../../ui/toasts.tsx'
import { subscribeNotifications } from './notification-updates.ts'

const subscribeAccount = ({ cache, connection }: Services): readonly (() => void)[] => [
  connection.on('account_changed', ({ parts }) => cache.partsChanged(parts)),
  connection.on('subscription_changed', ({ tier }) => cache.setTier(tier)),
  connection.on('security_alert', () => cache.partsChanged(['security_alerts', 'sessions'])),
]

/** Adds messages to their chat; the alert follows as a notification. */
const subscribeChat = ({ chats, connection }: Services): (() => void) =>
  connection.on('chat_message', (message) => chats.of(message.activityId).merge([message]))

/** Opens the socket as this user and keeps cache and store current. @param openChat makes the button of a message's toast */
export function useLiveUpdates({ id: userId }: User, openChat: (activityId: number) => Toast['action']): void {
  const services = useServices()
  const callController = useCallController()
  const toast = useToast()
  const { cache, chats, connection, outbox } = services

  useEffect(() => {
    const unsubscribes = [
      callController.start(),
      ...subscribeAccount(services),
      subscribeChat(services),
      ...subscribeNotifications({ ...services, screen: callController.screen, toast, openChat }),
    ]
    connection.open({ as: 'resident', userId })
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      chats.closeAll()
      outbox.clear()
      connection.close()
    }
  }, [userId, services, callController, toast, openChat, chats, connection, outbox])

  // Refetches missed updates immediately instead of at the next poll.
  const { registered, closeCode } = useValue(connection.state)
  useEffect(() => {
    if (registered) void cache.refetchMissed()
  }, [registered, cache])

  // A change of the browser's network state is checked immediately by a ping.
  useEffect(() => onNetworkChange(() => void cache.invalidate(keys.activities)), [cache])

  // A revoked session closes its sockets with 1008: refetches the user.
  useEffect(() => {
    if (closeCode === CLOSE.policy) void cache.invalidate(keys.user)
  }, [closeCode, cache])
}
