import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createApi, nextCursor } from './api.ts'
import { ApiError, isApiError } from './api-error.ts'
import { allRoutes } from './routes.static.ts'
import { createServerClock } from './server-clock.ts'
import { NO_ANSWER } from './texts/en-errors.ts'

type Seen = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

let server: Server
let seen: Seen[]
let answer: (response: ServerResponse) => void

const api = () => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return createApi({
    routes: allRoutes,
    clock: createServerClock(),
    fetch: (url, init) => fetch(`http://127.0.0.1:${address.port}${String(url)}`, init),
  })
}
const reply = (status: number, body: string, headers: Record<string, string> = {}) => {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }
}
const caughtError = (status: number, body: string, headers?: Record<string, string>): Promise<unknown> => {
  reply(status, body, headers)
  return api()
    .call('auth.user', {})
    .catch((error: unknown) => error)
}

beforeEach(async () => {
  seen = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('path parameters leave the body', async () => {
  reply(201, '{"id":1}')
  await api().call('doorbell.ring', { qrCodeId: 'a/b', visitorName: 'Mara', message: 'Hi' }, { idempotencyKey: 'k1' })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/doorbell/ring/a%2Fb' })
  expect(seen[0]?.headers['idempotency-key']).toBe('k1')
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ visitorName: 'Mara', message: 'Hi' })
})

test('a GET puts its input into the query and reads the next cursor', async () => {
  reply(200, '[]', { link: '</api/activities?limit=2&cursor=abc>; rel="next"' })
  const page = await api().page('doorbell.activities', { limit: 2 })
  expect(seen[0]?.url).toBe('/api/activities?limit=2')
  expect(page).toEqual({ items: [], next: 'abc' })
})

test('an upload sends the bytes unchanged', async () => {
  reply(204, '')
  await api().upload('doorbell.put_photo', { id: 5 }, new Blob(['jpeg'], { type: 'image/jpeg' }))
  expect(seen[0]).toMatchObject({ method: 'PUT', url: '/api/doorbell/visits/5/photo', body: 'jpeg' })
  expect(seen[0]?.headers['content-type']).toBe('image/jpeg')
})

// covers: T-error
test("an error has the server's message, code, details and Retry-After", async () => {
  const error = await caughtError(
    400,
    '{"message":"Please check","code":"validation_failed","details":{"message":"Message is required"}}',
    {
      'retry-after': '3',
    },
  )
  expect(isApiError(error, 'validation_failed')).toBe(true)
  expect(error).toMatchObject({ message: 'Please check', status: 400, details: { message: 'Message is required' }, retryAfter: 3 })
})

// covers: T-error
test('an error without a message reads "status: text"', async () => {
  expect(await caughtError(403, '<html>')).toMatchObject({ message: '403: Forbidden', code: 'unknown', status: 403 })
})

// covers: T-error
test.each([
  ['a 502 page', 502, '<html><h1>502 Bad Gateway</h1></html>'],
  ['an empty 502', 502, ''],
  ['a 503 page', 503, 'upstream connect error'],
  ['a 504 page', 504, '<html>'],
  ["a hotspot's 200 page", 200, '<!doctype html><title>Sign in</title>'],
  ['an empty 200', 200, ''],
])('%s counts as unavailable', async (_, status, body) => {
  const error = await caughtError(status, body, { 'content-type': 'text/html' })
  expect(error).toMatchObject({ code: 'unavailable', status, message: NO_ANSWER, isOurs: false })
})

test('a refusal without status text never shows the source of a page', async () => {
  const refusing = (body: string) => async () => new Response(body, { status: 403, statusText: '' })
  const messageOf = (body: string) =>
    createApi({ routes: allRoutes, clock: createServerClock(), fetch: refusing(body) })
      .call('auth.user', {})
      .catch((error: Error) => error.message)
  expect(await messageOf('<html><body>Blocked by policy</body></html>')).toBe(NO_ANSWER)
  expect(await messageOf('Blocked by policy')).toBe('Blocked by policy')
})

test('a missing response is a network error', async () => {
  answer = (response) => response.destroy()
  const error = await api()
    .call('auth.user', {})
    .catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'network', status: 0, message: NO_ANSWER, isOurs: false })
})

test('a Link without a next page has no cursor', () => {
  expect(nextCursor('</x?cursor=1>; rel="prev"')).toBeUndefined()
  expect(nextCursor(null)).toBeUndefined()
})

test('an error carries what the server offers instead', async () => {
  const offered = await caughtError(429, '{"code":"limited","message":"Too many requests.","params":{"offers":"link"}}')
  expect(offered).toMatchObject({ code: 'limited', params: { offers: 'link' } })
  expect(await caughtError(429, '{"code":"limited","message":"Too many requests."}')).toMatchObject({ params: {} })
})

test('a DELETE sends its fields in the body, never in the address', async () => {
  answer = (response) => {
    response.writeHead(204).end()
  }
  await api().call('auth.delete_account', { password: 'Maple-Lane-14' })
  expect(seen[0]).toMatchObject({ method: 'DELETE', url: '/api/user', body: '{"password":"Maple-Lane-14"}' })
  await api().call('doorbell.remove_contact', { id: 7 })
  expect(seen[1]).toMatchObject({ method: 'DELETE', body: '' })
})
