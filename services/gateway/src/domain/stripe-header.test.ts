import { expect, test } from '@jest/globals'
import { mayBeSigned } from './stripe-header.ts'

const NOW = new Date('2026-01-01T10:00:00Z')
const T = NOW.getTime() / 1000
const V1 = `v1=${'a'.repeat(64)}`

test.each([
  ['one signature', `t=${T},${V1}`, true],
  ['two, and one of another scheme', `t=${T},${V1},v1=${'b'.repeat(64)},v0=${'c'.repeat(64)}`, true],
  ['as old as it may be', `t=${T - 300},${V1}`, true],
  ['too old', `t=${T - 301},${V1}`, false],
  ['no time', V1, false],
  ['no signature', `t=${T}`, false],
  ['half a signature', `t=${T},v1=abc`, false],
  ['nothing', '', false],
  ['endless', `t=${T},${V1},${'v1=x,'.repeat(300)}`, false],
])('a header with %s may be Stripe’s, or not', (_what, header, expected) => {
  expect(mayBeSigned(header, NOW)).toBe(expected)
})
