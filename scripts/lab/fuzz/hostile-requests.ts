/** Requests that are invalid in one way: changes of a valid request. */
import fc from 'fast-check'
import { operationNamed } from '#proto/operations/index.ts'
import { requestOf, type WireRequest } from '#scripts/testing/generate/requests.ts'
import type { PublicName, Values } from '#scripts/testing/generate/rules.ts'
import { hostile, withField } from './hostile-values.ts'

type Change = (name: PublicName, input: Values) => WireRequest

const PATH_TEXTS = [
  '%00',
  '%E0%A4%A',
  '%',
  '%ff%fe',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '-1',
  '0',
  '1.5',
  '1e3',
  '0x10',
  '2147483648',
  '99999999999999999999',
  '%F0%9F%92%A5',
  '%ed%a0%80',
  "1'%20OR%20'1'='1",
  '1;2',
  '__proto__',
  'constructor',
  'null',
  'x'.repeat(5_000),
]
const QUERIES = [
  'limit=0',
  'limit=-1',
  'limit=1e9',
  'limit=NaN',
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  'cursor=x',
  'cursor=%00',
  'cursor=AAAA',
  `cursor=${'x'.repeat(90)}`,
  'cursor[]=1',
  '__proto__[polluted]=1',
  'constructor[prototype][polluted]=1',
  'a=%E0%A4%A',
  'search=%00',
  `search=${'%F0%9F%92%A5'.repeat(60)}`,
  'from=2026-13-45',
  'from=2026-05-01&to=2026-04-01',
  'timeZone=Mars/Olympus',
  'door=0',
  'x=1'.repeat(300),
  '&&&===',
]
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;charset=bogus' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'image/jpeg' },
  { 'content-type': '' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { 'content-encoding': 'bogus' },
  { origin: 'null' },
  { origin: 'https://evil.example' },
  { origin: 'x' },
  { host: 'evil.example' },
  { host: '' },
  { cookie: 'session=x; session=y; =; ;;' },
  { cookie: `a=${'x'.repeat(7_000)}` },
  { cookie: '__proto__=1; constructor=2; visit-1=x; visit-99999999999=x' },
  { 'idempotency-key': 'x'.repeat(2_000) },
  { 'idempotency-key': '\u00ff\u00fe' },
  { 'accept-language': 'de;q=9,*;q=x,,,;' },
  { 'accept-language': 'x-'.repeat(500) },
  { 'accept-encoding': 'gzip;q=0, *;q=0' },
  { accept: 'x/y;q=z' },
  { range: 'bytes=5-1,9-' },
  { 'if-none-match': '*' },
  { 'if-modified-since': 'yesterday' },
  { 'x-forwarded-for': '1.2.3.4, , ::ffff:, x' },
  { 'x-caller': 'eyJhbGciOiJub25lIn0.e30.' },
  { expect: '100-continue' },
  { 'user-agent': '\u00e9'.repeat(3_000) },
  { 'user-agent': '' },
  { 'sec-fetch-site': 'cross-site' },
]
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The fields of the body. */
const bodyKeys = (name: PublicName, input: Values) =>
  Object.keys(input).filter((key) => !operationNamed(name).http?.path.includes(`:${key}`))
const withBody = (name: PublicName, request: WireRequest): WireRequest =>
  request.method === 'GET' ? { ...request, method: operationNamed(name).http?.method ?? 'POST' } : request
const json = (request: WireRequest, body: string | Uint8Array): WireRequest => ({
  ...request,
  headers: { 'content-type': 'application/json', ...request.headers },
  body,
})

const oneField = fc.tuple(fc.nat(), hostile.field).map(
  ([pick, text]): Change =>
    (name, input) => {
      const keys = bodyKeys(name, input)
      const request = requestOf(name, input)
      const fields = Object.fromEntries(keys.map((key) => [key, input[key]]))
      return json(withBody(name, request), withField(fields, keys[pick % keys.length] ?? 'unknown', text))
    },
)
const unknownField = fc
  .tuple(fc.constantFrom('__proto__', 'constructor', 'isAdmin', 'userId', 'id', 'x'.repeat(3_000), '', '\0', '💥'), hostile.field)
  .map(
    ([key, text]): Change =>
      (name, input) => {
        const fields = Object.fromEntries(bodyKeys(name, input).map((field) => [field, input[field]]))
        return json(withBody(name, requestOf(name, input)), withField(fields, key, text))
      },
  )
const wholeBody = hostile.whole.map(
  (body): Change =>
    (name, input) =>
      json(requestOf(name, input), body),
)
const lessFields = fc.nat().map(
  (pick): Change =>
    (name, input) => {
      const keys = bodyKeys(name, input)
      const { [keys[pick % keys.length] ?? '']: _left, ...rest } = input
      return requestOf(name, rest)
    },
)
const path = fc.tuple(fc.constantFrom(...PATH_TEXTS), fc.boolean()).map(
  ([text, after]): Change =>
    (name, input) => {
      const request = requestOf(name, input)
      const route = operationNamed(name).http?.path ?? ''
      const changed = route.includes(':')
        ? route.replace(/:\w+/, () => text)
        : after
          ? `${route}/${text}`
          : route.replace(/[^/]*$/, () => text)
      return { ...request, path: changed }
    },
)
const query = fc.constantFrom(...QUERIES).map(
  (text): Change =>
    (name, input) => {
      const request = requestOf(name, input)
      return { ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}${text}` }
    },
)
const headers = fc.constantFrom(...HEADERS).map(
  (more): Change =>
    (name, input) => {
      const request = requestOf(name, input)
      return { ...request, headers: { ...request.headers, ...more } }
    },
)
const method = fc.constantFrom(...METHODS).map(
  (verb): Change =>
    (name, input) => ({ ...requestOf(name, input), method: verb }),
)

/** @returns changes that make a valid request of an operation invalid or unusual */
export const changes: fc.Arbitrary<Change> = fc.oneof(
  { arbitrary: oneField, weight: 6 },
  { arbitrary: wholeBody, weight: 4 },
  { arbitrary: unknownField, weight: 2 },
  { arbitrary: headers, weight: 3 },
  { arbitrary: path, weight: 3 },
  { arbitrary: query, weight: 2 },
  { arbitrary: lessFields, weight: 1 },
  { arbitrary: method, weight: 1 },
)
