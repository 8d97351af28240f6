import type { Clock } from '#kit/clock.ts'
import type { PushEvent } from '#proto/push.ts'
import type { LiveUpdates } from '../core/ports.ts'
import type { Pushes } from './pushes.ts'

export type ReportDeps = { readonly pushes: Pick<Pushes, 'report'>; readonly live: LiveUpdates; readonly clock: Clock }

/**
 * A device's worker reports what became of a push. The token is all it has: it names one push to one device, and opens nothing. A repeated
 * report changes nothing, and one with an unknown token is answered in the same way, so that tokens cannot be tried.
 */
export async function reportPush({ pushes, live, clock }: ReportDeps, token: string, event: PushEvent): Promise<void> {
  const reported = await pushes.report(token, event, clock.now())
  if (reported?.isFirst && event === 'shown') live.accountChanged(reported.userId, 'devices')
}
