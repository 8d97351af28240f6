/**
 * What follows from a call by itself and by time (states): connected, interrupted, seat freed, ended, released. `settle` and `nextDue`
 * look at the same clocks, so every timer can be made again from the call alone.
 */
import { TIME } from '#proto/limits.ts'
import { type Call, deviceOf, isUp, type Side } from './call.ts'
import { ended, seatFreed } from './rules.ts'

/** An ended call can be asked for this long. */
const KEPT = 10 * 60_000
/** The doorbell did not take the record: tried again. */
const RECORD_AGAIN = 2_000
const SIDES: readonly Side[] = ['visitor', 'resident']

const earliest = (times: readonly (number | null | undefined)[]) => {
  const known = times.filter((time): time is number => typeof time === 'number')
  return known.length ? Math.min(...known) : null
}

/** Since when one side is not heard: its media or its socket. */
function lostSince(call: Call): number | null {
  return earliest([...SIDES.map((side) => deviceOf(call, side)?.lostAt), call.visitorGoneAt, call.holderGoneAt])
}

const bothUp = (call: Call) => SIDES.every((side) => isUp(call, side))
const reached = (since: number | null, span: number, now: number) => since !== null && now >= since + span

/** @returns null when the call is to be forgotten; the same object where nothing follows */
export function settle(call: Call, now: number): Call | null {
  const next = step(call, now)
  return next === null || next === call ? next : settle(next, now)
}

function step(call: Call, now: number): Call | null {
  if (call.stage === 'prepared') return reached(call.releaseAt, 0, now) ? null : call
  if (call.stage === 'ended') return !call.unrecorded && reached(call.endedAt, KEPT, now) ? null : call
  if (!call.visitorAway && reached(call.visitorGoneAt, TIME.interruptedAfter, now)) return { ...call, visitorAway: true }
  switch (call.stage) {
    case 'offered':
      return waitsInVain(call, now) || reached(call.holderGoneAt, TIME.interruptedEnds, now) ? ended(call, now) : call
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

const waitsInVain = (call: Call, now: number) => reached(call.visitorGoneAt, TIME.visitorAway, now)

function connecting(call: Call, now: number): Call {
  if (bothUp(call)) return { ...call, stage: 'connected', connectedAt: call.connectedAt ?? now, unrecorded: true }
  if (waitsInVain(call, now) || reached(call.freedAt, TIME.seatFree, now)) return ended(call, now)
  const late = call.holder !== null && !isUp(call, 'resident') && reached(call.seatFrom, TIME.seatClaim, now)
  return late ? seatFreed(call, now) : call
}

function interrupted(call: Call, now: number): Call {
  if (bothUp(call) && lostSince(call) === null) return { ...call, stage: 'connected', lostAt: null, interruptedAt: null }
  return reached(call.interruptedAt, TIME.interruptedEnds, now) ? ended(call, now, call.lostAt ?? now) : call
}

const after = (since: number | null, span: number) => (since === null ? null : since + span)

/** @returns when this call must be looked at again, or null */
export function nextDue(call: Call, now: number): number | null {
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
        call.holder ? (isUp(call, 'resident') ? null : after(call.seatFrom, TIME.seatClaim)) : after(call.freedAt, TIME.seatFree),
      ])
    case 'connected':
      return earliest([away, record, after(lostSince(call), TIME.interruptedAfter)])
    case 'interrupted':
      return earliest([away, record, after(call.interruptedAt, TIME.interruptedEnds)])
    case 'ended':
      return record ?? after(call.endedAt, KEPT)
    default:
      return call.stage satisfies never
  }
}
