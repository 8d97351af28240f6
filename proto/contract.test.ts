import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { ERRORS, errorBody } from './errors.ts'
import { EVENTS } from './events.ts'
import { ClientFrame, FRAME_OWNERS } from './frames/client.ts'
import { MediaReplies, MediaRequest } from './frames/media.ts'
import { LIMITS } from './limits.ts'
import { ownerOf, SERVICES } from './operation.ts'
import { operationByName, operations } from './operations/index.ts'
import { subjects } from './subjects.ts'

type Json = { properties?: Record<string, unknown>; additionalProperties?: unknown; anyOf?: Json[] }
const inputOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
const open = operations.filter((entry) => entry.http)

test('every operation has one name, owned by a service', () => {
  expect(operationByName.size).toBe(operations.length)
  for (const entry of operations) expect([...SERVICES, 'gateway']).toContain(ownerOf(entry.name))
})

test('no two operations answer the same method and path', () => {
  const routes = open.map((entry) => `${entry.http?.method} ${entry.http?.path.replace(/:\w+/g, ':')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test.each(open.map((entry) => [entry.name, entry] as const))(
  '%s takes its path parameters and refuses unknown keys [V-unknown-keys]',
  (_name, entry) => {
    const json = inputOf(entry.input)
    const parameters = [...(entry.http?.path.matchAll(/:(\w+)/g) ?? [])].map((match) => match[1])
    expect(Object.keys(json.properties ?? {})).toEqual(expect.arrayContaining(parameters))
    expect(json.additionalProperties).toBe(false)
  },
)

test.each(open.map((entry) => [entry.name, entry] as const))('%s names the activity where a visitor may call it', (_name, entry) => {
  const visitors = entry.caller === 'visitor' || entry.caller === 'either'
  expect(visitors ? entry.http?.path.includes(`:${entry.visit}`) : entry.visit).toBe(visitors ? true : undefined)
})

test('an operation without a route is the house’s own and is not limited', () => {
  for (const entry of operations.filter((candidate) => !candidate.http)) expect([entry.caller, entry.limit]).toEqual(['internal', 'none'])
  for (const entry of open) expect(entry.limit).not.toBe('none')
})

test('every error code has a status of its kind and a sentence', () => {
  for (const [code, entry] of Object.entries(ERRORS)) {
    expect(entry.status).toBeGreaterThanOrEqual(400)
    expect(entry.message).toMatch(/^[A-Z].{6,}/)
    expect(code).toMatch(/^[a-z_]+$/)
  }
})

test('each refusal has the status that clients go by, and those that pass say that they may be tried again [X-preparing] [X-calls-full] [X-unavailable] [X-limited] [X-ring-limited] [X-internal]', () => {
  const byStatus: Record<number, string> = {
    400: 'malformed photo_invalid picture_invalid sound_invalid token_invalid validation_failed',
    401: 'credentials_wrong unauthenticated',
    403: 'address_blocked origin_refused password_wrong subscription_required visitor_blocked',
    404: 'door_inactive invite_expired invite_unknown not_found',
    405: 'method_not_allowed',
    409:
      'again_too_soon again_used_up answered_elsewhere call_moved call_not_there contacts_full door_primary doors_full email_rejected ' +
      'email_taken erase_kept erase_too_soon invite_used ring_closed ring_over seat_taken username_taken visit_over',
    413: 'too_large',
    415: 'media_type',
    421: 'wrong_host',
    429: 'limited ring_limited',
    500: 'internal',
    503: 'billing_off calls_full calls_preparing door_preparing unavailable',
  }
  const told: Record<number, string[]> = {}
  for (const [code, { status }] of Object.entries(ERRORS)) told[status] = [...(told[status] ?? []), code].sort()
  expect(told).toEqual(Object.fromEntries(Object.entries(byStatus).map(([status, codes]) => [status, codes.split(' ')])))
  const again = Object.entries(ERRORS).flatMap(([code, entry]) => ('retryable' in entry && entry.retryable ? [code] : []))
  expect(again.sort()).toEqual(['call_moved', 'calls_full', 'calls_preparing', 'door_preparing', 'limited', 'ring_limited', 'unavailable'])
})

test('a refusal carries its details only where there are some', () => {
  expect(errorBody('not_found')).toEqual({ code: 'not_found', message: 'Not found.' })
  expect(errorBody('validation_failed', { message: 'Message is required' })).toMatchObject({ details: { message: 'Message is required' } })
})

test('a client frame is kept by the gateway or owned by an operation that takes its fields', () => {
  const kept = ['register', 'register_visitor', 'ping']
  for (const option of ClientFrame.options) {
    const type = option.shape.type.value
    const owner = (FRAME_OWNERS as Record<string, string>)[type]
    if (owner === undefined) expect(kept).toContain(type)
    else {
      const fields = Object.keys(inputOf(option).properties ?? {}).filter((field) => field !== 'type')
      expect(Object.keys(inputOf(operationByName.get(owner)?.input ?? z.never()).properties ?? {})).toEqual(expect.arrayContaining(fields))
    }
  }
})

test('a frame with an unknown key, type or text too long is refused', () => {
  const refused = [
    { type: 'register', userId: 1, admin: true },
    { type: 'unknown' },
    { type: 'chat_message', recipientId: 1, message: 'x'.repeat(2001) },
    { type: 'chat_message', recipientId: 1, message: '   ' },
    { type: 'call_response', visitorId: 'abc', accepted: true },
  ]
  for (const frame of refused) expect(ClientFrame.safeParse(frame).success).toBe(false)
})

test('ids may be numeric strings on sockets', () => {
  expect(ClientFrame.parse({ type: 'call_response', visitorId: '42', accepted: false })).toMatchObject({ visitorId: 42 })
})

/** What a resident writes and other pages of the account hear of by a frame of its own, or need not hear of. */
const HEARD_OTHERWISE = [
  'auth.resend_verification',
  'doorbell.handle',
  'doorbell.mark_handled',
  'doorbell.write_as_resident',
  'doorbell.invite_contact',
  'doorbell.read_notification',
  'doorbell.read_all_notifications',
  'doorbell.undo_read_all',
  'doorbell.change_preferences',
  'billing.choose_free',
  'billing.create_checkout_session',
]

test('every operation by which a resident changes something names what, or has a frame of its own', () => {
  const writes = open.filter(({ caller, http }) => caller === 'resident' && http?.method !== 'GET')
  expect(writes.filter(({ changes }) => !changes).map(({ name }) => name)).toEqual(HEARD_OTHERWISE)
})

test('every media reply answers a media request', () => {
  const requests: readonly string[] = MediaRequest.options.map((option) => option.shape.op.value)
  expect(requests).toEqual(expect.arrayContaining(Object.keys(MediaReplies)))
})

test('an event is named by its owner and a past tense, and holds no name, message or photo but the login’s', () => {
  for (const [name, schema] of Object.entries(EVENTS)) {
    expect(SERVICES).toContain(ownerOf(name))
    const fields = Object.keys(inputOf(schema).properties ?? {})
    expect(fields.filter((field) => /visitorName|message$|photo|email/.test(field))).toEqual([])
  }
})

test('a limit class that counts allows something', () => {
  for (const [name, rule] of Object.entries(LIMITS)) expect(name === 'none' || (rule.max > 0 && rule.by.length > 0)).toBe(true)
})

test('subjects are versioned and end in their id', () => {
  expect(subjects.rpc('auth.login')).toBe('rpc.v1.auth.login')
  expect(subjects.liveUser(7)).toBe('live.v1.user.7')
})
