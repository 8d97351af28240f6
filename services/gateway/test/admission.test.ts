/** Requests are counted before they are read, limited before they are parsed, and cheap to refuse. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { EVERYBODY_FACTOR, LIMITS } from '#proto/limits.ts'
import { operations } from '#proto/operations/index.ts'
import { nextAddress, type Person } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually, inTime } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

/** Limits count by window: at one's beginning, so that none of a test's requests falls into the next one. */
const atWindowsBeginning = (): Promise<void> => world.clock.shift(LIMITS.ring.window - (world.clock.now() % LIMITS.ring.window))

/** A connection of one address, as bytes. */
async function open(localAddress: string): Promise<Socket> {
  const { hostname, port } = new URL(world.url)
  const socket = connect({ port: Number(port), host: hostname, family: 4, localAddress }).on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** A request whose body begins and stalls. @returns the answer's head */
async function halfSent(method: string, path: string, localAddress: string, headers: readonly string[]): Promise<string> {
  const socket = await open(localAddress)
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${new URL(world.url).host}`, 'Content-Length: 70000', ...headers]
  socket.write(`${head.join('\r\n')}\r\n\r\n{"x":`)
  const [answer] = await inTime(`an answer before the body of ${path}`, once(socket, 'data'))
  socket.destroy()
  return String(answer)
}

const JSON_TYPE = 'Content-Type: application/json'
const FORM_TYPE = 'Content-Type: application/x-www-form-urlencoded'

test.each([
  ['a ring', 'POST', '/api/doorbell/ring/nobody', LIMITS.ring.max, [JSON_TYPE], '{}'],
  ['a ring the framework takes', 'POST', '/api/doorbell/ring/nobody/', LIMITS.ring.max, [JSON_TYPE], '{}'],
  ['a log-in', 'POST', '/api/login', LIMITS.login.max, [JSON_TYPE], '{}'],
  ['a form of the visitor’s page', 'POST', '/visitor/nobody', LIMITS.form.max, [FORM_TYPE], 'action=none'],
  ['a raw photo', 'PUT', '/api/doorbell/visits/1/photo', LIMITS.upload.max, ['Content-Type: image/jpeg'], 'x'],
] as const)('%s over the limit is refused before its body arrives', async (_what, method, path, max, headers, body) => {
  const person = world.person()
  await atWindowsBeginning()
  const [, type = ''] = headers[0].split(': ')
  const statuses = await Promise.all(
    Array.from({ length: max }, async () => (await person.http(path, { method, body, headers: { 'content-type': type } })).status),
  )
  expect(statuses).not.toContain(429)
  const answer = await halfSent(method, path, person.client.address, headers)
  expect(answer).toMatch(/^HTTP\/1.1 429 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  // Refused before express, where it would get the headers of a page.
  if (path.startsWith('/api/') && !path.endsWith('/')) expect(answer).toMatch(/default-src 'none'/)
})

test('a connection outlives the refusal of a small body', async () => {
  const socket = await open(nextAddress())
  const head = ['PATCH /api/user HTTP/1.1', `Host: ${new URL(world.url).host}`, JSON_TYPE, 'Content-Length: 2', '', '']
  for (let sent = 0; sent < 2; sent += 1) {
    socket.write(`${head.join('\r\n')}{}`)
    const [answer] = await inTime('an answer', once(socket, 'data'))
    expect(String(answer)).toMatch(/^HTTP\/1.1 401 /)
    expect(String(answer)).not.toMatch(/connection: close/i)
  }
  socket.destroy()
})

test('an unauthenticated request is refused before its body arrives', async () => {
  expect(await halfSent('PATCH', '/api/user', nextAddress(), [JSON_TYPE])).toMatch(/^HTTP\/1.1 401 /)
})

/** Sends each request as a new person, so that no limit is reached. */
async function post(path: string, method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', body: string, who: Person = world.person()) {
  const { status, body: received, text } = await who.http(path, { method, body, headers: { 'content-type': 'application/json' } })
  return { status, code: (received as { code?: string } | undefined)?.code, text }
}

test('a deeply nested body is malformed on every route', async () => {
  const visitor = world.visitor()
  const resident = await world.resident()
  const { id } = await visitor.ring(resident)
  const deep = `{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  const takesJson = operations.flatMap(({ http, caller }) =>
    http?.path.startsWith('/api') && http.method !== 'GET' && (http.body ?? 'json') === 'json' ? [{ ...http, caller }] : [],
  )
  expect(takesJson.length).toBeGreaterThan(20)
  for (const { method, path, caller } of takesJson) {
    const who = caller === 'visitor' ? visitor : caller === 'public' ? world.person() : resident
    const at = path.replace(/:\w+/g, String(id))
    expect([method, path, await post(at, method as 'POST', deep, who)]).toEqual([
      method,
      path,
      expect.objectContaining({ status: 400, code: 'malformed' }),
    ])
  }
})

test('at most twenty unknown fields are named', async () => {
  const { user } = await world.resident()
  const body = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field-${index}`, 1]))
  const { status, body: received } = await world.person().http(`/api/doorbell/ring/${user.qrCodeId}`, { method: 'POST', body })
  expect([status, Object.keys((received as { details: object }).details).length]).toEqual([400, 20])
})

test('a ring without a photo is limited to 64 kB', async () => {
  const { user } = await world.resident()
  for (const end of ['', '/']) {
    const path = `/api/doorbell/ring/${user.qrCodeId}${end}`
    const ring = (message: string) => post(path, 'POST', JSON.stringify({ visitorName: 'Vera', message }))
    expect(await ring('x'.repeat(65_000))).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(await ring('x'.repeat(66_000))).toMatchObject({ status: 413, code: 'too_large' })
  }
})

test('a 1 MB photo is accepted with its ring, also with escaped slashes', async () => {
  const resident = await world.resident()
  const noise = {
    create: {
      width: 900,
      height: 900,
      channels: 3 as const,
      background: '#000',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    },
  }
  const jpeg = await sharp(noise).jpeg({ quality: 95 }).toBuffer()
  expect(jpeg.length).toBeGreaterThan(400_000)
  const photo = `data:image/jpeg;base64,${jpeg.toString('base64')}`
  for (const text of [JSON.stringify(photo), JSON.stringify(photo).replaceAll('/', '\\/')]) {
    const visitor = world.visitor()
    const body = `{"visitorName":"Vera","photo" : ${text},"message":"Hello"}`
    const { status, body: received } = await visitor.http(`/api/doorbell/ring/${resident.user.qrCodeId}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([status, received]).toEqual([201, expect.objectContaining({ visitorName: 'Vera', message: 'Hello' })])
    await eventually('the photo', async () => (await visitor.visit((received as { id: number }).id)).photoUrl)
  }
})

const limitKeys = () => world.redis.keys('limit:*')
/** @returns new keys; older ones expire */
const keysSince = async (before: readonly string[]) => (await limitKeys()).filter((key) => !before.includes(key))

test('an impossible door code creates no Redis key', async () => {
  const before = await limitKeys()
  for (const code of ['x'.repeat(10_000), 'a-b', '%C3%A4', 'x'.repeat(21)]) {
    await world.person().http(`/api/doorbell/ring/${code}`, { method: 'POST', body: {} })
    await world.person().http(`/api/doorbell/requests/${code}`, { method: 'POST', body: {} })
  }
  const made = await keysSince(before)
  expect(made.length).toBeGreaterThan(0)
  expect(made.filter((key) => key.includes(':door:') || key.length > 100)).toEqual([])
})

test('a refused request creates no Redis key', async () => {
  const person = world.person()
  await atWindowsBeginning()
  const ask = (code: string) => person.http(`/api/doorbell/ring/${code}`, { method: 'POST', body: {} })
  for (let tried = 0; tried < LIMITS.ring.max; tried += 1) await ask(`full${tried}`)
  const before = await limitKeys()
  for (let tried = 0; tried < 20; tried += 1) expect((await ask(`more${tried}`)).status).toBe(429)
  expect(await keysSince(before)).toEqual([])
})

test('visit requests are limited per address and not per door', async () => {
  const { user } = await world.resident()
  const loud = Array.from({ length: 5 }, () => world.person())
  const ask = async (person: Person) => (await person.http(`/api/doorbell/requests/${user.qrCodeId}`, { method: 'POST', body: {} })).status
  for (const person of loud) {
    const statuses = []
    for (let tried = 0; tried < LIMITS.visit.max; tried += 1) statuses.push(await ask(person))
    expect(new Set(statuses)).toEqual(new Set([400]))
    // The window may have ended in between.
    await eventually('the limit', async () => (await ask(person)) === 429)
  }
  expect(await ask(world.person())).toBe(400)
})

test('short-code attempts are also limited across addresses', async () => {
  const guess = { code: 'ABCDEFGH' }
  const everybody = LIMITS.code.max * EVERYBODY_FACTOR
  await atWindowsBeginning()
  const keys = () => world.redis.keys('limit:code:everybody:*')
  expect((await world.person().http('/api/doorbell/code', { method: 'POST', body: guess })).status).toBe(404)
  const newest = (await keys()).sort().at(-1)
  await world.redis.set(newest ?? '', everybody, 'KEEPTTL')
  expect((await world.person().http('/api/doorbell/code', { method: 'POST', body: guess })).status).toBe(429)
  // All clients of this product may try codes again.
  await atWindowsBeginning()
})

test('connections per address are limited without affecting other addresses', async () => {
  const address = nextAddress()
  const sockets = await Promise.all(Array.from({ length: 1_000 }, () => open(address)))
  const closed = () => sockets.filter((socket) => socket.destroyed || socket.readableEnded).length
  for (const socket of sockets) socket.resume()
  // Half-sent requests: the oldest were closed for the newest 400.
  await eventually('the oldest to be closed', () => closed() >= 600)
  // The others stay until their time for a head is over, which closes them all.
  expect(closed()).toBe(600)
  expect((await world.person().http('/healthz')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})
