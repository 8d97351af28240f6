import { expect, test } from '@jest/globals'
import { hear } from './silence.ts'

test('a side whose packets stand still for three seconds is silent', () => {
  const first = hear(undefined, 10, 0)
  const still = hear(first, 10, 1_000)
  expect(still.silent).toBe(false)
  expect(hear(still, 10, 3_000).silent).toBe(true)
})

test('one packet ends the silence', () => {
  const silent = hear(hear(undefined, 10, 0), 10, 4_000)
  expect(silent.silent).toBe(true)
  expect(hear(silent, 11, 5_000).silent).toBe(false)
})

test('a side that has muted everything is not silent', () => {
  expect(hear(hear(undefined, undefined, 0), undefined, 60_000).silent).toBe(false)
})

test('the silence is counted from the moment it should send again', () => {
  const muted = hear(undefined, undefined, 0)
  const sends = hear(muted, 10, 10_000)
  expect(hear(sends, 10, 11_000).silent).toBe(false)
})
