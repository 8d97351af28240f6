import { expect, test } from '@jest/globals'
import type { Message } from './chat.ts'
import type { Ring } from './ring.ts'
import { presentActivity, presentVisit } from './views.ts'

const at = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const ring: Ring = {
  id: 7,
  ownerId: 3,
  doorId: 2,
  doorLabel: 'Front door',
  publicNumber: 987_654,
  premium: true,
  activityType: 'doorbell_ring',
  qrCodeId: 'code',
  visitorName: 'Vera',
  message: 'Hello',
  unitNumber: null,
  purpose: null,
  timestamp: at,
  endsAt: later(45_000),
  outcome: null,
  isHandled: false,
  answeredBy: null,
  answeredSession: null,
  answeredAt: null,
  callSeconds: null,
  againOf: null,
  rings: 1,
  quiet: true,
  alerts: [],
  visitorAway: false,
  hasChat: false,
  residentWrote: false,
  residentRead: 0,
  visitorRead: 0,
  seenAt: null,
  photo: null,
  expiresAt: later(3 * 86_400_000),
  visitRequestId: null,
  kept: false,
  blocked: false,
  erasedAt: null,
  version: 1,
}
/** Everything that may be known of a ring. */
const talked: Ring = {
  ...ring,
  unitNumber: '4b',
  purpose: 'delivery',
  outcome: 'answered_video',
  isHandled: true,
  answeredBy: 'Chrome on Windows',
  answeredSession: 's1',
  answeredAt: later(5_000),
  callSeconds: 61,
  againOf: 5,
  rings: 2,
  quiet: false,
  alerts: ['modal'],
  visitorAway: true,
  hasChat: true,
  seenAt: later(2_000),
  photo: 'photo',
  visitRequestId: 4,
  kept: true,
  blocked: true,
  version: 9,
}
const visit = (changes: Partial<Ring>, now = later(1_000), messages: readonly Message[] = []) =>
  presentVisit({ ...ring, ...changes }, { now, cooldownMs: 20_000, inLine: 2, messages })
const words = (senderId: Message['senderId'], timestamp: Date): Message => ({
  seq: 1,
  activityId: 7,
  senderId,
  id: 'i',
  message: 'm',
  timestamp,
})

test('endsAt is there only while the ring is live, and past it the ring is missed before anybody has written so [E-activity-live]', () => {
  expect(presentActivity(ring, later(44_999))).toMatchObject({ outcome: null, endsAt: '2026-11-21T10:00:45.000Z' })
  expect(presentActivity(ring, later(45_000))).toMatchObject({ outcome: 'missed' })
  expect(presentActivity(ring, later(45_000))).not.toHaveProperty('endsAt')
  expect(presentActivity({ ...ring, outcome: 'answered_message' }, later(1))).not.toHaveProperty('endsAt')
})

test('the owner’s view of a ring is every field of it, and null or false where nothing is known [E-activity]', () => {
  const live = {
    id: 7,
    userId: 3,
    visitorName: 'Vera',
    activityType: 'doorbell_ring',
    message: 'Hello',
    timestamp: '2026-11-21T10:00:00.000Z',
    isHandled: false,
    photoUrl: null,
    unitNumber: null,
    purpose: null,
    outcome: null,
    answeredBy: null,
    answeredSession: null,
    answeredAt: null,
    callSeconds: null,
    doorId: 2,
    doorLabel: 'Front door',
    againOf: null,
    rings: 1,
    hasChat: false,
    quiet: true,
    alerts: [],
    visitorAway: false,
    expected: false,
    kept: false,
    blocked: false,
    endsAt: '2026-11-21T10:00:45.000Z',
    expiresAt: '2026-11-24T10:00:00.000Z',
    version: 1,
  }
  expect(presentActivity(ring, later(1_000))).toEqual(live)
  expect(presentActivity({ ...ring, visitorName: '', message: '' }, later(1_000))).toEqual({ ...live, visitorName: null, message: null })
  const { endsAt: _, ...over } = live
  expect(presentActivity(ring, later(45_000))).toEqual({ ...over, outcome: 'missed' })
  expect(presentActivity(talked, later(99_000))).toEqual({
    ...over,
    isHandled: true,
    photoUrl: '/api/activities/7/photo',
    unitNumber: '4b',
    purpose: 'delivery',
    outcome: 'answered_video',
    answeredBy: 'Chrome on Windows',
    answeredSession: 's1',
    answeredAt: '2026-11-21T10:00:05.000Z',
    callSeconds: 61,
    againOf: 5,
    rings: 2,
    hasChat: true,
    quiet: false,
    alerts: ['modal'],
    visitorAway: true,
    expected: true,
    kept: true,
    blocked: true,
    version: 9,
  })
})

