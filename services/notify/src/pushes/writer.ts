/** What those share that write the text of a push: write-ring.ts, write-notice.ts, write-check.ts. */
import type { Turns } from '#kit/turns.ts'
import type { PushPayload } from '#proto/push.ts'
import { isPhone } from '../core/is-phone.ts'
import type { ClaimedPush } from './pushes.ts'

/**
 * What a push says; `withheld`: the preferences do not want it; `phones_off`: the switch of phones and tablets alone does not; `dropped`:
 * there is nothing to say any more.
 */
export type Written = PushPayload | 'withheld' | 'phones_off' | 'dropped'
/** Writes the pushes of one subject, each for its device. */
export type Writer = (push: ClaimedPush, now: Date) => Written

/** To doorbell, in turns of accounts: many rings at one door hold up neither doorbell nor the rings of others. */
export type Questions = Pick<Turns, 'run'>

/** Whether the device may be pushed to. @param toPhones the switch of phones and tablets */
export const mayPush = ({ device }: ClaimedPush, toPhones: boolean) => toPhones || !isPhone(device.platform)
