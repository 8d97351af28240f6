import { TIME } from '#proto/limits.ts'
import type { Output } from '#proto/operations/index.ts'
import type { Pushes } from './pushes.ts'
import type { RingEnds } from './ring-ends.ts'

export type AwaitRingEndDeps = { readonly pushes: Pick<Pushes, 'ringOf'>; readonly ends: Pick<RingEnds, 'outcomeOf' | 'wait'> }

/**
 * A device's worker, which shows a ring, waits for its end, so that no notification rings on after the door was answered elsewhere.
 * @param token of the ring's push; of an unknown one the ring is over: its device was removed
 */
export async function awaitRingEnd({ pushes, ends }: AwaitRingEndDeps, token: string): Promise<Output<'notify.await_ring_end'>> {
  const ring = await pushes.ringOf(token)
  if (!ring) return { ring: 'over' }
  if (ring.outcome === null) await ends.wait(ring.activityId, token, TIME.ringEndWait)
  const outcome = ring.outcome ?? ends.outcomeOf(ring.activityId)
  if (outcome === undefined) return { ring: 'live' }
  return { ring: outcome === 'missed' ? 'missed' : 'over' }
}
