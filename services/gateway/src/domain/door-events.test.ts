import { expect, test } from '@jest/globals'
import type { Activity } from '#proto/entities.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { createDoorEvents } from './door-events.ts'

const NOW = new Date('2026-11-30T12:00:30.000Z')
const RUNG = '2026-11-30T12:00:00.000Z'
const activity = (fields: Partial<Activity> = {}): Activity => ({
  ...{ id: 7, userId: 1, visitorName: 'Vera', activityType: 'doorbell_ring', message: 'Hello', timestamp: RUNG, isHandled: false },
  ...{ photoUrl: null, unitNumber: null, purpose: null, outcome: null, answeredBy: null, answeredSession: null, answeredAt: null },
  ...{ callSeconds: null, doorId: 1, doorLabel: 'Front door', againOf: null, rings: 1, hasChat: false, quiet: false, alerts: [] },
  ...{ visitorAway: false, expected: false, kept: false, blocked: false, expiresAt: RUNG, version: 1 },
  endsAt: '2026-11-30T12:00:45.000Z',
  ...fields,
})
const changed = (fields: Partial<Activity>): ServerFrame => {
  const { endsAt, ...rest } = activity(fields)
  const shown = rest.outcome === null && endsAt ? { ...rest, endsAt } : rest
  return { type: 'activity_changed', activityId: rest.id, answeredBy: rest.answeredBy, activity: shown, now: NOW.toISOString() }
}
const ring: ServerFrame = { type: 'doorbell_ring', activityId: 7, visitorName: 'Vera', message: 'Hello', activity: activity(), now: RUNG }

/** @returns the events of these updates, one after the other */
function typesOf(...frames: ServerFrame[]): string[] {
  const eventsOf = createDoorEvents()
  return frames.flatMap((frame) => eventsOf(frame, NOW).map(({ type }) => type))
}

test('a ring begins once and ends once, however often it is repeated', () => {
  const seen = changed({ version: 2 })
  const missed = changed({ version: 3, outcome: 'missed' })
  expect(typesOf(ring, seen, ring, missed, missed, changed({ version: 4, outcome: 'missed', isHandled: true }), ring)).toEqual([
    'ring.created',
    'ring.missed',
  ])
})

test.each([
  ['answered_video', 'ring.answered'],
  ['answered_audio', 'ring.answered'],
  ['answered_message', 'ring.answered'],
  ['dismissed', 'ring.dismissed'],
  ['missed', 'ring.missed'],
  ['cancelled', 'ring.cancelled'],
] as const)('a ring with the outcome %s ends with %s', (outcome, type) => {
  expect(typesOf(ring, changed({ outcome }))).toEqual(['ring.created', type])
})

test('a quiet ring begins too, and says that it is quiet', () => {
  const eventsOf = createDoorEvents()
  expect(eventsOf(changed({ quiet: true }), NOW)).toMatchObject([
    { type: 'ring.created', id: 'ring.created-7', timestamp: RUNG, data: { quiet: true } },
  ])
})

test('a change of a ring that was over before makes no event', () => {
  expect(typesOf(changed({ outcome: 'missed', isHandled: true }))).toEqual([])
})

test('the photo is told when it can be read, also with the first update of its ring', () => {
  const photoUrl = '/api/activities/7/photo'
  expect(typesOf(ring, changed({ photoUrl }), changed({ photoUrl, version: 3 }))).toEqual(['ring.created', 'ring.photo'])
  expect(typesOf(changed({ photoUrl }))).toEqual(['ring.created', 'ring.photo'])
})

test('a visitor’s message is told once, the resident’s own not', () => {
  const message = { type: 'chat_message', id: 'a', activityId: 7, message: 'Hello', timestamp: RUNG } as const
  expect(
    typesOf({ ...message, senderId: 'visitor' }, { ...message, senderId: 'visitor' }, { ...message, id: 'b', senderId: 'resident' }),
  ).toEqual(['ring.message'])
})

test('visit requests and changes of doors are told, other notifications and changes not', () => {
  const notification = {
    ...{ id: 3, type: 'doorbell' as const, params: { name: 'Vera' }, title: '', message: '', name: 'Vera', timestamp: RUNG, read: false },
    ...{ actionRequired: true, activityId: null, visitRequestId: 5 },
  } as const
  const added = (kind: 'visit' | 'ring'): ServerFrame => ({
    type: 'notifications_changed',
    unread: 1,
    added: { notification: { ...notification, kind }, alerts: [] },
  })
  expect(typesOf(added('ring'), added('visit'))).toEqual(['visit.requested'])
  expect(typesOf({ type: 'account_changed', parts: ['contacts'] }, { type: 'account_changed', parts: ['doors'] })).toEqual(['door.changed'])
  expect(typesOf({ type: 'notifications_changed', unread: 0 }, { type: 'pong' })).toEqual([])
})