test('the visitor’s view is every field that it may know, and its messages as both sides read them [E-visit] [E-chat-message]', () => {
  const live = {
    id: 7,
    userId: 987_654,
    qrCodeId: 'code',
    doorLabel: 'Front door',
    visitorName: 'Vera',
    activityType: 'doorbell_ring',
    message: 'Hello',
    unitNumber: null,
    purpose: null,
    timestamp: '2026-11-21T10:00:00.000Z',
    isHandled: false,
    outcome: null,
    endsAt: '2026-11-21T10:00:45.000Z',
    photoUrl: null,
    delivered: true,
    seen: false,
    inLine: 2,
    offersCamera: true,
    againAt: null,
    againLeft: 0,
    messageLeft: false,
    canWrite: true,
    eraseFrom: '2026-11-22T10:00:00.000Z',
    againOf: null,
    version: 1,
    messages: [],
  }
  expect(visit({})).toEqual(live)
  const { endsAt: _, ...over } = live
  expect(visit({ ...talked, premium: false, activityType: 'video_call' }, later(99_000), [words('resident', later(7_000))])).toEqual({
    ...over,
    activityType: 'video_call',
    unitNumber: '4b',
    purpose: 'delivery',
    isHandled: true,
    outcome: 'answered_video',
    photoUrl: '/api/activities/7/photo',
    seen: true,
    inLine: 0,
    offersCamera: false,
    canWrite: false,
    eraseFrom: null,
    againOf: 5,
    version: 9,
    messages: [{ id: 'i', activityId: 7, senderId: 'resident', message: 'm', timestamp: '2026-11-21T10:00:07.000Z' }],
  })
})

test('the visitor’s view names no owner, no device and no do not disturb', () => {
  const view = visit({ outcome: 'answered_video', answeredBy: 'Chrome on Windows', answeredSession: 's1' })
  expect(view).toMatchObject({ userId: 987_654 })
  for (const secret of ['ownerId', 'answeredBy', 'answeredSession', 'quiet', 'visitorAway']) expect(view).not.toHaveProperty(secret)
  expect(JSON.stringify(view)).not.toMatch(/Windows|s1/)
})

test('Call Again opens after the cool-down of a miss, three times, and after nothing else', () => {
  expect(visit({ outcome: 'missed' })).toMatchObject({ againAt: '2026-11-21T10:01:05.000Z', againLeft: 3 })
  expect(visit({ outcome: 'missed', rings: 4 })).toMatchObject({ againAt: null, againLeft: 0 })
  for (const outcome of ['cancelled', 'dismissed', 'answered_audio', null] as const)
    expect(visit({ outcome })).toMatchObject({ againAt: null, againLeft: 0 })
})

test('a place in line is told only to who still waits', () => {
  expect(visit({}).inLine).toBe(2)
  expect(visit({ outcome: 'missed' }).inLine).toBe(0)
})

test('a message is left when the visitor wrote after the miss', () => {
  const missed = { outcome: 'missed' } as const
  expect(visit(missed, later(60_000), [words('visitor', later(50_000))]).messageLeft).toBe(true)
  expect(visit(missed, later(60_000), [words('visitor', later(5_000))]).messageLeft).toBe(false)
  expect(visit(missed, later(60_000), [words('resident', later(50_000))]).messageLeft).toBe(false)
})

test('who was dismissed or has cancelled may write once the resident wrote', () => {
  for (const outcome of ['dismissed', 'cancelled'] as const) {
    expect(visit({ outcome }).canWrite).toBe(false)
    expect(visit({ outcome, residentWrote: true }).canWrite).toBe(true)
  }
  for (const outcome of [null, 'missed', 'answered_video'] as const) expect(visit({ outcome }).canWrite).toBe(true)
})
