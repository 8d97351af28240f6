import type { Log } from '#kit/log.ts'
import type { Outcome } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import type { DoorbellClient, PushedRing } from '../core/ports.ts'
import type { Pushes } from './pushes.ts'
import type { RingEnds } from './ring-ends.ts'

export type AwaitRingEndDeps = {
  readonly pushes: Pick<Pushes, 'ringOf'>
  readonly ends: Pick<RingEnds, 'outcomeOf' | 'hasPhoto' | 'wait'>
  readonly doorbell: Pick<DoorbellClient, 'contentOf'>
  readonly log: Log
}

/** The resident may want to know who was there: the notification stays, with its text updated; that of a test ring is closed. */
const NOBODY_ANSWERED: ReadonlySet<string> = new Set<Outcome>(['missed', 'cancelled'])

/**
 * A device's worker, which shows a ring, waits for its end, so that its notification stops ringing when the door was answered elsewhere; or
 * for the visitor's photo, which arrives after the push.
 * @param token of the ring's push; for an unknown one the ring counts as over: its device was removed
 * @param holds false: it is answered without waiting
 */
export async function awaitRingEnd(
  deps: AwaitRingEndDeps,
  { token, wantsPhoto = false, holds = true }: Input<'notify.await_ring_end'>,
): Promise<Output<'notify.await_ring_end'>> {
  const { pushes, ends } = deps
  const ring = await pushes.ringOf(token)
  if (!ring) return { ring: 'over' }
  const { activityId } = ring
  const takesPhoto = wantsPhoto && ring.details
  const photo = async () => (takesPhoto && ends.hasPhoto(activityId) ? photoOf(deps, ring) : undefined)
  let image: string | undefined
  if (ring.outcome === null) {
    image = await photo()
    if (!image && holds) await ends.wait(activityId, token, TIME.ringEndWait, takesPhoto)
    image ??= await photo()
  }
  const outcome = ring.outcome ?? ends.outcomeOf(activityId)
  if (outcome !== undefined) return { ring: NOBODY_ANSWERED.has(outcome) && !ring.test ? 'missed' : 'over' }
  return { ring: 'live', ...(image ? { image } : {}) }
}

/** A ring without its photo is better than no answer. */
async function photoOf({ doorbell, log }: AwaitRingEndDeps, ring: PushedRing): Promise<string | undefined> {
  try {
    return (await doorbell.contentOf(ring))?.photoUrl ?? undefined
  } catch (err) {
    log.warn({ err, activityId: ring.activityId }, 'photo of a ring not available')
    return undefined
  }
}
