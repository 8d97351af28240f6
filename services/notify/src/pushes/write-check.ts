/** The weekly check: a notification that proves that the device still shows what is pushed to it. */

import type { PushPreferences } from '../core/ports.ts'
import { WEEKLY_CHECK, wouldRing } from '../core/weekly-check.ts'
import { buildPayload } from './build-payload.ts'
import { pushLanguage, pushTexts } from './push-texts.ts'
import type { ClaimedPush } from './pushes.ts'
import type { Writer } from './writer.ts'

export const isCheck = ({ kind, ref }: ClaimedPush) => kind === 'system' && ref === WEEKLY_CHECK

/** The matrix does not count: the resident has switched the check on by itself. While no ring would come it would be untrue. */
export const checkWriter =
  (preferences: PushPreferences, publicUrl: string): Writer =>
  (push, now) => {
    if (!wouldRing(preferences, push.device.platform)) return 'withheld'
    const { check, checkBody } = pushTexts(pushLanguage(push.device.language))
    return buildPayload(push, publicUrl, {
      ...{ title: check, body: checkBody, path: '/settings/devices', endsAt: null, timestamp: now.getTime() },
    })
  }
