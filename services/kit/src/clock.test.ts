import { expect, test } from '@jest/globals'
import { createClock, type MachineTime } from './clock.ts'

const MINUTE = 60_000

/** A machine whose clock the test sets. */
function machine() {
  const times = { wall: 1_000_000, steady: 0 }
  const time: MachineTime = { wall: () => times.wall, steady: () => times.steady }
  const pass = (ms: number) => {
    times.wall += ms
    times.steady += ms
  }
  const jump = (ms: number) => {
    times.wall += ms
  }
  return { time, pass, jump }
}

test('a clock that follows nobody is the machine’s', () => {
  const { time, jump } = machine()
  const clock = createClock(time)
  jump(10 * MINUTE)
  expect(clock.now().getTime()).toBe(1_000_000 + 10 * MINUTE)
})

test.each([10 * MINUTE, -10 * MINUTE])('a jump of the machine’s clock by %d ms changes no time', (ms) => {
  const { time, pass, jump } = machine()
  const clock = createClock(time)
  expect(clock.follow(1_000_000)).toBeUndefined()
  pass(1_000)
  jump(ms)
  expect(clock.now().getTime()).toBe(1_001_000)
  pass(1_000)
  expect(clock.follow(1_002_000)).toBe(ms)
  pass(1_000)
  expect([clock.now().getTime(), clock.in(5).getTime()]).toEqual([1_003_000, 1_003_005])
  jump(-ms)
  expect(clock.now().getTime()).toBe(1_003_000)
  expect(clock.follow(1_003_000)).toBeUndefined()
  expect(clock.now().getTime()).toBe(1_003_000)
})

test('a machine that is wrong from the start is corrected', () => {
  const { time } = machine()
  const clock = createClock(time)
  expect(clock.follow(400_000)).toBe(600_000)
  expect(clock.now().getTime()).toBe(400_000)
})

test('the small difference of two machines is not corrected', () => {
  const { time } = machine()
  const clock = createClock(time)
  expect(clock.follow(1_001_500)).toBeUndefined()
  expect(clock.now().getTime()).toBe(1_000_000)
})

test('time that a suspended machine has missed is followed', () => {
  const { time, jump } = machine()
  const clock = createClock(time)
  clock.follow(1_000_000)
  jump(60 * MINUTE)
  expect(clock.follow(1_000_000 + 60 * MINUTE)).toBeUndefined()
  expect(clock.now().getTime()).toBe(1_000_000 + 60 * MINUTE)
})

test('a test’s shift is added to the followed time', () => {
  const { time } = machine()
  const clock = createClock(time)
  clock.shift(MINUTE)
  clock.follow(400_000)
  expect(clock.now().getTime()).toBe(400_000 + MINUTE)
})
