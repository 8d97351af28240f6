import { expect, test } from '@jest/globals'
import { afterClose, FRESH, reset, type Schedule, succeeded, throttled, tried } from './socket-schedule.ts'

const waits = (codes: readonly number[], live = false, chance = 0): readonly (number | 'never')[] => {
  let schedule: Schedule = FRESH
  return codes.map((code) => {
    const plan = afterClose(schedule, code, live, chance)
    schedule = plan.schedule
    return plan.wait
  })
}

test('unclean closes wait 1, 2, 4, 8 and 10 s, then 60 s, then begin anew [L-backoff]', () => {
  expect(waits([1006, 1006, 1006, 1006, 1006, 1006, 1006])).toEqual([1000, 2000, 4000, 8000, 10000, 60000, 1000])
})

test('the jitter adds at most one second [L-jitter]', () => {
  expect(waits([1006, 1006], false, 1)).toEqual([2000, 3000])
})

test('1001 is the end [S-1001]', () => {
  expect(waits([1001])).toEqual(['never'])
})

test('a drain comes back after the jitter alone and costs no retry', () => {
  expect(waits([1012, 1006], false, 0.25)).toEqual([250, 1250])
})

test('a live ring never waits longer than 2 s', () => {
  expect(waits([1006, 1006, 1006, 1006, 1006, 1006], true, 1)).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
})

test('attempts are held 2 s apart, but not for a live ring and not after a reset [L-throttle]', () => {
  const schedule = tried(FRESH, 10_000)
  expect(throttled(schedule, 10_500, false)).toBe(1500)
  expect(throttled(schedule, 12_000, false)).toBe(0)
  expect(throttled(schedule, 10_500, true)).toBe(0)
  expect(throttled(reset(), 10_500, false)).toBe(0)
})

test('a registration forgets the retries', () => {
  const { schedule } = afterClose(afterClose(FRESH, 1006, false, 0).schedule, 1006, false, 0)
  expect(afterClose(succeeded(schedule), 1006, false, 0).wait).toBe(1000)
})
