/** Requests that none of our pages send get an error body, or a page where a page was requested. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { operations } from '#proto/operations/index.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const BROKEN = '%E0%A4%A'
const MEGABYTES = 1024 * 1024

// covers: S-inactive malformed
test('an undecodable visitor URL shows the inactive-code page', async () => {
  const person = world.person()
  for (const path of [`/visitor/${BROKEN}`, '/visitor/%', `/visitor/${BROKEN}?tab=left`]) {
    const { status, headers, text } = await person.http(path)
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
    expect(text).toContain('This code is no longer active')
  }
  const { text } = await person.http(`/visitor/${BROKEN}`, { headers: { 'accept-language': 'de' } })
  expect(text).toContain('Dieser Code gilt nicht mehr')
})

test('a link with something behind its code leads to the door', async () => {
  const { qrCodeId } = (await world.resident()).user
  const person = world.person()
  for (const path of [`/visitor/${qrCodeId}.`, `/visitor//${qrCodeId}${BROKEN}?tab=left`, `/visitor/${qrCodeId};jsessionid=1`]) {
    const { status, headers } = await person.http(path)
    expect([path, status, headers.location]).toEqual([path, 302, `/visitor/${qrCodeId}${path.includes('?') ? '?tab=left' : ''}`])
  }
})

test('an undecodable URL breaks no page, and the API answers 400', async () => {
  const person = world.person()
  const pages = [`/visitor/pass/${BROKEN}`, `/visitor/invite/${BROKEN}`, `/${BROKEN}`, `/settings/${BROKEN}`, `/visitor${BROKEN}`]
  for (const path of pages) {
    const { status, headers } = await person.http(path)
    expect([path, status, headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8'])
  }
  for (const path of [`/settings/doors/${BROKEN}/sign`, `/assets/${BROKEN}.js`, `/visitor/pass/${BROKEN}/visit.ics`, '/%00'])
    expect([path, (await person.http(path)).status < 500]).toEqual([path, true])
  const posted = await person.http(`/visitor/${BROKEN}`, {
    method: 'POST',
    body: 'action=ring&visitorName=Vera&message=Hello',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([posted.status < 500, posted.headers['content-type']]).toEqual([true, 'text/html; charset=utf-8'])
  expect(await person.http(`/api/doorbell/doors/${BROKEN}`)).toMatchObject({ status: 400, body: { code: 'malformed' } })
})

// covers: too_large
test('an oversized ring reports its message or its photo', async () => {
  const { user } = await world.resident()
  const path = `/api/doorbell/ring/${user.qrCodeId}`
  const ring = (body: object) => world.person().http(path, { method: 'POST', body })
  const [long, small] = ['x'.repeat(3 * MEGABYTES), `data:image/jpeg;base64,${'A'.repeat(1000)}`]
  const tooLarge = { status: 413, body: { code: 'too_large', message: 'The request is too large.' } }
  expect(await ring({ visitorName: 'Vera', message: long })).toMatchObject(tooLarge)
  expect(await ring({ photo: small, visitorName: 'Vera', message: long })).toMatchObject(tooLarge)
  expect(await ring({ visitorName: 'Vera', message: long.replace(/^x+/, (text) => `"photo":"${text}`) })).toMatchObject(tooLarge)
  const photo = { status: 400, body: { code: 'photo_invalid' } }
  expect(await ring({ visitorName: 'Vera', message: 'Hello', photo: small + long })).toMatchObject(photo)
  expect(await ring({ photo: small + long, visitorName: 'Vera', message: 'Hello' })).toMatchObject(photo)
})

// covers: too_large
test.each([
  ['urlencoded', 'application/x-www-form-urlencoded', (text: string) => `action=ring&visitorName=Vera&message=${text}`],
  [
    'multipart',
    'multipart/form-data; boundary=x',
    (text: string) => `--x\r\nContent-Disposition: form-data; name="message"\r\n\r\n${text}\r\n--x--\r\n`,
  ],
])('an oversized %s form gets 413 on its own page', async (_name, type, form) => {
  const { user } = await world.resident()
  const visitor = world.visitor()
  for (const megabytes of [3, 17]) {
    const body = form('x'.repeat(megabytes * MEGABYTES))
    const { status, headers, text } = await visitor.http(`/visitor/${user.qrCodeId}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
    expect([status, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
    expect(text).toContain('The request is too large.')
    expect(text).not.toContain('The photo must be')
    const code = await visitor.http('/visitor', { method: 'POST', body, headers: { 'content-type': type } })
    expect([code.status, code.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8'])
  }
})

// covers: method_not_allowed
test('a wrong method is 405, also beside a path parameter', async () => {
  const resident = await world.resident()
  const routes = operations.flatMap(({ http }) => (http?.path.startsWith('/api') ? [http] : []))
  const paths = [...new Set(routes.map(({ path }) => path))].filter((path) => !path.includes(':'))
  for (const path of paths) {
    const known = new Set(routes.filter((route) => route.path === path).map(({ method }) => method))
    for (const method of (['PUT', 'PATCH', 'DELETE'] as const).filter((one) => !known.has(one))) {
      const { status, headers } = await resident.http(path, { method })
      const allowed = String(headers.allow)
        .split(', ')
        .filter((one) => one !== 'HEAD')
      expect([path, method, status, allowed.sort()]).toEqual([path, method, 405, [...known].sort()])
    }
  }
  expect((await resident.http('/api/activities/export', { method: 'PATCH', body: {} })).headers.allow).toBe('GET, HEAD')
})

/** Sends bytes as they are. @returns the answer's status, headers and body */
function sendRaw(text: string, to: string = world.url): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(new URL(to).port), '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 2)
      resolve({ status: Number(head.split(' ')[1]), head, body })
    })
  })
}
const CHARSET = /^Content-Type: application\/json; charset=utf-8$/im
const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
const UPGRADE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='
const host = (): string => `Host: ${new URL(world.url).host}`

