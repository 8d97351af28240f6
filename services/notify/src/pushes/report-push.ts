import type { Clock } from '#kit/clock.ts'
import type { PushEvent } from '#proto/push.ts'
import type { AuthClient, LiveUpdates } from '../core/ports.ts'
import type { Pushes } from './pushes.ts'

export type ReportDeps = {
  readonly pushes: Pick<Pushes, 'report'>
  readonly auth: Pick<AuthClient, 'sessionUsed'>
  readonly live: LiveUpdates
  readonly clock: Clock
  /** Nobody waits for it. */
  readonly runInBackground: (work: Promise<void>) => void
}

/**
 * A device's worker reports what became of a push. The token is all it has: it names one push to one device, and opens nothing. A repeated
 * report changes nothing, and one with an unknown token is answered in the same way, so that tokens cannot be tried.
 */
export async function reportPush(deps: ReportDeps, token: string, event: PushEvent): Promise<void> {
  const { pushes, auth, live, clock, runInBackground } = deps
  const reported = await pushes.report(token, event, clock.now())
  // Somebody has the device: its session does not end for want of use. That a notification was put away may be the system's doing.
  if (reported?.isFirst && event !== 'closed') runInBackground(auth.sessionUsed(reported.session))
  if (reported?.isFirst && event === 'shown') live.accountChanged(reported.userId, 'devices')
}
