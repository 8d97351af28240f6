/** Applies the socket's frames to the list, the store and the media while a user is signed in. */
import { useEffect, useRef } from 'react'
import type { User } from '#proto/entities.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { keys } from '../../core/query-cache.ts'
import { confirmAnswer, onCallEnded, onIntentLost, type ShowToast } from '../../features/live-call/call-controller.ts'
import { closeSession, isBusy, sessionFor } from '../../features/live-call/call-sessions.ts'
import { callNow, callReceived, signedOut, store } from '../../features/live-call/live-store.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useValue } from '../../ui/use-value.ts'
import { cache, connection, outbox } from '../services.ts'
import { subscribeNotifications } from './notification-updates.ts'
import { chatOf, closeChats } from './use-conversation.ts'

type Unsubscribe = () => void
/** The ring whose media this page prepares once it is visible. */
let pendingPrepare: number | undefined

/** Only a visible page prepares media: the tabs of a browser are one device, and the user answers in the visible one. */
function prepareMedia(activityId: number): void {
  pendingPrepare = document.visibilityState === 'visible' ? undefined : activityId
  // A live call keeps its session; further rings are not prepared.
  if (pendingPrepare === undefined && !isBusy()) void sessionFor(activityId).then((session) => session.prepare())
}

function addListener(target: Document, type: 'visibilitychange', listener: () => void): Unsubscribe {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Rings, calls and media. */
function subscribeRingsAndCalls(toast: ShowToast): Unsubscribe[] {
  return [
    connection.on('doorbell_ring', ({ activity }) => {
      cache.updateActivity(activity)
      outbox.send({ type: 'receipt', activityId: activity.id, state: 'delivered' })
    }),
    connection.on('activity_changed', ({ activity }) => {
      // Ended or answered: there is nothing left to prepare.
      if (activity.outcome !== null && activity.id === pendingPrepare) pendingPrepare = undefined
      cache.updateActivity(activity)
    }),
    connection.on('call_prepare', ({ activityId }) => prepareMedia(activityId)),
    addListener(document, 'visibilitychange', () => {
      if (pendingPrepare !== undefined) prepareMedia(pendingPrepare)
    }),
    connection.on('call_state', ({ call }) => {
      const previous = callNow(call.activityId)
      store.dispatch(callReceived(call))
      confirmAnswer(call)
      if (call.state === 'ended') onCallEnded(call.activityId, previous, toast)
    }),
    outbox.onLost(onIntentLost(toast)),
    connection.on('account_changed', ({ parts }) => cache.partsChanged(parts)),
    connection.on('subscription_changed', ({ tier }) => cache.setTier(tier)),
  ]
}

/** Adds messages to their chat; the alert follows as a notification. */
function subscribeChat(): Unsubscribe {
  return connection.on('chat_message', (message) => {
    chatOf(message.activityId).merge([message])
  })
}
type ToastAction = Parameters<ShowToast>[0]['action']

/** Opens the socket as this user and keeps list and store current. */
export function useLiveUpdates(user: User, openChat: (activityId: number) => ToastAction): void {
  const toast = useToast()
  const latest = useRef({ toast, openChat })
  latest.current = { toast, openChat }
  const { registered, closeCode } = useValue(connection.state)

  useEffect(() => {
    const show: ShowToast = (toast) => latest.current.toast(toast)
    const unsubscribes = [
      ...subscribeRingsAndCalls(show),
      subscribeChat(),
      ...subscribeNotifications(show, (id) => latest.current.openChat(id)),
    ]
    connection.open({ as: 'resident', userId: user.id })
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
      closeSession()
      closeChats()
      outbox.clear()
      connection.close()
      store.dispatch(signedOut())
    }
  }, [user.id])

  // Refetches missed updates at once instead of at the next poll.
  useEffect(() => {
    if (registered) void cache.refetchMissed()
  }, [registered])

  // A revoked session closes its sockets with 1008: refetches the user.
  useEffect(() => {
    if (closeCode === CLOSE.policy) void cache.invalidate(keys.user)
  }, [closeCode])
}
