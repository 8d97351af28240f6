import { expect, test } from '@jest/globals'
import { isNight } from './night.ts'

const at = (hours: number, minutes = 0) => hours * 60 + minutes

test('without quiet hours it is night from 22:00 to 7:00', () => {
  const off = { enabled: false, from: '12:00', to: '13:00' }
  for (const quietHours of [undefined, off])
    expect([at(21, 59), at(22), at(0), at(6, 59), at(7), at(12, 30)].map((minute) => isNight(minute, quietHours))).toEqual([
      ...[false, true, true, true, false, false],
    ])
})

test('quiet hours decide where they are on', () => {
  const quietHours = { enabled: true, from: '20:30', to: '06:00' }
  expect([at(20, 29), at(20, 30), at(5, 59), at(6)].map((minute) => isNight(minute, quietHours))).toEqual([false, true, true, false])
})

test('quiet hours within a day do not run past midnight', () => {
  const quietHours = { enabled: true, from: '13:00', to: '15:00' }
  expect([at(12, 59), at(13), at(15), at(23), at(3)].map((minute) => isNight(minute, quietHours))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
})
