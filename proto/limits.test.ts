import { expect, test } from '@jest/globals'
import { VOCABULARY } from './entities.ts'
import { FIELD, LIMITS, LIST, PHOTO_BYTES, PREMIUM_PRICE, RETENTION_DAYS, SOCKET, SOUNDS, TIME, VISIT } from './limits.ts'
import { RING_DETAILS } from './ring-details.ts'

const HOUR = 3_600_000

test('page delays match the specification', () => {
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

test('notifications are refetched after one minute', () => {
  expect(TIME.notificationsCache).toBe(60_000)
})

test('contacts are refetched after five minutes', () => {
  expect(TIME.contactsCache).toBe(5 * 60_000)
})

// covers: L-backoff L-jitter L-throttle
test('socket timings match the specification', () => {
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

// covers: S-ring L-session L-verify L-visit-cookie
test('ring, holder and retention times match the decisions', () => {
  expect(TIME).toMatchObject({
    ringLife: 45_000,
    ringCooldown: 20_000,
    holderConnectsWithin: 15_000,
    holderFreedFor: 30_000,
    visitorAway: 60_000,
    holderAwayAfter: 10_000,
  })
  expect(TIME).toMatchObject({ interruptedAfter: 3_000, interruptedEnds: 30_000, lateCallWithin: 10 * 60_000 })
  expect([TIME.visitorTokenLife, TIME.verifyMailLife]).toEqual([24 * HOUR, 72 * HOUR])
  expect([TIME.sessionIdle, TIME.sessionAbsolute]).toEqual([60 * 24 * HOUR, 365 * 24 * HOUR])
})

// covers: L-user-fields L-ring-fields L-chat
test('field lengths match the specification and the decisions', () => {
  expect(FIELD).toMatchObject({ username: 50, name: 50, email: 100, qrCodeId: 20, visitorName: 100, passwordMin: 8 })
  expect(FIELD).toMatchObject({ ringMessage: 500, chatMessage: 2_000, shortCode: 8 })
  expect(RING_DETAILS.unitNumber.max).toBe(20)
})

// covers: L-storage L-storage-premium L-price C-paging X-photo
test('storage, price, list and photo limits match the specification', () => {
  expect(RETENTION_DAYS).toEqual({ free: 3, premium: 30 })
  expect(PREMIUM_PRICE).toEqual({ amount: 9.99, currency: 'usd' })
  expect(LIST).toEqual({ default: 50, max: 100 })
  expect(PHOTO_BYTES).toBe(1_000_000)
})

// covers: L-erase L-pass L-block V-visit-time L-visit-requests
test('erase, pass and block periods match the decisions', () => {
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

// covers: L-code-tries
test('a short code can be tried ten times a minute', () => {
  expect(LIMITS.code).toMatchObject({ by: ['address', 'everybody'], max: 10, window: 60_000 })
})

// covers: L-sounds
test('the three sounds have their specified URLs', () => {
  expect(Object.values(SOUNDS).sort()).toEqual(['/sounds/call-connected.mp3', '/sounds/doorbell-ring.mp3', '/sounds/notification.mp3'])
})

// covers: F-vocabulary
test('one table maps the answer to the stored value and the outcome', () => {
  expect(VOCABULARY).toEqual({
    video: { handledType: 'video_call', outcome: 'answered_video' },
    audio: { handledType: 'audio_call', outcome: 'answered_audio' },
    message: { handledType: 'message', outcome: 'answered_message' },
    dismiss: { handledType: 'dismissed', outcome: 'dismissed' },
  })
})
