import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { EVENT_IDS, EVENTS, type EventName, eventIds, eventKey, eventUser } from './events.ts'

const NAMES = Object.keys(EVENTS) as EventName[]
/** Texts that identify a thing and contain nothing about a person: ids by their name, times by their format. */
const ID_TEXTS = /^(?:\w+Id|session|device)$/

type Json = { type?: string | string[]; format?: string; enum?: unknown[]; anyOf?: Json[] }

function isFreeText(json: Json): boolean {
  if (json.anyOf) return json.anyOf.some(isFreeText)
  return [json.type].flat().includes('string') && !json.format && !json.enum
}

test.each(NAMES)('the dead letter of %s keeps only ids', (name) => {
  const { shape } = EVENTS[name] as z.ZodObject
  const texts = EVENT_IDS[name].filter((key) =>
    isFreeText(z.toJSONSchema(z.object({ value: shape[key] ?? z.never() })).properties?.value as Json),
  )
  expect(texts.filter((key) => !ID_TEXTS.test(key))).toEqual([])
})

test('the ids of a login event omit name, address and browser', () => {
  const data = { userId: 7, username: 'mara', address: '127.0.0.1', userAgent: 'Mozilla/5.0', deviceKnown: false }
  expect(eventIds('auth.login_failed', data)).toEqual({ userId: 7, deviceKnown: false })
})

test('event ids omit a field whose type differs from the schema', () => {
  expect(eventIds('billing.subscription_changed', { userId: 'Mara Lindt', tier: 'premium', version: 1 })).toEqual({
    tier: 'premium',
    version: 1,
  })
})

test.each([
  ['no event', { userId: 1 }],
  ['auth.user_registered', 'text'],
  ['auth.user_registered', null],
])('%s with %p has no ids', (name, data) => {
  expect(eventIds(name, data)).toEqual({})
})

test('event keys distinguish rings, and users of events without a ring', () => {
  expect(eventKey({ activityId: 3, ownerId: 7 })).not.toBe(eventKey({ activityId: 4, ownerId: 7 }))
  expect(eventKey({ ownerId: 7 })).toBe(eventKey({ userId: 7 }))
  for (const broken of [undefined, null, 'text', { ownerId: { toString: 1 } }]) expect(eventKey(broken)).toBe('user ')
})

test('an event’s user is its userId, else its ownerId, else 0', () => {
  expect([eventUser({ userId: 7 }), eventUser({ activityId: 3, ownerId: 8 }), eventUser({ userId: null }), eventUser({})]).toEqual([
    7, 8, 0, 0,
  ])
})
