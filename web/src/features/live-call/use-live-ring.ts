/** Derives the shown ring from the list of activities; the socket only updates that list (decision 8). */
import { useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { useActivities, useActivity } from '../../resident/data/activities.ts'
import { clock, outbox } from '../../resident/services.ts'
import { closeSession, fetchCallCode } from './call-sessions.ts'
import { liveEventReceived, useLiveDispatch, useScreen } from './live-store.ts'
import { endedMessageOf, liveRings } from './rings.ts'

const NONE: readonly Activity[] = []
/** How long the ended message is shown. */
const ENDED_MESSAGE_MS = 2_000

/** The live rings; evaluated again when the first of them ends. */
function useRings(): readonly Activity[] {
  const activities = useActivities().data ?? NONE
  const [, again] = useState(0)
  const rings = liveRings(activities, clock.now())
  const ends = rings.map((ring) => ring.endsAt ?? '').sort()[0]
  useEffect(() => {
    if (!ends) return
    const timer = setTimeout(() => again((count) => count + 1), clock.until(ends) + 50)
    return () => clearTimeout(timer)
  }, [ends])
  return rings
}

/** @returns all live rings, the shown one, and the others. */
export function useLiveRing(premium: boolean) {
  const dispatch = useLiveDispatch()
  const screen = useScreen()
  const rings = useRings()
  const shown = useActivity(screen.mode === 'ringing' ? screen.activityId : undefined)
  const first = rings[0]?.id
  const idle = screen.mode === 'main' || screen.mode === 'message'

  // A ring whose chat is open does not open the modal, which would hide the chat.
  const asking = idle && first !== undefined && !(screen.mode === 'message' && screen.activityId === first)
  useEffect(() => {
    if (asking && first !== undefined) dispatch(liveEventReceived({ type: 'rang', activityId: first }))
  }, [asking, first, dispatch])

  const answering = screen.mode === 'ringing' && screen.step.name === 'answering'
  useEffect(() => {
    const endedMessage = shown && !answering ? endedMessageOf(shown) : undefined
    if (shown && endedMessage) dispatch(liveEventReceived({ type: 'ringOver', activityId: shown.id, endedMessage }))
  }, [shown, answering, dispatch])

  const over = screen.mode === 'ringing' && screen.step.name === 'over'
  useEffect(() => {
    if (!over) return
    closeSession()
    const timer = setTimeout(() => dispatch(liveEventReceived({ type: 'endedMessageSeen' })), ENDED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [over, dispatch])

  const ringingId = screen.mode === 'ringing' ? screen.activityId : undefined
  useEffect(() => {
    if (ringingId === undefined) return
    const sendReceipt = () => {
      if (document.visibilityState === 'visible') outbox.send({ type: 'receipt', activityId: ringingId, state: 'seen' })
    }
    sendReceipt()
    document.addEventListener('visibilitychange', sendReceipt)
    return () => document.removeEventListener('visibilitychange', sendReceipt)
  }, [ringingId])

  useEffect(() => {
    // Preloads call code and view, so that the press waits for neither.
    if (premium && ringingId !== undefined) void Promise.all([fetchCallCode(), import('../../resident/live/call-screen.tsx')])
  }, [premium, ringingId])

  return { shown, later: rings.filter((ring) => ring.id !== ringingId), rings }
}
