import { Agent } from 'node:https'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import webpush, { type RequestOptions } from 'web-push'
import { ConnectProxy } from './connect-proxy.ts'
import { PushService, type SubscriptionJson } from './push-service.ts'

const keys = webpush.generateVAPIDKeys()
const vapidDetails = { subject: 'mailto:push@example.org', ...keys }
let ahead = 0
let service: PushService
let proxy: ConnectProxy
let agent: Agent

beforeAll(async () => {
  service = await PushService.start({ now: () => Date.now() + ahead })
  proxy = await ConnectProxy.listen(service)
  agent = new Agent({ ca: service.certificate.cert, keepAlive: true })
})
afterAll(async () => {
  agent.destroy()
  await proxy.stop()
  await service.stop()
})

type Sent = { readonly statusCode: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
const subscribe = () => service.createSubscription(keys.publicKey)
/** @returns the answer, or the error of a request that has none */
const send = (to: SubscriptionJson, payload = 'Ana', options: RequestOptions = {}): Promise<Sent> =>
  webpush.sendNotification(to, payload, { TTL: 60, agent, vapidDetails, ...options }).catch((error) => error)

test('a push is logged with what it says and what it contains', async () => {
  const to = subscribe()
  const { statusCode, headers } = await send(to, '{"title":"Ana"}', { TTL: 45, topic: 'ring0001', urgency: 'high' })
  expect([statusCode, headers.location, headers.ttl]).toEqual([201, expect.stringContaining('/message/'), '45'])
  const logged = { topic: 'ring0001', ttl: 45, urgency: 'high', plaintext: '{"title":"Ana"}', problem: undefined, answered: 201 }
  expect(service.requestsTo(to.endpoint)).toEqual([expect.objectContaining(logged)])
})

test('a newer push replaces the one of its topic', async () => {
  const to = subscribe()
  for (const [payload, topic] of [
    ['1', 'ring'],
    ['2', 'call'],
    ['3', 'ring'],
  ] as const)
    await send(to, payload, { topic })
  expect(service.pendingFor(to.endpoint).map(({ topic }) => topic)).toEqual(['call', 'ring'])
})

test('nothing is kept longer than its TTL', async () => {
  const to = subscribe()
  await send(to, 'now or never', { TTL: 0 })
  await send(to, 'a minute', { TTL: 60 })
  expect(service.pendingFor(to.endpoint)).toHaveLength(1)
  ahead = 61_000
  expect(service.pendingFor(to.endpoint)).toEqual([])
  ahead = 0
})

test.each([
  [403, {}],
  [404, {}],
  [410, {}],
  [413, {}],
  [429, { 'Retry-After': '3' }],
  [500, {}],
])('a push is answered %i where the test has set so', async (status, headers) => {
  const to = subscribe()
  service.answer(to.endpoint, { status, headers })
  const answer = await send(to)
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([status, Object.values(headers)[0]])
  expect(service.pendingFor(to.endpoint)).toEqual([])
})

test('answers are given one after the other, and the last one stays', async () => {
  const to = subscribe()
  service.answer(to.endpoint, { status: 500 }, {}, { status: 503 })
  const statuses = [await send(to), await send(to), await send(to), await send(to)].map(({ statusCode }) => statusCode)
  expect(statuses).toEqual([500, 201, 503, 503])
})

test('an outage answers all subscriptions until it ends', async () => {
  const [first, second] = [subscribe(), subscribe()]
  service.answerAll({ status: 503 })
  expect([(await send(first)).statusCode, (await send(second)).statusCode]).toEqual([503, 503])
  service.answerAll(undefined)
  expect((await send(first)).statusCode).toBe(201)
})

test('a redirect names another URL', async () => {
  const to = subscribe()
  service.answer(to.endpoint, { status: 307, headers: { Location: 'https://127.0.0.1/elsewhere' } })
  const { statusCode, headers } = await send(to)
  expect([statusCode, headers.location]).toEqual([307, 'https://127.0.0.1/elsewhere'])
})

test('an answer comes late', async () => {
  const to = subscribe()
  service.answer(to.endpoint, { afterMs: 300 })
  expect(await send(to, 'Ana', { timeout: 100 })).toMatchObject({ message: 'Socket timeout' })
  expect((await send(to)).statusCode).toBe(201)
})

test('an answer never comes', async () => {
  const to = subscribe()
  service.answer(to.endpoint, 'never')
  expect(await send(to, 'Ana', { timeout: 100 })).toMatchObject({ message: 'Socket timeout' })
  expect(service.requestsTo(to.endpoint)).toMatchObject([{ answered: 'never' }])
})

test('a connection is cut instead of an answer', async () => {
  const to = subscribe()
  service.answer(to.endpoint, 'cut')
  expect(await send(to)).toMatchObject({ code: 'ECONNRESET' })
})

test('an ended subscription is gone, an unknown one was never there', async () => {
  const to = subscribe()
  service.remove(to.endpoint)
  expect((await send(to)).statusCode).toBe(410)
  expect((await send({ ...to, endpoint: service.urlOf('unknown') })).statusCode).toBe(404)
})

const now = () => Math.floor((Date.now() + ahead) / 1000)
const jwt = (aud: string, exp: number) =>
  webpush.getVapidHeaders(aud, vapidDetails.subject, keys.publicKey, keys.privateKey, 'aes128gcm', exp)

test.each<[string, number, string, () => RequestOptions]>([
  [
    'another application server key',
    403,
    'another application server key',
    () => ({ vapidDetails: { ...vapidDetails, ...webpush.generateVAPIDKeys() } }),
  ],
  ['no VAPID', 403, 'vapid t=', () => ({ vapidDetails: undefined })],
  ['VAPID for another origin', 403, 'audience', () => ({ vapidDetails: undefined, headers: jwt('https://example.org', now() + 60) })],
  ['VAPID that has ended', 403, 'expired', () => ({ vapidDetails: undefined, headers: jwt(`https://${service.host}`, now() - 60) })],
  ['a contact without an address', 403, 'sub', () => ({ vapidDetails: { ...vapidDetails, subject: 'mailto:nobody' } })],
  ['a topic that Apple refuses', 400, 'length', () => ({ topic: 'rings' })],
])('a push with %s is refused', async (_, status, problem, options) => {
  const to = subscribe()
  expect((await send(to, 'Ana', options())).statusCode).toBe(status)
  expect(service.requestsTo(to.endpoint)).toMatchObject([{ problem: expect.stringContaining(problem) }])
})

test('a push that is encrypted for other keys is refused', async () => {
  const to = subscribe()
  await send({ ...to, keys: subscribe().keys })
  expect(service.requestsTo(to.endpoint)).toMatchObject([{ answered: 400, problem: expect.stringContaining('do not decrypt') }])
})

test('more than a push service takes is refused', async () => {
  const [most, more] = ['x'.repeat(3_993), 'x'.repeat(3_994)]
  expect([(await send(subscribe(), most)).statusCode, (await send(subscribe(), more)).statusCode]).toEqual([201, 413])
})

test('connections are counted, requests on one connection are not', async () => {
  const before = service.connections
  const own = new Agent({ ca: service.certificate.cert, keepAlive: true, maxSockets: 1 })
  await Promise.all([send(subscribe(), '1', { agent: own }), send(subscribe(), '2', { agent: own })])
  own.destroy()
  expect(service.connections - before).toBe(1)
})

test('the proxy leads to loopback and to the hosts of Chromium, and to nothing else', async () => {
  const own = new Agent({ ca: service.certificate.cert, proxyEnv: { HTTPS_PROXY: proxy.url } })
  const to = subscribe()
  const google = { ...to, endpoint: to.endpoint.replace(service.host, 'fcm.googleapis.com') }
  const elsewhere = { ...to, endpoint: to.endpoint.replace(service.host, 'push.example.org') }
  expect([(await send(to, '1', { agent: own })).statusCode, (await send(google, '2', { agent: own })).statusCode]).toEqual([201, 201])
  expect(await send(elsewhere, '3', { agent: own })).toMatchObject({ statusCode: 403 })
  expect(proxy.asked).toEqual([service.host, 'fcm.googleapis.com:443', 'push.example.org:443'])
  own.destroy()
})
