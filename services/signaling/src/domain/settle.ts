/**
 * Time-driven transitions of a call (states): connected, interrupted, holder freed, ended, released. `settle` and `nextDue` read the same
 * timestamps, so every timer can be recomputed from the call alone.
 */
import { TIME } from '#proto/limits.ts'
import { type Call, deviceOf, isUp, type Side } from './call.ts'
import { recordingDue, settleRecording } from './recording.ts'
import { withoutGonePages } from './resident-pages.ts'
import { ended, holderFreed } from './rules.ts'
import { withoutGonePeers, withoutLostSender } from './visitor-peers.ts'

/** How long an ended call can still be read: the time for a late call back counts from its end. */
const KEPT = TIME.lateCallWithin
/** The retry delay of a failed call record. */
const RECORD_AGAIN = 2_000
const SIDES: readonly Side[] = ['visitor', 'resident']

const earliest = (times: readonly (number | null | undefined)[]) => {
  const known = times.filter((time): time is number => typeof time === 'number')
  return known.length ? Math.min(...known) : null
}

/** When one side's media or socket was lost, whichever came first. */
function lostSince(call: Call): number | null {
  return earliest([...SIDES.map((side) => deviceOf(call, side)?.lostAt), call.visitorGoneAt, call.holderGoneAt])
}

/** When the holder's media or socket was lost. */
const holderLostSince = (call: Call) => (call.holder ? earliest([deviceOf(call, 'resident')?.lostAt, call.holderGoneAt]) : null)

const bothUp = (call: Call) => SIDES.every((side) => isUp(call, side))
const reached = (since: number | null, span: number, now: number) => since !== null && now >= since + span

/** @returns null if the call is to be deleted; the same object if nothing changes */
export function settle(call: Call, now: number): Call | null {
  const next = step(call, now)
  return next === null || next === call ? next : settle(next, now)
}

function step(call: Call, now: number): Call | null {
  const recorded = settleRecording(call, now)
  if (recorded !== call) return recorded
  if (call.stage === 'ended') return !call.unrecorded && reached(call.endedAt, KEPT, now) ? null : call
  const present = withoutGonePages(withoutGonePeers(call))
  if (present !== call) return present
  if (call.stage === 'prepared') return reached(call.releaseAt, 0, now) ? null : call
  const holderAway = call.stage === 'interrupted' && reached(holderLostSince(call), TIME.holderAwayAfter, now)
  if (holderAway !== (call.holderAway ?? false)) return { ...call, holderAway }
  if (!call.visitorAway && reached(call.visitorGoneAt, TIME.interruptedAfter, now)) return { ...call, visitorAway: true }
  switch (call.stage) {
    case 'offered':
      return isVisitorAwayTooLong(call, now) || reached(call.holderGoneAt, TIME.interruptedEnds, now) ? ended(call, now) : call
    case 'connecting':
      return connecting(call, now)
    case 'connected':
      return reached(lostSince(call), TIME.interruptedAfter, now)
        ? { ...call, stage: 'interrupted', lostAt: lostSince(call), interruptedAt: now }
        : call
    case 'interrupted':
      return interrupted(call, now)
    default:
      return call.stage satisfies never
  }
}

const isVisitorAwayTooLong = (call: Call, now: number) => reached(call.visitorGoneAt, TIME.visitorAway, now)

function connecting(call: Call, now: number): Call {
  if (bothUp(call)) return { ...call, stage: 'connected', connectedAt: call.connectedAt ?? now, unrecorded: true }
  if (isVisitorAwayTooLong(call, now) || reached(call.freedAt, TIME.holderFreedFor, now)) return ended(call, now)
  const late = call.holder !== null && !isUp(call, 'resident') && reached(call.seatFrom, TIME.holderConnectsWithin, now)
  return late ? holderFreed(call, now) : call
}

function interrupted(call: Call, now: number): Call {
  if (bothUp(call) && lostSince(call) === null) return { ...call, stage: 'connected', lostAt: null, interruptedAt: null }
  if (!reached(call.interruptedAt, TIME.interruptedEnds, now)) return call
  return withoutLostSender(call) ?? ended(call, now, call.lostAt ?? now)
}

const after = (since: number | null, span: number) => (since === null ? null : since + span)

/** @returns when this call is due next, or null */
export const nextDue = (call: Call, now: number): number | null => earliest([callDue(call, now), recordingDue(call, now)])

function callDue(call: Call, now: number): number | null {
  const away = call.visitorAway ? null : after(call.visitorGoneAt, TIME.interruptedAfter)
  const record = call.unrecorded ? now + RECORD_AGAIN : null
  switch (call.stage) {
    case 'prepared':
      return call.releaseAt
    case 'offered':
      return earliest([away, record, after(call.visitorGoneAt, TIME.visitorAway), after(call.holderGoneAt, TIME.interruptedEnds)])
    case 'connecting':
      return earliest([
        away,
        record,
        after(call.visitorGoneAt, TIME.visitorAway),
        call.holder
          ? isUp(call, 'resident')
            ? null
            : after(call.seatFrom, TIME.holderConnectsWithin)
          : after(call.freedAt, TIME.holderFreedFor),
      ])
    case 'connected':
      return earliest([away, record, after(lostSince(call), TIME.interruptedAfter)])
    case 'interrupted':
      return earliest([
        away,
        record,
        after(call.interruptedAt, TIME.interruptedEnds),
        call.holderAway ? null : after(holderLostSince(call), TIME.holderAwayAfter),
      ])
    case 'ended':
      return record ?? after(call.endedAt, KEPT)
    default:
      return call.stage satisfies never
  }
}
