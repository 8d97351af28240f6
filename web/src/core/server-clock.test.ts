import { expect, test } from '@jest/globals'
import { createServerClock } from './server-clock.ts'

function at(start: number) {
  let own = start
  const clock = createServerClock(() => own)
  return { clock, pass: (ms: number) => (own += ms), own: () => own }
}

test('without an observation the local clock counts', () => {
  expect(at(5_000).clock.now()).toBe(5_000)
})

test('a Date header is accurate to half a second', () => {
  const { clock } = at(1_000_000)
  clock.observeDate(new Date(3_000_000).toUTCString(), 1_000_000)
  expect(Math.abs(clock.now() - 3_000_500)).toBeLessThanOrEqual(500)
})

test('more observations narrow the offset', () => {
  const page = at(1_000_000)
  const ahead = 7_250
  for (let step = 0; step < 20; step += 1) {
    page.pass(137)
    page.clock.observeDate(new Date(page.own() + ahead).toUTCString(), page.own())
  }
  expect(Math.abs(page.clock.now() - page.own() - ahead)).toBeLessThan(150)
})

test('a changed local clock is corrected by the next observation', () => {
  const page = at(1_000_000)
  page.clock.observeNow(new Date(2_000_000).toISOString())
  page.pass(-500_000)
  page.clock.observeNow(new Date(2_001_000).toISOString())
  expect(Math.abs(page.clock.now() - 2_001_500)).toBeLessThanOrEqual(500)
})

test('the remaining time is never negative', () => {
  expect(at(1_000_000).clock.until(new Date(10).toISOString())).toBe(0)
})

test('an invalid time is ignored', () => {
  const page = at(42)
  page.clock.observeDate('yesterday', 0)
  page.clock.observeDate(null, 0)
  page.clock.observeNow('soon')
  expect(page.clock.now()).toBe(42)
})
