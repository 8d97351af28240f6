import { useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { serverClock } from '../../core/server-clock.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { answerAside, type Tell } from './actions.ts'

/** The visitor who rings while a call is on; answered aside, without leaving the call. */
export function useNextRing(later: readonly Activity[], toast: Tell) {
  const ring = later[0]
  const [left, setLeft] = useState(0)
  const ends = ring?.endsAt
  useEffect(() => {
    if (!ends) return
    const tick = () => setLeft(Math.ceil(serverClock.until(ends) / 1000))
    tick()
    const timer = setInterval(tick, 1_000)
    return () => clearInterval(timer)
  }, [ends])
  if (!ring) return undefined
  return {
    name: ring.visitorName?.trim() || residentTexts.activities.unknownVisitor,
    left: residentTexts.ring.secondsLeft(left),
    onAnswer: () => void answerAside(ring.id, 'message', toast),
    onIgnore: () => void answerAside(ring.id, 'dismissed', toast),
  }
}
