/**
 * Time-driven transitions of a call (docs/product/states.md): connected, interrupted, holder freed, ended, released. Each timer is defined
 * once, in `timersOf`, and is computed from the call alone: `settle` runs those that are due, `nextDue` finds the next one.
 */
import { TIME } from '#proto/limits.ts'
import { type Call, type ConnectingCall, type InterruptedCall, isLive, isUp, type LiveCall, peerOf, type Side } from './call.ts'
import { recordingDue, settleRecording } from './recording.ts'
import { withoutGonePages } from './resident-pages.ts'
import { connected, ended, holderFreed, interrupted } from './rules.ts'
import { withoutGonePeers, withoutLostSender } from './visitor-peers.ts'

/** How long an ended call can still be read: the time for a late call back counts from its end. */
const KEPT_MS = TIME.lateCallWithin
/** The retry delay of a failed call record. */
const RECORD_AGAIN_MS = 2_000
const SIDES: readonly Side[] = ['visitor', 'resident']

const earliest = (times: readonly (number | null | undefined)[]) => {
  const known = times.filter((time): time is number => typeof time === 'number')
  return known.length ? Math.min(...known) : null
}

/** When one side's media or socket was lost, whichever came first. */
const lostSince = (call: LiveCall) => earliest([...SIDES.map((side) => peerOf(call, side)?.lostAt), call.visitorGoneAt, call.holderGoneAt])

/** When the holder's media or socket was lost. */
const holderLostSince = (call: LiveCall) => (call.holder ? earliest([peerOf(call, 'resident')?.lostAt, call.holderGoneAt]) : null)

/** `next` returns null if the call is to be deleted. */
type Timer = { readonly at: number; readonly next: (now: number) => Call | null }

/** @returns no timer where nothing has begun */
const timer = (since: number | null, span: number, next: (now: number, since: number) => Call | null): readonly Timer[] =>
  since === null ? [] : [{ at: since + span, next: (now) => next(now, since) }]

/** The timers of a call. If several are due, the first in the list runs first. */
function timersOf(call: Call): readonly Timer[] {
  switch (call.stage) {
    case 'prepared':
      return timer(call.releaseAt, 0, () => null)
    case 'offered':
      return [
        ...visitorTimers(call),
        ...timer(call.visitorGoneAt, TIME.visitorAway, (now) => ended(call, now)),
        ...timer(call.holderGoneAt, TIME.interruptedEnds, (now) => ended(call, now)),
      ]
    case 'connecting':
      return [...visitorTimers(call), ...timer(call.visitorGoneAt, TIME.visitorAway, (now) => ended(call, now)), ...holderTimers(call)]
    case 'connected':
      return [...visitorTimers(call), ...timer(lostSince(call), TIME.interruptedAfter, (now, lostAt) => interrupted(call, lostAt, now))]
    case 'interrupted':
      return [
        ...(call.holderAway ? [] : timer(holderLostSince(call), TIME.holderAwayAfter, () => ({ ...call, holderAway: true }))),
        ...visitorTimers(call),
        ...timer(call.interruptedAt, TIME.interruptedEnds, (now) => withoutLostSender(call) ?? ended(call, now, call.lostAt)),
      ]
    case 'ended':
      return call.unrecorded ? [] : timer(call.endedAt, KEPT_MS, () => null)
    default:
      return call satisfies never
  }
}

/** The resident reads that the visitor is away. */
const visitorTimers = (call: LiveCall) =>
  call.visitorAway ? [] : timer(call.visitorGoneAt, TIME.interruptedAfter, () => ({ ...call, visitorAway: true }))

/** A holder that does not connect loses the call, and a call that no device takes over then ends. */
function holderTimers(call: ConnectingCall): readonly Timer[] {
  if (!call.holder) return timer(call.freedAt, TIME.holderFreedFor, (now) => ended(call, now))
  return isUp(call, 'resident') ? [] : timer(call.holderSince, TIME.holderConnectsWithin, (now) => holderFreed(call, now))
}

/** @returns null if the call is to be deleted; the same object if nothing changes */
export function settle(call: Call, now: number): Call | null {
  const next = step(call, now)
  return next === null || next === call ? next : settle(next, now)
}

function step(call: Call, now: number): Call | null {
  const next = byItself(call, now)
  if (next !== call) return next
  const due = timersOf(call).find(({ at }) => now >= at)
  return due ? due.next(now) : call
}

/** Transitions that follow from the call's state, whatever the time. */
function byItself(call: Call, now: number): Call {
  const recorded = settleRecording(call, now)
  if (recorded !== call || call.stage === 'ended') return recorded
  const present = withoutGonePages(withoutGonePeers(call))
  if (present !== call) return present
  if (call.stage === 'interrupted' && call.holderAway && !isHolderAway(call, now)) return { ...call, holderAway: false }
  const areBothUp = isLive(call) && SIDES.every((side) => isUp(call, side))
  if (!areBothUp || !call.holder) return call
  if (call.stage === 'connecting') return connected(call, call.holder, now)
  return call.stage === 'interrupted' && lostSince(call) === null ? connected(call, call.holder, now) : call
}

function isHolderAway(call: InterruptedCall, now: number): boolean {
  const since = holderLostSince(call)
  return since !== null && now >= since + TIME.holderAwayAfter
}

/** @returns when this call is due next, or null */
export function nextDue(call: Call, now: number): number | null {
  const record = call.stage !== 'prepared' && call.unrecorded ? now + RECORD_AGAIN_MS : null
  return earliest([...timersOf(call).map(({ at }) => at), record, recordingDue(call, now)])
}
