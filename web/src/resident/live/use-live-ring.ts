/** Which ring this page shows, from the list alone: the socket only makes the list newer (decision 8). */
import { useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { serverClock } from '../../core/server-clock.ts'
import { useActivities, useActivity } from '../data/activities.ts'
import { outbox } from '../services.ts'
import { happened, useLiveDispatch, useScreen } from '../store.ts'
import { closeSession, fetchCallCode } from './media.ts'
import { farewellOf, liveRings } from './rings.ts'

const NONE: readonly Activity[] = []
/** A farewell stands this long (states). */
const FAREWELL = 2_000

/** The live rings in line; asked again when the first of them should be over. */
function useRings(): readonly Activity[] {
  const activities = useActivities().data ?? NONE
  const [, again] = useState(0)
  const rings = liveRings(activities, serverClock.now())
  const ends = rings.map((ring) => ring.endsAt ?? '').sort()[0]
  useEffect(() => {
    if (!ends) return
    const timer = setTimeout(() => again((count) => count + 1), serverClock.until(ends) + 50)
    return () => clearTimeout(timer)
  }, [ends])
  return rings
}

/** @returns all live rings, and the one on the screen with those in line behind it. */
export function useLiveRing(premium: boolean) {
  const dispatch = useLiveDispatch()
  const screen = useScreen()
  const rings = useRings()
  const shown = useActivity(screen.mode === 'ringing' ? screen.activityId : undefined)
  const first = rings[0]?.id
  const idle = screen.mode === 'main' || screen.mode === 'message'

  // A conversation that is open answers its own ring: its modal would hide it.
  const asking = idle && first !== undefined && !(screen.mode === 'message' && screen.activityId === first)
  useEffect(() => {
    if (asking && first !== undefined) dispatch(happened({ type: 'rang', activityId: first }))
  }, [asking, first, dispatch])

  const answering = screen.mode === 'ringing' && screen.step.name === 'answering'
  useEffect(() => {
    const farewell = shown && !answering ? farewellOf(shown) : undefined
    if (shown && farewell) dispatch(happened({ type: 'ringOver', activityId: shown.id, farewell }))
  }, [shown, answering, dispatch])

  const over = screen.mode === 'ringing' && screen.step.name === 'over'
  useEffect(() => {
    if (!over) return
    closeSession()
    const timer = setTimeout(() => dispatch(happened({ type: 'farewellSeen' })), FAREWELL)
    return () => clearTimeout(timer)
  }, [over, dispatch])

  const ringingId = screen.mode === 'ringing' ? screen.activityId : undefined
  useEffect(() => {
    if (ringingId === undefined) return
    const tell = () => {
      if (document.visibilityState === 'visible') outbox.send({ type: 'receipt', activityId: ringingId, state: 'seen' })
    }
    tell()
    document.addEventListener('visibilitychange', tell)
    return () => document.removeEventListener('visibilitychange', tell)
  }, [ringingId])

  useEffect(() => {
    // The call's view too: the press waits for neither.
    if (premium && ringingId !== undefined) void Promise.all([fetchCallCode(), import('./call-screen.tsx')])
  }, [premium, ringingId])

  return { shown, later: rings.filter((ring) => ring.id !== ringingId), rings }
}
