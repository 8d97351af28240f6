import { AppError } from '#kit/app-error.ts'
import type { RingTimeline } from '#proto/push.ts'
import type { DoorbellClient } from '../core/ports.ts'
import { explainRing } from './explain-ring.ts'
import type { Timelines } from './timeline.ts'

export type TimelineDeps = { readonly timelines: Timelines; readonly doorbell: Pick<DoorbellClient, 'reachOf'> }

/** @throws AppError not_found, also for another account's ring */
export async function ringTimeline({ timelines, doorbell }: TimelineDeps, ownerId: number, activityId: number): Promise<RingTimeline> {
  const found = await timelines.of(ownerId, activityId)
  if (!found) throw new AppError('not_found')
  const { pushes, steps, outcome } = found
  const causes = outcome === 'missed' ? explainRing(pushes, await doorbell.reachOf(activityId)) : []
  return { pushes: [...pushes], steps: [...steps], causes }
}
