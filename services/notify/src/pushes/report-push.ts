import type { Clock } from '#kit/clock.ts'
import type { PushEvent } from '#proto/push.ts'
import type { AuthClient, LiveUpdates } from '../core/ports.ts'
import type { PushTraces } from './push-traces.ts'
import type { Pushes } from './pushes.ts'

export type ReportDeps = {
  readonly pushes: Pick<Pushes, 'report'>
  readonly auth: Pick<AuthClient, 'sessionUsed'>
  readonly live: LiveUpdates
  /** Called with the seconds from a ring to the first report that this device shows it. */
  readonly pushShown: (seconds: number) => void
  readonly traces: Pick<PushTraces, 'reported'>
  readonly clock: Clock
  /** Called without waiting. */
  readonly runInBackground: (work: Promise<void>) => void
}

/**
 * A device's worker reports the result of a push. It sends only the token, which names one push to one device, and grants no access. A
 * repeated report changes nothing, and an unknown token gets the same answer, so that tokens cannot be tried.
 */
export async function reportPush(deps: ReportDeps, token: string, event: PushEvent): Promise<void> {
  const { pushes, auth, live, pushShown, traces, clock, runInBackground } = deps
  const reported = await traces.reported(token, event, () => pushes.report(token, event, clock.now()))
  // A report shows that the device is in use: its session does not expire. A closed notification may be the system's doing.
  if (reported?.isFirst && event !== 'closed') runInBackground(auth.sessionUsed(reported.session))
  if (!reported?.isFirst || event !== 'shown') return
  if (reported.ringTime !== null) pushShown(reported.ringTime / 1_000)
  live.accountChanged(reported.userId, 'devices')
}
