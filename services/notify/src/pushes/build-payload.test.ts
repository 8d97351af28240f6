import { expect, test } from '@jest/globals'
import { PushPayload } from '#proto/push.ts'
import type { RingContent } from '../core/ports.ts'
import { buildRingPayload } from './build-payload.ts'
import type { ClaimedPush } from './pushes.ts'
import { mayPush } from './writer.ts'

const RUNG_AT = '2026-11-28T15:20:00.000Z'
const RING: RingContent = {
  ...{ ownerId: 1, visitorName: 'Ana Lima', message: 'A parcel', test: false, doorLabel: null, photoUrl: '/api/activities/7/photo' },
  ...{ rungAt: RUNG_AT, endsAt: RUNG_AT, outcome: null, answeredBy: null, timeZone: 'Europe/Berlin' },
  ...{ pushes: { ring: true, missed: true }, toPhones: true },
}
type Change = Partial<Omit<ClaimedPush, 'device'>> & { readonly device?: Partial<ClaimedPush['device']> }
const pushOf = ({ device, ...change }: Change = {}): ClaimedPush => ({
  ...{
    id: '0b0c1c6a-6b3e-4a47-9a61-6a3f4f0a6a11',
    token: 'token',
    kind: 'ring',
    userId: 1,
    ownerId: 1,
    activityId: 7,
    subject: 'ring-7',
    ref: null,
  },
  ...{ attempts: 1, lastStatus: null, endsAt: new Date(RUNG_AT), ...change },
  device: {
    ...{ id: 'device', language: 'en', browser: 'Chrome', platform: 'Android', details: true, ...device },
    subscription: { endpoint: 'https://localhost/push', p256dh: 'p', auth: 'a', publicKey: 'k' },
  },
})
const notificationOf = (change?: Change, ring: Partial<RingContent> = {}) =>
  PushPayload.parse(buildRingPayload(pushOf(change), { ...RING, ...ring }, { publicUrl: 'https://bell.example', now: new Date(RUNG_AT) }))
    .notification

test('a ring is said in the present where its notification can be replaced silently', () => {
  const { title, image, actions } = notificationOf()
  expect({ title, image }).toEqual({ title: 'Ana Lima is at the door', image: 'https://bell.example/api/activities/7/photo' })
  expect(actions).toHaveLength(3)
})

test.each([
  ['Safari', 'macOS'],
  ['Safari', 'iPhone'],
  // Every browser there works as Safari does.
  ['Chrome', 'iPhone'],
  ['Firefox', 'iPad'],
])('%s on %s gets a text that stays true, in the time of the resident', (browser, platform) => {
  const { title, actions } = notificationOf({ device: { browser, platform } })
  expect(title.replace(/\s/g, ' ')).toBe('Ana Lima rang at 4:20 PM')
  expect(actions).toEqual([])
})

test('a device without details gets no name, no words and no photo', () => {
  const { title, body, image } = notificationOf({ device: { details: false } })
  expect({ title, body, image }).toEqual({ title: 'Someone is at the door', body: '' })
})

test('what was too large comes again without words and photo', () => {
  const { title, body, image } = notificationOf({ lastStatus: 413 })
  expect({ title, body, image }).toEqual({ title: 'Ana Lima is at the door', body: '' })
})

test('a long message is cut between characters', () => {
  const { body } = notificationOf({}, { message: `${'a'.repeat(198)}😀 and more` })
  expect(body.isWellFormed()).toBe(true)
  expect(body.length).toBeLessThanOrEqual(200)
  expect(body.endsWith('…')).toBe(true)
})

test('the end of a ring sounds only where it was missed', () => {
  expect(notificationOf({ kind: 'ended' }, { outcome: 'missed' }).silent).toBe(false)
  const { silent, body } = notificationOf({ kind: 'ended' }, { outcome: 'answered_audio', answeredBy: 'Chrome on Windows' })
  expect({ silent, body }).toEqual({ silent: true, body: 'Answered on Chrome on Windows' })
})

test.each([
  ['en', 'answered_audio', 'Answered by Mia'],
  ['de', 'dismissed', 'Abgewiesen von Mia'],
] as const)('the end of a ring that a member has answered says who: %s, %s', (language, outcome, said) => {
  const ring = { outcome, answeredBy: 'Chrome on Windows', answeredMember: 'Mia' }
  expect(notificationOf({ kind: 'ended', device: { language } }, ring).body).toBe(said)
})

test.each([
  ['Android', false],
  ['iPhone', false],
  ['Windows', true],
])('without the switch of phones, %s is pushed to: %s', (platform, isPushed) => {
  expect(mayPush(pushOf({ device: { platform } }), false)).toBe(isPushed)
})
