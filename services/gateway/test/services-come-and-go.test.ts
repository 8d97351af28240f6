// @all: the outage of each service; killed-while-ringing.test.ts has the ring
/** Answers while a service is down and after it returns, and with two gateway copies. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ERRORS } from '#proto/errors.ts'
import { LIMITS } from '#proto/limits.ts'
import { TestSocket } from '#scripts/testing/socket.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const AWAY = ERRORS.unavailable.message
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'signaling', 'gateway'] })
})
afterAll(() => world.stop())

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  method: 'POST' as const,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
})

// covers: unavailable
test('while doorbell is down the visitor’s page says so and keeps its input', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const path = `/visitor/${resident.user.qrCodeId}`
  await visitor.ring(resident)
  await world.kill('doorbell')
  const shown = await visitor.http(path)
  expect([shown.status, shown.headers['retry-after'], shown.headers['content-type']]).toEqual([503, '1', 'text/html; charset=utf-8'])
  expect(shown.text).toContain(AWAY)
  expect(shown.text).toContain('name="visitorName"')
  // The script must query again whether a visit is open.
  expect(shown.text).not.toContain('&quot;now&quot;')
  const posted = await visitor.http(path, form({ action: 'ring', visitorName: 'Vera <V>', message: 'It rains "here"', unitNumber: '4b' }))
  expect([posted.status, posted.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(posted.text).toContain(AWAY)
  for (const kept of ['value="Vera &lt;V&gt;"', 'It rains &quot;here&quot;', 'value="4b"']) expect(posted.text).toContain(kept)
  const cancelled = await visitor.http(path, form({ action: 'cancel', visitId: '1' }))
  expect([cancelled.status >= 400, cancelled.headers['content-type']]).toEqual([true, 'text/html; charset=utf-8'])
  // An API request gets the same in JSON, with Retry-After.
  const asked = await visitor.http('/api/doorbell/visits')
  expect([asked.status, asked.headers['retry-after'], asked.body]).toEqual([503, '1', { code: 'unavailable', message: AWAY }])
  // A browser without a ring needs no service to be shown the form.
  expect(await world.visitor().call('doorbell.my_visits', {})).toEqual([])
  const code = await visitor.http('/visitor')
  expect([code.status, code.text.includes('name="code"')]).toEqual([200, true])
  const typed = await visitor.http('/visitor', form({ code: 'ABCD EFGH' }))
  expect([typed.status, typed.text.includes(AWAY), typed.text.includes('value="ABCD EFGH"')]).toEqual([503, true, true])
  await world.restart('doorbell')
  expect((await visitor.http(path)).status).toBe(200)
})

test('while doorbell is down a German visitor reads German', async () => {
  const { user } = await world.resident()
  await world.kill('doorbell')
  const german = { 'accept-language': 'de-DE,de;q=0.9,en;q=0.5' }
  const fields = { action: 'ring', visitorName: 'Vera', message: 'Hallo' }
  const away = await world.visitor().http(`/visitor/${user.qrCodeId}`, form(fields, german))
  expect([away.status, away.text.includes('Der Dienst ist gerade nicht erreichbar.')]).toEqual([503, true])
  await world.restart('doorbell')
})

test('while doorbell is down the guest’s page says so', async () => {
  const owner = await world.resident({ premium: true, firstName: 'Robin' })
  const contact = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', phone: '0301234567' }
  const { id } = await owner.call('doorbell.add_contact', contact)
  const { url } = await owner.call('doorbell.invite_contact', { id })
  const path = new URL(url).pathname
  await world.kill('doorbell')
  const shown = await world.visitor().http(path)
  expect([shown.status, shown.headers['retry-after'], shown.text.includes('This call cannot be started right now')]).toEqual([
    503,
    '1',
    true,
  ])
  await world.restart('doorbell')
})

test('a plan change succeeds while another service is down', async () => {
  const owner = await world.resident({ premium: true })
  await world.kill('doorbell')
  expect(await owner.call('billing.choose_free', { subscriptionTier: 'free' })).toMatchObject({ subscriptionTier: 'free' })
  await world.restart('doorbell')
  await eventually('the event', async () =>
    (await owner.call('doorbell.notifications', {})).some(({ kind, name }) => kind === 'plan' && name === 'free'),
  )
})

test('an unknown code is 404 while auth is down', async () => {
  const code = randomBytes(10).toString('hex')
  await world.kill('auth')
  expect((await world.visitor().http(`/api/doorbell/doors/${code}`)).status).toBe(404)
  await world.restart('auth')
})

test('a replay with an unavailable service says so with Retry-After', async () => {
  const resident = await world.resident()
  await world.kill('signaling')
  const socket = await resident.connect()
  socket.send({ type: 'register', userId: resident.user.id })
  await socket.next('notifications_changed')
  expect(await socket.next('error')).toMatchObject({ code: 'unavailable', about: 'register', retryAfter: expect.any(Number) })
  await world.restart('signaling')
  socket.send({ type: 'register', userId: resident.user.id })
  await socket.next('register_success')
  await socket.next('notifications_changed')
  expect(socket.all('error')).toHaveLength(1)
})

test('an answer that meets a Redis that is away is asked to come again, and then opens the call', async () => {
  const resident = await world.resident({ premium: true })
  const [socket, visitor] = [await resident.socket(), world.visitor()]
  const { id } = await visitor.ring(resident)
  await socket.next('doorbell_ring')
  const answer = () => socket.send({ type: 'call_response', visitorId: id, accepted: true, communicationType: 'audio' })
  await world.servers.redis.kill()
  answer()
  expect(await socket.next('error')).toMatchObject({ code: 'unavailable', activityId: id, retryAfter: 1 })
  await world.servers.redis.resume()
  await eventually('the call', () => {
    answer()
    return socket.next('call_state', ({ activityId }) => activityId === id, 1_000)
  })
})

test('message limits hold across sockets and gateway copies', async () => {
  const copy = await world.another('gateway')
  const resident = await world.resident()
  const visitor = world.visitor()
  // Limits count by the minute: at a minute's beginning, so that none of the messages falls into the next one.
  await world.clock.shift(LIMITS.chat.window - (Date.now() % LIMITS.chat.window))
  const visit = await visitor.ring(resident)
  const open = async (base: string) => {
    const url = new URL('/ws', base)
    url.protocol = 'ws:'
    const socket = await TestSocket.open(url.href, { cookie: visitor.client.cookieHeader, address: visitor.client.address })
    socket.send({ type: 'register_visitor', activityId: visit.id })
    await socket.next('register_success')
    return socket
  }
  const sockets = [await open(world.url), await open(world.url), await open(copy.url)]
  const write = (socket: TestSocket | undefined, text: string) =>
    socket?.send({
      type: 'chat_message',
      recipientId: resident.user.id,
      activityId: visit.id,
      message: text,
      id: randomUUID(),
    })
  for (let sent = 0; sent < LIMITS.chat.max; sent += 1) write(sockets[sent % 2], `word ${sent}`)
  const refused = (socket: TestSocket | undefined) => socket?.all('error').some((frame) => frame.code === 'limited')
  const [first, second, other] = sockets
  // The order of sockets is undefined: the last one gets the error.
  await eventually('the flood to be refused', () => {
    write(first, 'one too many')
    return refused(first) || refused(second)
  })
  let elsewhere = 0
  await eventually('the other copy to know', () => {
    elsewhere += 1
    write(other, 'and one elsewhere')
    return refused(other)
  })
  // By itself it would accept as many as the first copy did.
  expect(elsewhere).toBeLessThan(LIMITS.chat.max)
})

test('a public product has no mailbox, even with the key', async () => {
  const { url } = await world.another('gateway', { PUBLIC_URL: 'https://door.example' })
  for (const path of ['/dev/mail', '/dev/mail.json'])
    expect((await fetch(`${url}${path}`, { headers: { 'x-dev-key': world.devKey } })).status).toBe(404)
})

test('a product on https tells browsers to stay on https for a year', async () => {
  const { url } = await world.another('gateway', { PUBLIC_URL: 'https://door.example' })
  const { headers } = await fetch(`${url}/healthz`)
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(headers.get('content-security-policy')).toMatch(/connect-src 'self' wss:\/\/door\.example;.*upgrade-insecure-requests/)
})

test('production refuses a public address without TLS', async () => {
  const production = { NODE_ENV: 'production', EMBEDDED: '0', TEST_CLOCK: '0', TRUSTED_PROXIES: 'none' }
  await expect(world.another('gateway', { ...production, PUBLIC_URL: 'http://door.example' })).rejects.toThrow(
    /ended with 78\n.*PUBLIC_URL must be https in production/,
  )
})
