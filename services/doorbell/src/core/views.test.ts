import { expect, test } from '@jest/globals'
import { ringDetails } from '#proto/ring-details.ts'
import type { Message } from './chat.ts'
import type { Ring } from './ring.ts'
import { presentActivity, presentVisitorView } from './views.ts'

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
  test: false,
  testSession: null,
  qrCodeId: 'code',
  visitorName: 'Vera',
  message: 'Hello',
  ...ringDetails({}),
  purpose: null,
  timestamp: at,
  endsAt: later(45_000),
  outcome: null,
  isHandled: false,
  answeredBy: null,
  answeredSession: null,
  answeredAt: null,
  answeredMember: null,
  callSeconds: null,
  againOf: null,
  rings: 1,
  quiet: true,
  alerts: [],
  silencedBy: [],
  visitorAway: false,
  films: 0,
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
  hiddenChanges: 0,
  members: [],
}
/** A ring with every field set. */
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
  hiddenChanges: 2,
}
const visit = (changes: Partial<Ring>, now = later(1_000), messages: readonly Message[] = []) =>
  presentVisitorView({ ...ring, ...changes }, { now, cooldownMs: 20_000, inLine: 2, messages })
const message = (senderId: Message['senderId'], timestamp: Date): Message => ({
  seq: 1,
  activityId: 7,
  senderId,
  id: 'i',
  message: 'm',
  timestamp,
})

// covers: E-activity-live
test('endsAt is present only while the ring is live', () => {
  expect(presentActivity(ring, later(44_999))).toMatchObject({ outcome: null, endsAt: '2026-11-21T10:00:45.000Z' })
  expect(presentActivity(ring, later(45_000))).toMatchObject({ outcome: 'missed' })
  expect(presentActivity(ring, later(45_000))).not.toHaveProperty('endsAt')
  expect(presentActivity({ ...ring, outcome: 'answered_message' }, later(1))).not.toHaveProperty('endsAt')
})

// covers: E-activity
test('the owner’s view has every field of the ring', () => {
  const live = {
    id: 7,
    userId: 3,
    visitorName: 'Vera',
    activityType: 'doorbell_ring',
    message: 'Hello',
    films: 0,
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

// covers: E-visit E-chat-message
test('the visitor’s view has every visitor field and the messages', () => {
  const live = {
    id: 7,
    userId: 987_654,
    qrCodeId: 'code',
    doorLabel: 'Front door',
    visitorName: 'Vera',
    recordedUntil: null,
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
  expect(visit({ ...talked, premium: false, activityType: 'video_call' }, later(99_000), [message('resident', later(7_000))])).toEqual({
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
    version: 7,
    messages: [{ id: 'i', activityId: 7, senderId: 'resident', message: 'm', timestamp: '2026-11-21T10:00:07.000Z' }],
  })
})

test('the visitor’s view hides owner, device and do not disturb', () => {
  const view = visit({ outcome: 'answered_video', answeredBy: 'Chrome on Windows', answeredSession: 's1' })
  expect(view).toMatchObject({ userId: 987_654 })
  for (const secret of ['ownerId', 'answeredBy', 'answeredSession', 'quiet', 'visitorAway']) expect(view).not.toHaveProperty(secret)
  expect(JSON.stringify(view)).not.toMatch(/Windows|s1/)
})

test('the resident’s changes after a miss do not change the visitor’s view', () => {
  const missed = { outcome: 'missed' } as const
  const touched = { ...missed, isHandled: true, kept: true, premium: false, residentRead: 3, version: 5, hiddenChanges: 4 }
  expect(visit(touched)).toEqual(visit({ ...missed, premium: true }))
})

test('Call Again opens only after a miss, three times', () => {
  expect(visit({ outcome: 'missed' })).toMatchObject({ againAt: '2026-11-21T10:01:05.000Z', againLeft: 3 })
  expect(visit({ outcome: 'missed', rings: 4 })).toMatchObject({ againAt: null, againLeft: 0 })
  for (const outcome of ['cancelled', 'dismissed', 'answered_audio', null] as const)
    expect(visit({ outcome })).toMatchObject({ againAt: null, againLeft: 0 })
})

test('only a live ring has a queue position', () => {
  expect(visit({}).inLine).toBe(2)
  expect(visit({ outcome: 'missed' }).inLine).toBe(0)
})

test('messageLeft is set by a visitor’s message after the miss', () => {
  const missed = { outcome: 'missed' } as const
  expect(visit(missed, later(60_000), [message('visitor', later(50_000))]).messageLeft).toBe(true)
  expect(visit(missed, later(60_000), [message('visitor', later(5_000))]).messageLeft).toBe(false)
  expect(visit(missed, later(60_000), [message('resident', later(50_000))]).messageLeft).toBe(false)
})

test('after dismissal or Cancel a visitor may write after the resident', () => {
  for (const outcome of ['dismissed', 'cancelled'] as const) {
    expect(visit({ outcome }).canWrite).toBe(false)
    expect(visit({ outcome, residentWrote: true }).canWrite).toBe(true)
  }
  for (const outcome of [null, 'missed', 'answered_video'] as const) expect(visit({ outcome }).canWrite).toBe(true)
})
