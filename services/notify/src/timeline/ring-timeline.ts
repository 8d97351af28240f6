import { AppError } from '#kit/app-error.ts'
import type { RingTimeline } from '#proto/push.ts'
import type { DoorbellClient } from '../core/ports.ts'
import { explainRing } from './explain-ring.ts'
import { listPages } from './list-pages.ts'
import type { Timelines } from './timeline.ts'

type TimelineDeps = { readonly timelines: Timelines; readonly doorbell: Pick<DoorbellClient, 'reachOf'> }

/** @throws AppError not_found, also for another account's ring */
export async function ringTimeline({ timelines, doorbell }: TimelineDeps, ownerId: number, activityId: number): Promise<RingTimeline> {
  const found = await timelines.of(ownerId, activityId)
  if (!found) throw new AppError('not_found')
  const { pushes, steps, outcome, pushed } = found
  const reach = await doorbell.reachOf(activityId)
  const receipts = reach?.receipts ?? []
  const names = receipts.length ? await timelines.deviceNames(ownerId) : new Map<string, string>()
  const removed = Math.max(0, pushed - pushes.filter(({ kind }) => kind === 'ring').length)
  const causes = outcome === 'missed' ? explainRing(pushes, reach, removed) : []
  return { pages: listPages(receipts, names), pushes: [...pushes], steps: [...steps], causes, removed }
}
