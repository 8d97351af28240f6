import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { API_SCOPES } from './api-tokens.ts'
import { ERRORS, errorMessage } from './errors.ts'
import { EVENTS } from './events.ts'
import { ClientFrame, type ClientFrameOf, routeOf } from './frames/client.ts'
import { MediaReplies, MediaRequest } from './frames/media.ts'
import { FIELD, LIMITS, SOCKET } from './limits.ts'
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

// covers: V-unknown-keys
test.each(open.map((entry) => [entry.name, entry] as const))('%s accepts its path parameters and refuses unknown keys', (_name, entry) => {
  const json = inputOf(entry.input)
  const parameters = [...(entry.http?.path.matchAll(/:(\w+)/g) ?? [])].map((match) => match[1])
  expect(Object.keys(json.properties ?? {})).toEqual(expect.arrayContaining(parameters))
  expect(json.additionalProperties).toBe(false)
})

test.each(open.map((entry) => [entry.name, entry] as const))('%s takes an activity id wherever a visitor may call it', (_name, entry) => {
  const visitors = entry.caller === 'visitor' || entry.caller === 'either'
  expect(visitors ? entry.http?.path.includes(`:${entry.visit}`) : entry.visit).toBe(visitors ? true : undefined)
})

test('an operation without a route is internal and not rate-limited', () => {
  for (const entry of operations.filter((candidate) => !candidate.http)) expect([entry.caller, entry.limit]).toEqual(['internal', 'none'])
  for (const entry of open) expect(entry.limit).not.toBe('none')
})

test('every error code has an error status and a sentence', () => {
  for (const [code, entry] of Object.entries(ERRORS)) {
    expect(entry.status).toBeGreaterThanOrEqual(400)
    expect(entry.message).toMatch(/^[A-Z].{6,}/)
    expect(code).toMatch(/^[a-z_]+$/)
  }
})

// covers: calls_preparing calls_full unavailable limited ring_limited internal
test('each error code has its documented status and retryable flag', () => {
  const byStatus: Record<number, string> = {
    400: 'malformed passkey_invalid photo_invalid picture_invalid sound_invalid token_invalid validation_failed',
    401: 'credentials_wrong two_factor_required unauthenticated',
    403:
      'address_blocked code_wrong email_unverified origin_refused passkey_wrong password_needed password_wrong registration_closed ' +
      'scope_missing subscription_required visitor_blocked wall_session',
    404: 'door_inactive invite_expired invite_unknown not_found',
    405: 'method_not_allowed',
    409:
      'again_too_soon again_used_up already_paying answered_elsewhere api_tokens_full call_moved call_not_there contacts_full ' +
      'devices_full door_primary doors_full email_rejected email_taken erase_kept erase_too_soon household_full household_own ' +
      'invite_used not_ending passkeys_full ' +
      'passkeys_off recording_full recording_over ring_closed ring_over seat_taken two_factor_enrol two_factor_off two_factor_on ' +
      'username_taken visit_over webhooks_full',
    413: 'too_large',
    415: 'media_type',
    416: 'range_invalid',
    421: 'wrong_host',
    429: 'limited ring_limited',
    500: 'internal',
    503: 'billing_off calls_full calls_preparing door_preparing recording_off unavailable',
  }
  const byCode: Record<number, string[]> = {}
  for (const [code, { status }] of Object.entries(ERRORS)) byCode[status] = [...(byCode[status] ?? []), code].sort()
  expect(byCode).toEqual(Object.fromEntries(Object.entries(byStatus).map(([status, codes]) => [status, codes.split(' ')])))
  const again = Object.entries(ERRORS).flatMap(([code, entry]) => ('retryable' in entry && entry.retryable ? [code] : []))
  expect(again.sort()).toEqual(['call_moved', 'calls_full', 'calls_preparing', 'door_preparing', 'limited', 'ring_limited', 'unavailable'])
})

test('a variant of an error has its own message', () => {
  expect(errorMessage('not_found')).toBe('Not found.')
  expect(errorMessage('not_found', { variant: 'registered' })).toBe('This socket is already registered.')
  expect(errorMessage('not_found', { variant: 'of_a_newer_copy' })).toBe('Not found.')
})

test('every client frame is handled by the gateway or is, without its type, the input of its operation', () => {
  const kept = ['register', 'register_visitor', 'ping']
  for (const option of ClientFrame.options) {
    const type = option.shape.type.value
    const owner = routeOf(type)?.to
    if (owner === undefined) expect(kept).toContain(type)
    else expect(inputOf(operationByName.get(owner)?.input ?? z.never())).toEqual(inputOf((option as z.ZodObject).omit({ type: true })))
  }
})

