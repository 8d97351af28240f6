/** The headers of the API in the OpenAPI document. */
import type { ErrorCode } from '#proto/errors.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'
import type { Json } from './schemas.ts'

const text = (description: string, example: string, more: Json = {}) => ({ description, schema: { type: 'string', ...more }, example })

const HEADERS = {
  'X-Request-Id': text('Names this request in the logs of the server.', '7f0c2b1e-4a0d-4d3f-9f57-0d9b0f6a1c11'),
  'Retry-After': { description: 'Seconds after which the request may be repeated.', schema: { type: 'integer', minimum: 1 }, example: 7 },
  Link: text('The next page of the list; absent on the last one (RFC 8288).', '</api/activities?limit=50&cursor=AbC>; rel="next"'),
  ETag: text('Names the present content; send it as `If-None-Match` (RFC 9110, 8.8.3).', 'W/"q1YzqB0pM0k3cV8rJ5tX2A"'),
  'RateLimit-Policy': text('The limits that this request counts against: quota and window in seconds.', '"read";q=600;w=60'),
  RateLimit: text('What is left of them, and the seconds until they are whole again.', '"read";r=598;t=41'),
  'WWW-Authenticate': text('What an API token lacks (RFC 6750).', 'Bearer error="insufficient_scope", scope="doors:write"'),
  'Set-Cookie': text(
    'The cookie of the session or the visit: HttpOnly, SameSite=Lax, Path=/, on https Secure.',
    '__Host-session=…; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax',
  ),
} as const satisfies Readonly<Record<string, Json>>
type HeaderName = keyof typeof HEADERS

const PARAMETERS = {
  'Idempotency-Key': {
    ...text('A request that is repeated with the same key gets the first answer, and rings once.', '5f3c6a9e-…', { maxLength: 100 }),
    required: false,
  },
  'X-Ring-Proof': {
    ...text(
      'The proof of work that a 429 has asked for: `{challenge}.{number}`, whose SHA-256 begins with so many zero bits.',
      '1764428400.Kq3….52103',
    ),
    required: false,
  },
  'If-None-Match': {
    ...text('The `ETag` of the answer that the client has: where nothing has changed it gets 304.', 'W/"q1YzqB0pM0k3cV8rJ5tX2A"'),
    required: false,
  },
  'X-Push-Token': { ...text('The token of the push, so that the request counts for its account.', 'Xy1…'), required: false },
} as const satisfies Readonly<Record<string, Json>>
type ParameterName = keyof typeof PARAMETERS

const references = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

/** Their answers sign a browser in, or give it access to a ring. */
const SETS_COOKIE: ReadonlySet<string> = new Set([
  ...['auth.register', 'auth.login', 'auth.use_sign_in_link', 'auth.sign_in_with_passkey'],
  ...['doorbell.ring', 'doorbell.join_invite'],
])

const fieldsOf = ({ input }: Operation): Readonly<Record<string, unknown>> =>
  'shape' in input && typeof input.shape === 'object' ? { ...input.shape } : {}

/** The limit of rings is no plain quota (record 0042). */
const RATE = ['RateLimit', 'RateLimit-Policy'] as const

const isOurs = ({ http, name }: Operation) => http?.path.startsWith('/api/') && ownerOf(name) !== 'gateway'

/** The headers of an operation's success. */
export function answerHeaders(operation: Operation): Json {
  if (!isOurs(operation)) return {}
  return references([
    'X-Request-Id',
    ...(operation.limit === 'ring' ? [] : RATE),
    ...(operation.conditional ? (['ETag'] as const) : []),
    ...(operation.http?.method === 'GET' && 'cursor' in fieldsOf(operation) ? (['Link'] as const) : []),
    ...(SETS_COOKIE.has(operation.name) ? (['Set-Cookie'] as const) : []),
  ])
}

/** The headers of a refusal with one of these codes. */
export function refusalHeaders(status: number, codes: readonly ErrorCode[]): Json {
  return references([
    'X-Request-Id',
    ...(codes.includes('limited') ? RATE : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
    ...(codes.includes('unauthenticated') || codes.includes('scope_missing') ? (['WWW-Authenticate'] as const) : []),
  ])
}

/** The headers that an operation reads, as references. */
export function headerParameters(operation: Operation): Json[] {
  if (!isOurs(operation)) return []
  const { name, limit, conditional } = operation
  const names: ParameterName[] = [
    ...(IDEMPOTENT.has(name) ? (['Idempotency-Key'] as const) : []),
    ...(limit === 'ring' ? (['X-Ring-Proof'] as const) : []),
    ...(conditional ? (['If-None-Match'] as const) : []),
    ...(limit === 'report' ? (['X-Push-Token'] as const) : []),
  ]
  return names.map((header) => ({ $ref: `#/components/parameters/${header}` }))
}

/** Their use cases store the caller's key. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['doorbell.ring', 'doorbell.join_invite', 'doorbell.request_visit', 'doorbell.test_ring'])

export const HEADER_COMPONENTS: Readonly<Record<string, Json>> = HEADERS
export const PARAMETER_COMPONENTS: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(PARAMETERS).map(([name, parameter]) => [name, { name, in: 'header', ...parameter }]),
)
