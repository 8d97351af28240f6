import type { Log } from '#kit/log.ts'
import type { Turns } from '#kit/turns.ts'
import { isPhone } from '../core/is-phone.ts'
import type { DoorbellClient, RingContent } from '../core/ports.ts'
import { buildRingPayload } from './build-payload.ts'
import type { Writer } from './deliver.ts'
import type { ClaimedPush } from './pushes.ts'

/** Calls doorbell in turns of accounts: many rings at one door delay neither doorbell nor the rings of others. */
export type Questions = Pick<Turns, 'run'>
type WriteRingDeps = {
  readonly doorbell: Pick<DoorbellClient, 'contentOf'>
  readonly questions: Questions
  readonly log: Log
  readonly publicUrl: string
}
type RingOf = { readonly activityId: number; readonly ownerId: number }

/** Whether the device may be pushed to. @param toPhones the switch of phones and tablets */
export const mayPush = ({ device }: ClaimedPush, toPhones: boolean) => toPhones || !isPhone(device.platform)

/** By the current preferences. The end of a ring that was pushed is always pushed: the device may still show it as ringing. */
function isWanted(push: ClaimedPush, { pushes, outcome }: RingContent): boolean {
  return push.kind === 'ring' ? pushes.ring : outcome !== 'missed' || pushes.missed
}

/** @returns undefined where doorbell did not answer */
export async function ringWriter(deps: WriteRingDeps, { activityId, ownerId }: RingOf): Promise<Writer | undefined> {
  const { doorbell, questions, log, publicUrl } = deps
  try {
    const turn = await questions.run(ownerId, () => doorbell.contentOf(activityId), { isUrgent: true })
    if ('refused' in turn) return undefined
    const ring = turn.result
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