test('a frame with an unknown key, unknown type or oversized text is refused', () => {
  const refused = [
    { type: 'register', userId: 1, admin: true },
    { type: 'unknown' },
    { type: 'chat_message', recipientId: 1, message: 'x'.repeat(2001) },
    { type: 'chat_message', recipientId: 1, message: '   ' },
    { type: 'call_response', visitorId: 'abc', accepted: true },
  ]
  for (const frame of refused) expect(ClientFrame.safeParse(frame).success).toBe(false)
})

test('a frame with its longest texts fits, even where JSON escapes every character', () => {
  const escaped = (length: number) => '\u0001'.repeat(length)
  const id = 2 ** 31 - 1
  const requestId = 'r'.repeat(40)
  const chat: ClientFrameOf<'chat_message'> = {
    type: 'chat_message',
    recipientId: id,
    activityId: id,
    message: escaped(FIELD.chatMessage),
    timestamp: '2026-01-01T00:00:00.000+00:00',
    id: '00000000-0000-4000-8000-000000000000',
    requestId,
  }
  const ring: ClientFrameOf<'doorbell_ring'> = {
    type: 'doorbell_ring',
    userId: id,
    activityId: id,
    visitorName: escaped(FIELD.visitorName),
    message: escaped(FIELD.ringMessage),
    hasPhoto: false,
  }
  const visitor: ClientFrameOf<'register_visitor'> = {
    type: 'register_visitor',
    qrCodeId: escaped(FIELD.qrCodeId),
    visitorName: escaped(FIELD.visitorName),
    activityId: id,
  }
  for (const frame of [chat, ring, visitor])
    expect([frame.type, Buffer.byteLength(JSON.stringify(frame)) <= SOCKET.maxBytesOrdinary]).toEqual([frame.type, true])
})

test('socket frames accept ids as numeric strings', () => {
  expect(ClientFrame.parse({ type: 'call_response', visitorId: '42', accepted: false })).toMatchObject({ visitorId: 42 })
})

/** Resident mutations that update other pages by their own frame, or need no update. */
const UPDATED_BY_OWN_FRAME = [
  'auth.resend_verification',
  'auth.confirm_password',
  'auth.change_password',
  'auth.delete_account',
  'auth.enrol_two_factor',
  'auth.begin_passkey',
  'auth.begin_passkey_check',
  'auth.confirm_passkey',
  // Changes nothing that a page shows.
  'auth.ask_support',
  'doorbell.handle',
  'doorbell.mark_handled',
  'doorbell.silence',
  'doorbell.write_as_resident',
  'doorbell.remove_film',
  'doorbell.test_ring',
  'doorbell.invite_contact',
  'doorbell.read_notification',
  'doorbell.read_all_notifications',
  'doorbell.undo_read_all',
  'doorbell.change_preferences',
  'billing.choose_free',
  'billing.create_checkout_session',
  // Redirects to Stripe's page; its effects arrive by Stripe's events.
  'billing.create_portal_session',
  'billing.resume',
]

test('every resident mutation names what it changes or has its own frame', () => {
  const writes = open.filter(({ caller, http }) => caller === 'resident' && http?.method !== 'GET')
  expect(writes.filter(({ changes }) => !changes).map(({ name }) => name)).toEqual(UPDATED_BY_OWN_FRAME)
})

test('no operation of an account, its security or its plan is open to API tokens', () => {
  const scoped = open.filter(({ scope }) => scope !== undefined)
  expect(new Set(scoped.map(({ name }) => ownerOf(name)))).toEqual(new Set(['doorbell', 'gateway', 'notify']))
  expect(scoped.filter(({ caller }) => caller !== 'resident' && caller !== 'either')).toEqual([])
  expect(new Set(scoped.map(({ scope }) => scope))).toEqual(new Set(API_SCOPES))
})

test('every media reply answers a media request', () => {
  const requests: readonly string[] = MediaRequest.options.map((option) => option.shape.op.value)
  expect(requests).toEqual(expect.arrayContaining(Object.keys(MediaReplies)))
})

test('events are named by their owner and carry no visitor data', () => {
  for (const [name, schema] of Object.entries(EVENTS)) {
    expect(SERVICES).toContain(ownerOf(name))
    const fields = Object.keys(inputOf(schema).properties ?? {})
    expect(fields.filter((field) => /visitorName|message$|photo|email/.test(field))).toEqual([])
  }
})

test('every limit class allows at least one request', () => {
  for (const [name, rule] of Object.entries(LIMITS)) expect(name === 'none' || (rule.max > 0 && rule.by.length > 0)).toBe(true)
})

test('subjects are versioned and end in an id', () => {
  expect(subjects.rpc('auth.login')).toBe('rpc.v1.auth.login')
  expect(subjects.liveUser(7)).toBe('live.v1.user.7')
})
