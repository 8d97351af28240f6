import type { Log } from '#kit/log.ts'
import { isPhone } from '../core/is-phone.ts'
import type { DoorbellClient, RingContent } from '../core/ports.ts'
import type { Turns } from '../core/turns.ts'
import { buildRingPayload } from './build-payload.ts'
import type { Writer } from './deliver.ts'
import type { ClaimedPush } from './pushes.ts'

export type WriteRingDeps = {
  readonly doorbell: Pick<DoorbellClient, 'contentOf'>
  /** Questions to doorbell: many rings at one door hold up neither doorbell nor the rings of others. */
  readonly questions: Pick<Turns, 'run'>
  readonly log: Log
  readonly publicUrl: string
}
type RingOf = { readonly activityId: number; readonly ownerId: number }

/** Whether the device may be pushed to. @param toPhones the switch of phones and tablets */
export const mayPush = ({ device }: ClaimedPush, toPhones: boolean) => toPhones || !isPhone(device.platform)

/** As the preferences say now. The end of a ring that was pushed is pushed: what the device may still show would be untrue. */
function isWanted(push: ClaimedPush, { pushes, outcome }: RingContent): boolean {
  return push.kind === 'ring' ? pushes.ring : outcome !== 'missed' || pushes.missed
}

/** @returns undefined where doorbell could not be asked */
export async function ringWriter(deps: WriteRingDeps, { activityId, ownerId }: RingOf): Promise<Writer | undefined> {
  const { doorbell, questions, log, publicUrl } = deps
  try {
    const answer = await questions.run(ownerId, true, async () => ({ ring: await doorbell.contentOf(activityId) }))
    if (!answer) return undefined
    const { ring } = answer
    return (push, now) => {
      if (!ring || (push.kind === 'ring' && ring.outcome !== null)) return 'dropped'
      if (!isWanted(push, ring)) return 'withheld'
      if (!mayPush(push, ring.toPhones)) return 'phones_off'
      return buildRingPayload(push, ring, { publicUrl, now })
    }
  } catch (err) {
    log.warn({ err, activityId }, 'push content not available')
    return undefined
  }
}
