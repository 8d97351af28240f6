import { expect, test } from '@jest/globals'
import { observePackets } from './packet-flow.ts'

test('a side without packets for three seconds is silent', () => {
  const first = observePackets(undefined, 10, 0)
  const still = observePackets(first, 10, 1_000)
  expect(still.silent).toBe(false)
  expect(observePackets(still, 10, 3_000).silent).toBe(true)
})

test('one packet ends the silence', () => {
  const silent = observePackets(observePackets(undefined, 10, 0), 10, 4_000)
  expect(silent.silent).toBe(true)
  expect(observePackets(silent, 11, 5_000).silent).toBe(false)
})

test('a fully muted side is not silent', () => {
  expect(observePackets(observePackets(undefined, undefined, 0), undefined, 60_000).silent).toBe(false)
})

test('silence is counted from the time the side should send', () => {
  const muted = observePackets(undefined, undefined, 0)
  const sends = observePackets(muted, 10, 10_000)
  expect(observePackets(sends, 10, 11_000).silent).toBe(false)
})
