/** The weekly check: a notification that proves that the device still shows pushes. */

import type { PushPreferences } from '../core/ports.ts'
import { WEEKLY_CHECK, wouldRing } from '../core/weekly-check.ts'
import { buildPayload } from './build-payload.ts'
import { pushLanguage, pushTexts } from './push-texts.ts'
import type { ClaimedPush } from './pushes.ts'
import type { Writer } from './writer.ts'

export const isCheck = ({ kind, ref }: ClaimedPush) => kind === 'system' && ref === WEEKLY_CHECK

/** The matrix of channels does not apply: the resident switched the check on separately. It is not sent while no ring would be pushed. */
export const checkWriter =
  (preferences: PushPreferences, publicUrl: string): Writer =>
  (push, now) => {
    if (!wouldRing(preferences, push.device.platform)) return 'withheld'
    const { check, checkBody } = pushTexts(pushLanguage(push.device.language))
    return buildPayload(push, publicUrl, {
      ...{ title: check, body: checkBody, path: '/settings/devices', endsAt: null, timestamp: now.getTime() },
    })
  }
