/** From the socket to the list, the store and the media: what this page hears while somebody is signed in. */
import { useEffect, useRef } from 'react'
import type { User } from '#proto/entities.ts'
import { CLOSE } from '#proto/frames/server.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useValue } from '../../ui/use-value.ts'
import { sawActivity } from '../data/activities.ts'
import { keys, partsChanged, queryClient, refetchMissed } from '../data/query-client.ts'
import { connection, outbox } from '../services.ts'
import { callNow, callSeen, signedOut, store } from '../store.ts'
import { answerTaken, callIsOver, intentLost, type Tell } from './actions.ts'
import { chatOf, forgetChats } from './chats.ts'
import { listenToNotices } from './listen-to-notices.ts'
import { closeSession, isBusy, sessionFor } from './media.ts'

type Off = () => void
/** The ring whose media this page prepares once it is looked at. */
let hidden: number | undefined

/** Only a page that is looked at stands by: tabs of one browser are one device, and the answer is pressed in the one that is seen. */
function standBy(activityId: number): void {
  hidden = document.visibilityState === 'visible' ? undefined : activityId
  // A call that is on keeps its session; later rings in line are never prepared.
  if (hidden === undefined && !isBusy()) void sessionFor(activityId).then((session) => session.prepare())
}

function listenTo(target: Document, type: 'visibilitychange', listener: () => void): Off {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Rings, calls and media. */
function listenToDoor(toast: Tell): Off[] {
  return [
    connection.on('doorbell_ring', ({ activity }) => {
      sawActivity(activity)
      outbox.send({ type: 'receipt', activityId: activity.id, state: 'delivered' })
    }),
    connection.on('activity_changed', ({ activity }) => {
      // Over or answered: nothing is left to stand by for.
      if (activity.outcome !== null && activity.id === hidden) hidden = undefined
      sawActivity(activity)
    }),
    connection.on('call_prepare', ({ activityId }) => standBy(activityId)),
    listenTo(document, 'visibilitychange', () => {
      if (hidden !== undefined) standBy(hidden)
    }),
    connection.on('call_state', ({ call }) => {
      const before = callNow(call.activityId)
      store.dispatch(callSeen(call))
      answerTaken(call)
      if (call.state === 'ended') callIsOver(call.activityId, before, toast)
    }),
    outbox.onLost(intentLost(toast)),
    connection.on('account_changed', ({ parts }) => partsChanged(parts)),
    connection.on('subscription_changed', ({ tier }) => {
      // The frame is ahead of the user's own row: asking now could still answer the old tier.
      queryClient.setQueryData<User | null>(keys.user, (user) => user && { ...user, subscriptionTier: tier })
      void queryClient.invalidateQueries({ queryKey: keys.subscription })
      // What pauses and what sounds is the plan's.
      void queryClient.invalidateQueries({ queryKey: keys.doors })
    }),
  ]
}

/** Words into their chat; what makes them known follows as a notification. */
function listenToChat(): Off {
  return connection.on('chat_message', (message) => {
    chatOf(message.activityId).merge([message])
  })
}
type Toasted = Parameters<Tell>[0]['action']

/** Opens the socket as this user and keeps list and store true while it lives. */
export function useBridge(user: User, openChat: (activityId: number) => Toasted): void {
  const toast = useToast()
  const latest = useRef({ toast, openChat })
  latest.current = { toast, openChat }
  const { registered, closeCode } = useValue(connection.state)

  useEffect(() => {
    const show: Tell = (told) => latest.current.toast(told)
    const offs = [...listenToDoor(show), listenToChat(), ...listenToNotices(show, (id) => latest.current.openChat(id))]
    connection.open({ as: 'resident', userId: user.id })
    return () => {
      for (const off of offs) off()
      closeSession()
      forgetChats()
      outbox.clear()
      connection.close()
      store.dispatch(signedOut())
    }
  }, [user.id])

  // Anything missed while away is found again at once, not at the next poll.
  useEffect(() => {
    if (registered) void refetchMissed()
  }, [registered])

  // A revoked session closes its sockets (interface: 1008): ask who we are.
  useEffect(() => {
    if (closeCode === CLOSE.policy) void queryClient.invalidateQueries({ queryKey: keys.user })
  }, [closeCode])
}
