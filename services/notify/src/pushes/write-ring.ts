import type { Log } from '#kit/log.ts'
import type { DoorbellClient, PushedRing, RingContent } from '../core/ports.ts'
import { buildRingPayload } from './build-payload.ts'
import type { ClaimedPush } from './pushes.ts'
import { mayPush, type Questions, type Writer } from './writer.ts'

type WriteRingDeps = {
  readonly doorbell: Pick<DoorbellClient, 'contentOf'>
  readonly questions: Questions
  readonly log: Log
  readonly publicUrl: string
}

/** As the preferences say now. The end of a ring that was pushed is pushed: what the device may still show would be untrue. */
function isWanted(push: ClaimedPush, { pushes, outcome }: RingContent): boolean {
  return push.kind === 'ring' ? pushes.ring : outcome !== 'missed' || pushes.missed
}

/** Writes the pushes of one account: each has its own preferences. @returns undefined where doorbell did not answer */
export async function ringWriter(deps: WriteRingDeps, rung: PushedRing): Promise<Writer | undefined> {
  const { doorbell, questions, log, publicUrl } = deps
  try {
    const turn = await questions.run(rung.ownerId, () => doorbell.contentOf(rung), { isUrgent: true })
    if ('refused' in turn) return undefined
    const ring = turn.result
    return (push, now) => {
      if (!ring || (push.kind === 'ring' && ring.outcome !== null)) return 'dropped'
      if (!isWanted(push, ring)) return 'withheld'
      if (!mayPush(push, ring.toPhones)) return 'phones_off'
      return buildRingPayload(push, ring, { publicUrl, now })
    }
  } catch (err) {
    log.warn({ err, activityId: rung.activityId }, 'push content not available')
    return undefined
  }
}
