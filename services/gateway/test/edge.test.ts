import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { LIMITS } from '#proto/limits.ts'
import { RESIDENT_PAGES } from '#proto/pages.ts'
import { subjects } from '#proto/subjects.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const MINUTE = LIMITS.write.window
/** Limits count by the minute: at a minute's beginning, so that none of a test's requests falls into the next one. */
const atMinutesBeginning = (): Promise<void> => world.clock.shift(MINUTE - (world.clock.now() % MINUTE))

test('every response carries the security headers', async () => {
  for (const path of [
    '/healthz',
    '/readyz',
    '/auth',
    '/visitor',
    '/api/user',
    '/api/contacts',
    '/api/nothing',
    '/api/openapi.json',
    '/assets/nothing.js',
  ]) {
    const { headers } = await fetch(`${world.url}${path}`, { redirect: 'manual' })
    expect([path, headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual([path, 'nosniff', 'DENY'])
    expect([path, headers.get('content-security-policy')]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")])
    expect([path, headers.get('permissions-policy')]).toEqual([path, expect.stringContaining('geolocation=()')])
  }
  const resident = await world.resident()
  const { headers } = await fetch(`${world.url}/api/doorbell/ring/${resident.user.qrCodeId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.url },
    body: JSON.stringify({ visitorName: 'Vera', message: 'Hello' }),
  })
  expect([headers.get('set-cookie')?.length, headers.get('x-content-type-options')]).toEqual([expect.any(Number), 'nosniff'])
})

/** Sends bytes as they are, and collects the answer. */
function raw(lines: readonly (string | Buffer)[]): Promise<string> {
  const bytes = Buffer.concat(lines.flatMap((line, index) => [Buffer.from(index ? '\r\n' : ''), Buffer.from(line)]))
  const { hostname, port } = new URL(world.url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer, only ${answer}`)))
    socket.on('data', (chunk) => {
      answer += chunk
      if (/\r\n\r\n./.test(answer)) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

const host = () => `Host: ${new URL(world.url).host}`
const post = (path: string, type: string, body: string) =>
  raw([`POST ${path} HTTP/1.1`, host(), `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`, '', body])

test('a form truncated inside its photo is refused without a crash', async () => {
  const cut = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\nabc'
  expect(await post('/visitor/nobody', 'multipart/form-data; boundary=x', cut)).toMatch(/ 4\d\d /)
  expect((await world.person().http('/healthz')).status).toBe(200)
})

test('an action name cannot reach Object.prototype', async () => {
  for (const action of ['__proto__', 'constructor', 'valueOf', 'hasOwnProperty'])
    expect(await post('/visitor/nobody', 'application/x-www-form-urlencoded', `action=${action}`)).toMatch(/ 4\d\d /)
})

test('unknown fields are named, also those on Object.prototype', async () => {
  const resident = await world.resident()
  const headers = { 'content-type': 'application/json' }
  for (const field of ['__proto__', 'constructor', 'colour']) {
    const { status, body } = await resident.http('/api/user', { method: 'PATCH', body: `{"${field}":1}`, headers })
    expect([status, JSON.stringify(body)]).toEqual([
      400,
      `{"message":"${field}: Unknown field","code":"validation_failed","details":{"${field}":"Unknown field"},` +
        `"issues":{"${field}":{"code":"unknown_field","params":{}}}}`,
    ])
  }
})

test('a NUL character anywhere is a 4xx, never a 5xx', async () => {
  const visitor = world.person()
  const resident = await world.resident()
  const ring = (body: object) => visitor.http(`/api/doorbell/ring/${resident.user.qrCodeId}`, { method: 'POST', body })
  expect((await ring({ visitorName: 'a\u0000', message: 'b' })).status).toBe(400)
  expect((await visitor.http('/api/doorbell/code', { method: 'POST', body: { code: '\u0000' } })).status).toBe(400)
  expect((await visitor.http('/api/doorbell/doors/%00')).status).toBe(400)
  expect((await visitor.http('/visitor/%00')).status).toBe(404)
})

test('non-public build files are 404, however their path is spelled', async () => {
  const spellings = [
    '/index.html',
    '/%69ndex.html',
    '//index.html',
    '/server/visitor.js',
    '/./server/de/visitor.js',
    '/de/../%73erver/visitor.js',
    '/server',
    '/.stamp',
  ]
  for (const path of spellings) expect(await raw([`GET ${path} HTTP/1.1`, host(), '', ''])).toMatch(/^HTTP\/1.1 404 /)
  expect(await raw(['GET /icons/mark.svg HTTP/1.1', host(), '', ''])).toMatch(/^HTTP\/1.1 200 /)
})

// covers: S-inactive
test('a code of any length shows the inactive page', async () => {
  const { status, body } = await world.person().http(`/api/doorbell/doors/${'x'.repeat(120)}`)
  expect([status, body]).toEqual([404, { code: 'door_inactive', message: 'This code is no longer active' }])
})

test('one address cannot use up a door’s limit for others', async () => {
  const resident = await world.resident()
  const path = `/api/doorbell/ring/${resident.user.qrCodeId}`
  const loud = world.person()
  await atMinutesBeginning()
  for (let tried = 0; tried < 30; tried += 1) await loud.http(path, { method: 'POST', body: {} })
  expect((await loud.http(path, { method: 'POST', body: {} })).status).toBe(429)
  expect((await world.person().http(path, { method: 'POST', body: { visitorName: 'Ada', message: 'Hello' } })).status).toBe(201)
})

// covers: R-notifications R-not-found
test('every page of the contract is served, and other paths are 404', async () => {
  const statusOf = async (path: string) => (await world.person().http(path)).status
  for (const path of RESIDENT_PAGES) expect([path, await statusOf(path.replace(':id', '1'))]).toEqual([path, 200])
  for (const path of ['/nowhere', '/doorbell/1', '/notification', '/metrics', '/.git/config'])
    expect([path, await statusOf(path)]).toEqual([path, 404])
})

test('the address of an invitation is kept from search engines and other sites', async () => {
  const { headers } = await world.person().http('/join/x')
  expect([headers['x-robots-tag'], headers['referrer-policy']]).toEqual(['noindex', 'same-origin'])
})

// covers: gateway.openapi gateway.asyncapi gateway.docs method_not_allowed
test.each(['/api/openapi.json', '/api/asyncapi.json', '/api/docs'])('%s is read-only', async (path) => {
  expect((await world.person().http(path)).status).toBe(200)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    const { status, headers, body } = await world.person().http(path, { method })
    expect([status, headers.allow, body]).toEqual([405, 'GET, HEAD', expect.objectContaining({ code: 'method_not_allowed' })])
  }
})

test('a document comes whole and compressed, also after a long body', async () => {
  const body = 'x'.repeat(1_000_000)
  for (let sent = 0; sent < 5; sent += 1) {
    const { status, headers, text } = await world.person().http('/api/docs', { headers: { 'content-type': 'text/plain' }, body })
    expect([status, headers['content-encoding'], text.slice(-7)]).toEqual([200, 'gzip', '</html>'])
    expect(Number(headers['content-length'])).toBeLessThan(100_000)
  }
})

test.each([
  ['declared beforehand', (bytes: Buffer) => [`Content-Length: ${bytes.length}`, '', bytes]],
  ['in pieces, with no length', (bytes: Buffer) => ['Transfer-Encoding: chunked', '', bytes.length.toString(16), bytes, '0', '', '']],
] as const)('an oversized photo, %s, gets an answer instead of a reset', async (_name, body) => {
  const visitor = world.visitor()
  const { id } = await visitor.ring(await world.resident())
  const head = [
    `PUT /api/doorbell/visits/${id}/photo HTTP/1.1`,
    host(),
    'Content-Type: image/jpeg',
    `Cookie: ${visitor.client.cookieHeader}`,
  ]
  const photo = Buffer.alloc(4_000_000, 0xff)
  expect(await raw([...head, ...body(photo)])).toMatch(/^HTTP\/1.1 400 [\s\S]*"photo_invalid"/)
  expect((await visitor.visit(id)).photoUrl).toBe(null)
})

test('an invalid device cookie does not lose the photo', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const cookie = `device-p${new URL(world.url).port}`
  visitor.client.cookies.set(cookie, 'x'.repeat(13_000))
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2196F3' } })
    .jpeg()
    .toBuffer()
  const { id } = await visitor.ring(resident, { photo: `data:image/jpeg;base64,${jpeg.toString('base64')}` })
  await eventually('the photo', async () => (await visitor.visit(id)).photoUrl)
  await visitor.call('auth.login', { username: resident.user.username, password: PASSWORD })
  expect(visitor.client.cookies.get(cookie)).toMatch(/^[\w-]{43}$/)
})

test('a ring gets the same answer with and without a slash at the end', async () => {
  const resident = await world.resident()
  const code = resident.user.qrCodeId
  const good = { visitorName: 'Ada', message: 'Hello' }
  const cases: { body: unknown; headers?: Record<string, string>; code?: string; status: number }[] = [
    { body: good, status: 201 },
    { body: '{"visitorName":', status: 400 },
    { body: '[1]', status: 400 },
    { body: { ...good, qrCodeId: code }, status: 400 },
    { body: { ...good, strange: 1 }, status: 400 },
    { body: { message: 'Hello' }, status: 400 },
    { body: { ...good, photo: 'no picture' }, status: 400 },
    { body: good, headers: { origin: 'http://elsewhere.example' }, status: 403 },
    { body: good, headers: { host: 'elsewhere.example' }, status: 421 },
    { body: good, code: 'nobody', status: 404 },
  ]
  for (const { body, headers = {}, code: to = code, status } of cases) {
    const answers = []
    for (const end of ['', '/']) {
      const answer = await world.person().http(`/api/doorbell/ring/${to}${end}`, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
      const { status: received, headers: head } = answer
      const shown = received === 201 ? Object.keys(answer.body as object) : answer.body
      answers.push({
        received,
        shown,
        type: head['content-type'],
        cache: head['cache-control'],
        cookies: [head['set-cookie'] ?? []].flat().length,
      })
    }
    expect([answers[0]?.received, body, headers]).toEqual([status, body, headers])
    expect(answers[1]).toEqual(answers[0])
  }
})

test('long chats of several visits fit one response, newest first', async () => {
  const visitor = world.visitor()
  const ids: number[] = []
  for (const _door of [1, 2, 3]) ids.push((await visitor.ring(await world.resident())).id)
  // Characters of three bytes: 200 of these messages are 1.2 MB.
  const write = `INSERT INTO messages (activity_id, sender_id, id, message, timestamp)
    SELECT activity, 'visitor', gen_random_uuid(), repeat('€', 2000), $2::timestamptz
    FROM unnest($1::int[]) activity, generate_series(1, 200)`
  await world.postgres('doorbell', write, [ids, new Date()])
  await world.postgres('doorbell', 'UPDATE activities SET has_chat = true WHERE id = ANY($1)', [ids])
  const visits = await visitor.call('doorbell.my_visits', {})
  expect(visits.map(({ id }) => id).sort()).toEqual(ids.sort())
  const [newest = 0, ...older] = visits.map(({ messages }) => messages.length)
  expect(newest).toBeGreaterThan(50)
  expect(older.every((messages) => messages <= newest)).toBe(true)
  expect((await visitor.visit(ids[0] ?? 0)).messages.length).toBeGreaterThan(50)
  expect((await visitor.http('/visitor')).status).toBe(200)
})

test('a permanent refusal has no Retry-After', async () => {
  const resident = await world.resident()
  const answer = await resident.http('/api/stripe/create-checkout-session', { method: 'POST', body: {} })
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'billing_off' }])
  expect(answer.headers['retry-after']).toBeUndefined()
})

test('forged sessions are limited by address before auth is called', async () => {
  const thief = world.person()
  const { port } = new URL(world.url)
  let asked = 0
  const ear = world.bus.subscribe(subjects.rpc('auth.resolve_session'), () => {
    asked += 1
  })
  await atMinutesBeginning()
  const knock = (value: string) =>
    thief.http('/api/activities/1', { method: 'PATCH', body: {}, headers: { cookie: `session-p${port}=${value}` } })
  const answers = []
  // Where Redis is briefly slow, the process counts by itself: at most as many again.
  while (answers.at(-1) !== 429 && answers.length <= 2 * LIMITS.write.max) answers.push((await knock(`guess-${answers.length}`)).status)
  expect([answers.indexOf(429) >= LIMITS.write.max, answers.at(-1)]).toEqual([true, 429])
  const before = asked
  expect((await knock('one-more')).status).toBe(429)
  await world.bus.flush()
  expect(asked).toBe(before)
  ear.stop()
})

test('concurrent readiness probes share one round trip', async () => {
  let pings = 0
  const ear = world.bus.subscribe(subjects.ping('auth'), () => {
    pings += 1
  })
  await world.bus.flush()
  const person = world.person()
  const answers = await Promise.all(Array.from({ length: 40 }, () => person.http('/readyz')))
  expect(new Set(answers.map((answer) => answer.status)).size).toBe(1)
  await world.bus.flush()
  expect(pings).toBeLessThanOrEqual(2)
  ear.stop()
})
