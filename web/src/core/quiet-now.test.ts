import { expect, test } from '@jest/globals'
import { SWITCH_DEFAULTS } from '#proto/preferences.ts'
import { quietNow } from './quiet-now.ts'

const at = (hours: number, minutes = 0) => hours * 60 + minutes
const night = { enabled: true, from: '22:00', to: '07:00' }

test('quiet hours run past midnight and say when they end', () => {
  const reasons = [at(21, 59), at(22), at(6, 59), at(7)].map((minute) => quietNow({ switches: SWITCH_DEFAULTS, quietHours: night }, minute))
  expect(reasons).toEqual([undefined, { reason: 'quiet_hours', until: '07:00' }, { reason: 'quiet_hours', until: '07:00' }, undefined])
})

test('do not disturb comes first, and switched-off quiet hours say nothing', () => {
  expect(quietNow({ switches: { ...SWITCH_DEFAULTS, doNotDisturb: true }, quietHours: night }, at(23))).toEqual({
    reason: 'do_not_disturb',
  })
  expect(quietNow({ switches: SWITCH_DEFAULTS, quietHours: { ...night, enabled: false } }, at(23))).toBeUndefined()
})