test.each(['//[?lang=de', '//a:99999/?lang=de', '/\\[?lang=de', '//%00?lang=de', '//a%zz/?lang=de'])(
  'choosing a language at %s stays on this host',
  async (target) => {
    const { status, head } = await sendRaw(`GET ${target} HTTP/1.1\r\n${host()}\r\nConnection: close\r\n\r\n`)
    expect(status).toBe(303)
    expect(head).toMatch(/^Location: \/(?![/\\])/im)
  },
)

// covers: malformed
test.each([
  ['an unknown expectation', () => `GET /api/user HTTP/1.1\r\n${host()}\r\nExpect: foo\r\nConnection: close\r\n\r\n`, 417],
  ['a header of 20 kB', () => `GET /api/user HTTP/1.1\r\n${host()}\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a method that is none', () => `FOO /api/user HTTP/1.1\r\n${host()}\r\n\r\n`, 400],
  ['two lengths', () => `POST /api/login HTTP/1.1\r\n${host()}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
  ['a length beside chunks', () => `POST /api/login HTTP/1.1\r\n${host()}\r\nContent-Length: 4\r\n${CHUNKED}`, 400],
  ['a socket without a cookie', () => `GET /ws HTTP/1.1\r\n${host()}\r\n${UPGRADE}\r\n\r\n`, 401],
  ['two Hosts', () => `GET /api/user HTTP/1.1\r\n${host()}\r\nHost: evil.test\r\nConnection: close\r\n\r\n`, 400],
  ['a socket of two Hosts', () => `GET /ws HTTP/1.1\r\n${host()}\r\nHost: evil.test\r\n${UPGRADE}\r\n\r\n`, 400],
  ['no Host', () => 'GET /api/user HTTP/1.1\r\nConnection: close\r\n\r\n', 421],
  ['a target without a host', () => `GET http://[/api/user HTTP/1.1\r\n${host()}\r\nConnection: close\r\n\r\n`, 401],
])('%s is refused with the common error body', async (_name, request: () => string, expected) => {
  const { status, head, body } = await sendRaw(request())
  expect(status).toBe(expected)
  expect(JSON.parse(body)).toEqual({ message: expect.any(String), code: expect.any(String) })
  for (const line of [/^X-Content-Type-Options: nosniff$/im, /^Content-Security-Policy: default-src .*frame-ancestors 'none'/im, CHARSET])
    expect(head).toMatch(line)
})

test.each([
  ['HTTP/2 on an operation', 'GET', '/api/user', 'h2c', 401],
  ['HTTP/2 with a form', 'POST', '/visitor', 'h2c', 404],
  ['HTTP/2 on a page', 'GET', '/auth', 'h2c', 200],
  ['HTTP/2 on the socket’s path', 'GET', '/ws', 'h2c', 404],
  ['a socket on another path', 'GET', '/auth', 'websocket', 200],
])('an upgrade to %s is ignored', async (_what, method, path, upgrade, expected) => {
  const form = method === 'POST' ? 'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 13\r\n\r\ncode=ABCDEFGH' : '\r\n'
  const { status } = await sendRaw(
    `${method} ${path} HTTP/1.1\r\n${host()}\r\nConnection: Upgrade, close\r\nUpgrade: ${upgrade}\r\n${form}`,
  )
  expect(status).toBe(expected)
})

test('two Hosts are refused at an inner listener', async () => {
  const asked = (hosts: string) => sendRaw(`GET /metrics HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`, world.httpOf('doorbell'))
  expect((await asked('Host: localhost\r\n')).status).toBe(200)
  const { status, body } = await asked('Host: localhost\r\nHost: evil.test\r\n')
  expect([status, body]).toEqual([400, expect.stringContaining('"malformed"')])
})

test('a parameter sent twice, or in two places, is refused', async () => {
  const resident = await world.resident()
  for (const path of ['/api/activities?search=a&search=b', '/api/activities?limit=1&limit=2', '/api/notifications?cursor=a&cursor=b'])
    expect([path, (await resident.http(path)).status]).toEqual([path, 400])
  const change = { method: 'PATCH', body: { id: 2, label: 'Garden' } } as const
  expect(await resident.http('/api/doors/1', change)).toMatchObject({ status: 400, body: { details: { id: 'Unknown field' } } })
})

test('TRACE is not answered with the request', async () => {
  for (const path of ['/', '/api/user', '/assets/nothing.js', '/visitor/nobody']) {
    const { status, head, body } = await sendRaw(`TRACE ${path} HTTP/1.1\r\n${host()}\r\nX-Secret: echo-me\r\nConnection: close\r\n\r\n`)
    expect([path, status >= 400 && status < 500, `${head}${body}`.includes('echo-me')]).toEqual([path, true, false])
  }
})
