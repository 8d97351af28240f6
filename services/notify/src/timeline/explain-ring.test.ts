import { expect, test } from '@jest/globals'
import type { SentPush } from '#proto/push.ts'
import type { RingReach } from '../core/ports.ts'
import { explainRing } from './explain-ring.ts'

const AT = '2026-11-28T16:20:00.000Z'
const REACH: RingReach = { doorId: 1, live: false, onAPage: false, rangQuietly: false, mails: true, quiet: false, receipts: [] }
const push = (change: Partial<SentPush>): SentPush => ({
  ...{
    deviceId: '0b0c1c6a-6b3e-4a47-9a61-6a3f4f0a6a11',
    device: 'Phone',
    kind: 'ring',
    state: 'accepted',
    reason: null,
    at: AT,
    statuses: [201],
  },
  ...{ acceptedAt: AT, shownAt: null, clickedAt: null, ...change },
})
const codes = (...given: Parameters<typeof explainRing>) =>
  explainRing(...given).map(({ code, device }) => (device ? `${code} ${device}` : code))

test.each<[string, readonly SentPush[], Partial<RingReach>, readonly string[]]>([
  ['no device', [], {}, ['no_device', 'no_open_page']],
  ['accepted, never shown', [push({})], {}, ['not_shown Phone', 'no_open_page']],
  ['the subscription was gone', [push({ state: 'gone', acceptedAt: null })], {}, ['subscription_gone Phone', 'no_open_page']],
  ['the push service failed', [push({ state: 'failed', acceptedAt: null })], {}, ['push_service_failed Phone', 'no_open_page']],
  ['given up when it was over', [push({ state: 'dropped', acceptedAt: null })], {}, ['push_service_failed Phone', 'no_open_page']],
  ['switched off', [push({ state: 'withheld' })], {}, ['push_off', 'no_open_page']],
  ['phones switched off', [push({ state: 'withheld', reason: 'phones_off' })], {}, ['phones_off Phone', 'no_open_page']],
  [
    'phones switched off, and not shown elsewhere',
    [push({ state: 'withheld', reason: 'phones_off' }), push({ device: 'Desk' })],
    {},
    ['phones_off Phone', 'not_shown Desk', 'no_open_page'],
  ],
  ['quiet', [push({ state: 'withheld' })], { rangQuietly: true }, ['quiet']],
  ['shown by one of two', [push({ shownAt: AT }), push({})], {}, ['not_noticed']],
  ['on an open page', [push({})], { onAPage: true }, ['not_noticed']],
])('%s', (_what, pushes, reach, expected) => {
  expect(codes(pushes, { ...REACH, ...reach })).toEqual(expected)
})

test('a ring that was pushed to a device that was removed since had a device', () => {
  expect(explainRing([], REACH, 1).map(({ code }) => code)).toEqual(['no_open_page'])
})
