/**
 * Decides once a second how to repair a call without media: "Reconnecting" after 3 s, ICE restart once the socket is back, full rejoin
 * after 5 s. If the transports are reported as connected and nothing arrives (Chromium notices a lost network after 6 s): ICE restart
 * after 3 s, full rejoin after 8 s. Pure; the caller has the timer.
 */
import { TIME } from '#proto/limits.ts'

export type RecoveryFacts = {
  readonly now: number
  readonly socketUp: boolean
  /** Our own transports are connected. */
  readonly transportsUp: boolean
  /** A transport has failed or closed. */
  readonly transportFailed: boolean
  /** Expected media arrives; true when none is expected. */
  readonly mediaFlows: boolean
}
export type Recovery = {
  readonly socketUp: boolean
  readonly socketGoodAt: number
  /** When the socket last came back: the repair delays count from there. */
  readonly socketBackAt: number
  readonly transportsGoodAt: number
  readonly mediaGoodAt: number
  readonly restartedAt: number | undefined
  readonly rejoinedAt: number | undefined
  /** The last rejoin. */
  readonly lastRejoinAt: number | undefined
}
export type RecoveryStep = {
  readonly recovery: Recovery
  readonly reconnecting: boolean
  readonly action: 'none' | 'restart-ice' | 'rejoin' | 'probe'
}

export function healthy(now: number): Recovery {
  return {
    socketUp: true,
    socketGoodAt: now,
    socketBackAt: now,
    transportsGoodAt: now,
    mediaGoodAt: now,
    restartedAt: undefined,
    rejoinedAt: undefined,
    lastRejoinAt: undefined,
  }
}

/** Transports that are down this long while the socket answers are repaired. */
const RESTART_AFTER = 2_000
/** A restart that did not help is tried again: the network may have been between two. */
const RESTART_AGAIN = 5_000
/** A restart costs two requests and closes nothing. */
const MEDIA_RESTART_AFTER = 3_000
/** The other side may be the lost one, so this is slow and rare. */
const MEDIA_REJOIN_AFTER = 8_000
const MEDIA_REJOIN_AGAIN = 15_000

export function nextStep(before: Recovery, facts: RecoveryFacts): RecoveryStep {
  const { now, socketUp, transportsUp } = facts
  const observed: Recovery = {
    socketUp,
    socketGoodAt: socketUp ? now : before.socketGoodAt,
    socketBackAt: socketUp && !before.socketUp ? now : before.socketBackAt,
    transportsGoodAt: transportsUp ? now : before.transportsGoodAt,
    mediaGoodAt: facts.mediaFlows && transportsUp ? now : before.mediaGoodAt,
    restartedAt: facts.mediaFlows && transportsUp ? undefined : before.restartedAt,
    rejoinedAt: transportsUp ? undefined : before.rejoinedAt,
    lastRejoinAt: before.lastRejoinAt,
  }
  const worst = Math.min(observed.socketGoodAt, observed.transportsGoodAt, observed.mediaGoodAt)
  const action = decide(observed, facts)
  return { recovery: withRepair(observed, action, now), reconnecting: now - worst >= TIME.interruptedAfter, action }
}

function decide(observed: Recovery, facts: RecoveryFacts): RecoveryStep['action'] {
  if (!facts.socketUp) return 'none'
  if (facts.transportsUp) return withoutMedia(observed, facts.now)
  const down = facts.now - Math.max(observed.transportsGoodAt, observed.socketBackAt)
  const rejoinedLately = observed.rejoinedAt !== undefined && facts.now - observed.rejoinedAt < TIME.rejoinAfter
  if (down >= TIME.rejoinAfter && !rejoinedLately) return 'rejoin'
  const restartedLately = observed.restartedAt !== undefined && facts.now - observed.restartedAt < RESTART_AGAIN
  if (observed.rejoinedAt !== undefined || restartedLately) return 'none'
  const socketWasLost = observed.socketBackAt > observed.transportsGoodAt
  return facts.transportFailed || socketWasLost || down >= RESTART_AFTER ? 'restart-ice' : 'probe'
}

function withoutMedia({ mediaGoodAt, restartedAt, lastRejoinAt }: Recovery, now: number): RecoveryStep['action'] {
  const missing = now - mediaGoodAt
  const rejoinedLately = lastRejoinAt !== undefined && now - lastRejoinAt < MEDIA_REJOIN_AGAIN
  if (missing >= MEDIA_REJOIN_AFTER && !rejoinedLately) return 'rejoin'
  return missing >= MEDIA_RESTART_AFTER && restartedAt === undefined ? 'restart-ice' : 'none'
}

function withRepair(observed: Recovery, action: RecoveryStep['action'], now: number): Recovery {
  if (action === 'restart-ice') return { ...observed, restartedAt: now }
  if (action === 'rejoin') return { ...observed, rejoinedAt: now, lastRejoinAt: now }
  return observed
}
