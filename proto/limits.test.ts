import { expect, test } from '@jest/globals'
import { VOCABULARY } from './entities.ts'
import { FIELD, LIMITS, LIST, PHOTO_BYTES, PREMIUM_PRICE, RETENTION_DAYS, SOCKET, SOUNDS, TIME, VISIT } from './limits.ts'

const HOUR = 3_600_000

test('the pages wait as long as the specification says', () => {
  const { redirectAfterAuth, activitiesPoll, clockRefresh, copied, reRegister, toast } = TIME
  expect({ redirectAfterAuth, activitiesPoll, clockRefresh, copied, reRegister, toast }).toEqual({
    redirectAfterAuth: 100,
    activitiesPoll: 5_000,
    clockRefresh: 60_000,
    copied: 2_000,
    reRegister: 500,
    toast: 5_000,
  })
})

test('notifications are asked for again after a minute', () => {
  expect(TIME.notificationsCache).toBe(60_000)
})

test('contacts are asked for again after five minutes', () => {
  expect(TIME.contactsCache).toBe(5 * 60_000)
})

test('the socket comes back as the specification says [L-backoff] [L-jitter] [L-throttle]', () => {
  expect(SOCKET).toMatchObject({
    path: '/ws',
    maxReconnects: 5,
    backoffBase: 1_000,
    backoffMax: 10_000,
    jitter: 1_000,
    throttle: 2_000,
    waitAfterMax: 60_000,
  })
})

test('a ring lives 45 s, a seat 15 s and 30 s more, and what is promised for days is kept for days [S-ring] [L-session] [L-verify] [L-visit-cookie]', () => {
  expect(TIME).toMatchObject({ ringLife: 45_000, ringCooldown: 20_000, seatClaim: 15_000, seatFree: 30_000, visitorAway: 60_000 })
  expect(TIME).toMatchObject({ interruptedAfter: 3_000, interruptedEnds: 30_000, lateCallWithin: 10 * 60_000 })
  expect([TIME.visitorTokenLife, TIME.verifyMailLife]).toEqual([24 * HOUR, 72 * HOUR])
  expect([TIME.sessionIdle, TIME.sessionAbsolute]).toEqual([60 * 24 * HOUR, 365 * 24 * HOUR])
})

test('fields are as long as the specification and the decisions say [L-user-fields] [L-ring-fields] [L-chat]', () => {
  expect(FIELD).toMatchObject({ username: 50, name: 50, email: 100, qrCodeId: 20, visitorName: 100, passwordMin: 8 })
  expect(FIELD).toMatchObject({ ringMessage: 500, unitNumber: 20, chatMessage: 2_000, shortCode: 8 })
})

test('storage, price, lists and photos are as promised [L-storage] [L-storage-premium] [L-price] [C-paging] [X-photo]', () => {
  expect(RETENTION_DAYS).toEqual({ free: 3, premium: 30 })
  expect(PREMIUM_PRICE).toEqual({ amount: '9.99', currency: 'usd' })
  expect(LIST).toEqual({ default: 50, max: 100 })
  expect(PHOTO_BYTES).toBe(1_000_000)
})

test('a visit is erased from a day after, a pass counts around its time, a block ends [L-erase] [L-pass] [L-block] [V-visit-time] [L-visit-requests]', () => {
  expect(VISIT).toEqual({
    daysAhead: 90,
    opensBefore: 2 * HOUR,
    closesAfter: 4 * HOUR,
    waiting: 100,
    ofAddressInADay: 10,
    eraseAfter: 24 * HOUR,
    block: 30 * 24 * HOUR,
    blockAddress: 24 * HOUR,
  })
})

test('a short code may be tried ten times a minute [L-code-tries]', () => {
  expect(LIMITS.code).toMatchObject({ by: ['address', 'everybody'], max: 10, window: 60_000 })
})

test('the three sounds have the specified addresses [L-sounds]', () => {
  expect(Object.values(SOUNDS).sort()).toEqual(['/sounds/call-connected.mp3', '/sounds/doorbell-ring.mp3', '/sounds/notification.mp3'])
})

test('one table joins the answer, what is written and what came of it [F-vocabulary]', () => {
  expect(VOCABULARY).toEqual({
    video: { handledType: 'video_call', outcome: 'answered_video' },
    audio: { handledType: 'audio_call', outcome: 'answered_audio' },
    message: { handledType: 'message', outcome: 'answered_message' },
    dismiss: { handledType: 'dismissed', outcome: 'dismissed' },
  })
})
