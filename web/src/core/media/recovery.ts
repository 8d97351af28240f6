/**
 * What to do about a call that stands still, decided once a second from facts alone (issue: "Reconnecting" after 3 s, ICE restart
 * once the socket is back, full rejoin after 5 s). No timers here.
 */
import { TIME } from '#proto/limits.ts'

export type RecoveryFacts = {
  readonly now: number
  readonly socketUp: boolean
  /** Our own transports are connected. */
  readonly linkUp: boolean
  /** A transport has given up. */
  readonly linkFailed: boolean
  /** What should come in comes in; true when nothing is expected. */
  readonly mediaFlows: boolean
}
export type Recovery = {
  readonly socketUp: boolean
  readonly socketGoodAt: number
  /** When the socket last came back: the clocks of repair start there. */
  readonly socketBackAt: number
  readonly linkGoodAt: number
  readonly mediaGoodAt: number
  readonly restartedAt: number | undefined
  readonly rejoinedAt: number | undefined
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
    linkGoodAt: now,
    mediaGoodAt: now,
    restartedAt: undefined,
    rejoinedAt: undefined,
  }
}

/** A link that is down this long while the socket answers is repaired. */
const RESTART_AFTER = 2_000

export function nextStep(before: Recovery, facts: RecoveryFacts): RecoveryStep {
  const { now, socketUp, linkUp } = facts
  const seen: Recovery = {
    socketUp,
    socketGoodAt: socketUp ? now : before.socketGoodAt,
    socketBackAt: socketUp && !before.socketUp ? now : before.socketBackAt,
    linkGoodAt: linkUp ? now : before.linkGoodAt,
    mediaGoodAt: facts.mediaFlows && linkUp ? now : before.mediaGoodAt,
    restartedAt: linkUp ? undefined : before.restartedAt,
    rejoinedAt: linkUp ? undefined : before.rejoinedAt,
  }
  const worst = Math.min(seen.socketGoodAt, seen.linkGoodAt, seen.mediaGoodAt)
  const action = decide(seen, facts)
  return { recovery: noted(seen, action, now), reconnecting: now - worst >= TIME.interruptedAfter, action }
}

function decide(seen: Recovery, facts: RecoveryFacts): RecoveryStep['action'] {
  if (facts.linkUp || !facts.socketUp) return 'none'
  const down = facts.now - Math.max(seen.linkGoodAt, seen.socketBackAt)
  const rejoinedLately = seen.rejoinedAt !== undefined && facts.now - seen.rejoinedAt < TIME.rejoinAfter
  if (down >= TIME.rejoinAfter && !rejoinedLately) return 'rejoin'
  if (seen.rejoinedAt !== undefined || seen.restartedAt !== undefined) return 'none'
  const socketWasLost = seen.socketBackAt > seen.linkGoodAt
  return facts.linkFailed || socketWasLost || down >= RESTART_AFTER ? 'restart-ice' : 'probe'
}

function noted(seen: Recovery, action: RecoveryStep['action'], now: number): Recovery {
  if (action === 'restart-ice') return { ...seen, restartedAt: now }
  if (action === 'rejoin') return { ...seen, rejoinedAt: now }
  return seen
}
