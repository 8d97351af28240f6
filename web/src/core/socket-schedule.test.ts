import { expect, test } from '@jest/globals'
import { afterClose, FRESH, type ReconnectSchedule, reset, succeeded, throttled, tried } from './socket-schedule.ts'

const waits = (codes: readonly number[], live = false, chance = 0): readonly (number | 'never')[] => {
  let schedule: ReconnectSchedule = FRESH
  return codes.map((code) => {
    const plan = afterClose(schedule, code, live, chance)
    schedule = plan.schedule
    return plan.wait
  })
}

// covers: L-backoff
test('unclean closes wait 1, 2, 4, 8, 10 and 60 s in turn', () => {
  expect(waits([1006, 1006, 1006, 1006, 1006, 1006, 1006])).toEqual([1000, 2000, 4000, 8000, 10000, 60000, 1000])
})

// covers: L-jitter
test('the jitter adds at most one second', () => {
  expect(waits([1006, 1006], false, 1)).toEqual([2000, 3000])
})

// covers: S-1001
test('after 1001 there is no reconnect', () => {
  expect(waits([1001])).toEqual(['never'])
})

test('a drain reconnects after the jitter without counting a retry', () => {
  expect(waits([1012, 1006], false, 0.25)).toEqual([250, 1250])
})

test('during a live ring no wait exceeds 2 s', () => {
  expect(waits([1006, 1006, 1006, 1006, 1006, 1006], true, 1)).toEqual([2000, 2000, 2000, 2000, 2000, 2000])
})

// covers: L-throttle
test('attempts are 2 s apart except for live rings and resets', () => {
  const schedule = tried(FRESH, 10_000)
  expect(throttled(schedule, 10_500, false)).toBe(1500)
  expect(throttled(schedule, 12_000, false)).toBe(0)
  expect(throttled(schedule, 10_500, true)).toBe(0)
  expect(throttled(reset(), 10_500, false)).toBe(0)
})

test('a registration resets the retries', () => {
  const { schedule } = afterClose(afterClose(FRESH, 1006, false, 0).schedule, 1006, false, 0)
  expect(afterClose(succeeded(schedule), 1006, false, 0).wait).toBe(1000)
})
