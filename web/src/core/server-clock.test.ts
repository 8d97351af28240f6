import { expect, test } from '@jest/globals'
import { createServerClock } from './server-clock.ts'

function at(start: number) {
  let own = start
  const clock = createServerClock(() => own)
  return { clock, pass: (ms: number) => (own += ms), own: () => own }
}

test('with nothing seen yet, the own clock is taken', () => {
  expect(at(5_000).clock.now()).toBe(5_000)
})

test('a Date header places the server within half a second', () => {
  const { clock } = at(1_000_000)
  clock.sawDate(new Date(3_000_000).toUTCString(), 1_000_000)
  expect(Math.abs(clock.now() - 3_000_500)).toBeLessThanOrEqual(500)
})

test('more sightings narrow it', () => {
  const page = at(1_000_000)
  const ahead = 7_250
  for (let step = 0; step < 20; step += 1) {
    page.pass(137)
    page.clock.sawDate(new Date(page.own() + ahead).toUTCString(), page.own())
  }
  expect(Math.abs(page.clock.now() - page.own() - ahead)).toBeLessThan(150)
})

test('a changed own clock is believed again at the next sighting', () => {
  const page = at(1_000_000)
  page.clock.sawNow(new Date(2_000_000).toISOString())
  page.pass(-500_000)
  page.clock.sawNow(new Date(2_001_000).toISOString())
  expect(Math.abs(page.clock.now() - 2_001_500)).toBeLessThanOrEqual(500)
})

test('time left never falls below zero', () => {
  expect(at(1_000_000).clock.until(new Date(10).toISOString())).toBe(0)
})

test('an unreadable time changes nothing', () => {
  const page = at(42)
  page.clock.sawDate('yesterday', 0)
  page.clock.sawDate(null, 0)
  page.clock.sawNow('soon')
  expect(page.clock.now()).toBe(42)
})
