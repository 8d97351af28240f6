import { expect, test } from '@jest/globals'
import type { Outcome } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { isAtTheDoor } from './at-the-door.ts'

const timestamp = '2026-01-01T10:00:00Z'
const rang = Date.parse(timestamp)
const at = (outcome: Outcome | null, after = 60_000) => isAtTheDoor({ outcome, timestamp }, rang + after)

test('the visitor of a live or answered ring is at the door, for ten minutes', () => {
  expect([at(null), at('answered_message'), at('answered_video')]).toEqual([true, true, true])
  expect(at('answered_message', TIME.lateCallWithin)).toBe(false)
})

test('nobody is at the door after a missed, ignored or cancelled ring', () => {
  expect([at('missed'), at('dismissed'), at('cancelled')]).toEqual([false, false, false])
})
