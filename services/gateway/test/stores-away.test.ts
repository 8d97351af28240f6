// @all: the outage of each store, of a whole product
/**
 * Redis, NATS and PostgreSQL are away, or emptied, while people ring. Each outage lasts a few seconds: nothing in the product counts how
 * long it lasts but the delays of events (60 s at most) and of reconnecting (2 s at most), which have their own tests (services/kit/test).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { openManager } from '#kit/jetstream.ts'
import { EVENT_STREAM } from '#proto/subjects.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import { ALL_SERVICES, type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually, inTime } from '#scripts/testing/wait.ts'
import type { AnyService } from '#scripts/testing/world.ts'

/** The longest that a request may take while a store is away: two round trips of kit's 5 s. */
const ANSWERED_MS = 10_000
/** From the return of a store until everything is ready. */
const READY_MS = 60_000

const ready = mkdtempSync(join(tmpdir(), 'doorbell-ready-'))
const portFile = (name: AnyService) => join(ready, `${name}.json`)
let world: Stack
let owner: Resident
let device: TestSocket
beforeAll(async () => {
  const envOf = Object.fromEntries(ALL_SERVICES.map((name) => [name, { READY_FILE: portFile(name) }]))
  world = await startStack({ durable: true, envOf })
  owner = await world.resident({ premium: true })
  device = await owner.socket()
})
/** Brings back the store that is away. */
let bringBack: () => Promise<void> | void = () => undefined
afterEach(() => bringBack())
afterAll(async () => {
  await world?.stop()
  rmSync(ready, { recursive: true, force: true })
})

const health = async (url: string) => (await fetch(`${url}/healthz`)).status
const readiness = async (url: string) => {
  const answer = await fetch(`${url}/readyz`)
  return { status: answer.status, body: (await answer.json()) as { status: string; failed?: string[] } }
}
/** Where the probes of a service are answered: the gateway has a listener of its own for them. */
const probesOf = (name: AnyService) => `http://127.0.0.1:${(JSON.parse(readFileSync(portFile(name), 'utf8')) as { http: number }).http}`
const listeners = () => [world.url, ...ALL_SERVICES.map(probesOf)]

/** @returns brings it back */
async function takeAway(store: 'redis' | 'nats' | 'postgres'): Promise<() => Promise<void>> {
  const server = world.servers[store]
  await server.kill()
  const back = async () => {
    bringBack = () => undefined
    await server.resume()
  }
  bringBack = back
  return back
}

/** No probe of liveness fails, and each request is answered: with success, or that the service is unavailable and when to come again. */
async function expectClearAnswers(): Promise<void> {
  for (const url of listeners()) expect([url, await health(url)]).toEqual([url, 200])
  const login = { method: 'POST', body: { username: owner.user.username, password: PASSWORD } } as const
  const ring = { method: 'POST', body: { visitorName: 'Vera', message: 'Hello' } } as const
  const answers = await Promise.all([
    inTime('the activities', owner.http('/api/activities'), ANSWERED_MS),
    inTime('the account', owner.http('/api/user'), ANSWERED_MS),
    inTime('a log-in', world.person().http('/api/login', login), ANSWERED_MS),
    inTime('a ring', world.person().http(`/api/doorbell/ring/${owner.user.qrCodeId}`, ring), ANSWERED_MS),
    inTime('the page of a door', world.visitor().http(`/visitor/${owner.user.qrCodeId}`), ANSWERED_MS),
  ])
  for (const { status, headers } of answers)
    if (status >= 400) expect([status, Number(headers['retry-after'])]).toEqual([503, expect.any(Number)])
}

async function expectAllReady(): Promise<void> {
  const whatFails = async () => {
    for (const url of listeners()) {
      const { status, body } = await readiness(url)
      if (status !== 200) throw new Error(`${url}: ${JSON.stringify(body)}`)
    }
    return true
  }
  await eventually('everything to be ready', whatFails, READY_MS)
  const visit = await world.visitor().ring(owner)
  await device.next('doorbell_ring', ({ activityId }) => activityId === visit.id)
}

/** Starts a service that has ended, while a store is away. @returns once its probes are answered */
async function startWaiting(name: AnyService): Promise<{ readonly started: Promise<void>; readonly probes: string }> {
  rmSync(portFile(name), { force: true })
  const started = world.restart(name)
  started.catch(() => undefined)
  return { started, probes: await eventually('its probes', () => probesOf(name)) }
}

/** A service that starts connects to one store after the other. */
async function expectWaitingFor(store: 'redis' | 'nats' | 'postgres', probes: string): Promise<void> {
  expect(await health(probes)).toBe(200)
  await eventually(`it to wait for ${store}`, async () => (await readiness(probes)).body.failed?.join() === store)
  expect(await readiness(probes)).toEqual({ status: 503, body: { status: 'starting', failed: [store] } })
}

test('while Redis is away all but calls goes on, and all is ready after its return', async () => {
  const visits = [await world.visitor().ring(owner), await world.visitor().ring(owner)]
  const [toAnswer, toIgnore] = visits.map(({ id }) => id)
  const resume = await takeAway('redis')
  await expectClearAnswers()
  // Its Service would take it away from visitors.
  expect((await readiness(probesOf('gateway'))).status).toBe(200)
  await eventually('the gateway to report it', async () => (await readiness(world.url)).body.failed?.includes('redis'))
  await world.kill('gateway')
  await world.restart('gateway')
  device = await owner.socket()
  const visitor = world.visitor()
  const visit = await visitor.ring(owner)
  await device.next('doorbell_ring', ({ activityId }) => activityId === visit.id)
  device.send({ type: 'call_response', visitorId: Number(toAnswer), accepted: true, communicationType: 'message' })
  device.send({ type: 'call_response', visitorId: Number(toIgnore), accepted: false })
  const outcomes = async () =>
    (await owner.activities()).filter(({ id }) => id === toAnswer || id === toIgnore).map(({ outcome }) => outcome)
  await eventually('both to be answered', async () => (await outcomes()).every(Boolean))
  expect((await outcomes()).toSorted()).toEqual(['answered_message', 'dismissed'])
  expect(device.all('error').filter(({ activityId }) => activityId === toAnswer || activityId === toIgnore)).toEqual([])
  device.send({ type: 'call_response', visitorId: visit.id, accepted: true, communicationType: 'video' })
  expect(await device.next('error', ({ activityId }) => activityId === visit.id)).toMatchObject({ code: 'unavailable', retryAfter: 1 })
  await world.kill('signaling')
  const { started, probes } = await startWaiting('signaling')
  await expectWaitingFor('redis', probes)
  await resume()
  await started
  await expectAllReady()
})

test('a Redis that hangs holds up no request for long', async () => {
  const { pid } = world.servers.redis
  if (pid === undefined) throw new Error('Redis runs in a container')
  process.kill(pid, 'SIGSTOP')
  bringBack = () => void process.kill(pid, 'SIGCONT')
  await expectClearAnswers()
  bringBack()
  await expectAllReady()
})

test('a Redis that is emptied is filled again by itself', async () => {
  await world.redis.flushall()
  await expectClearAnswers()
  await expectAllReady()
  await eventually('the nodes for calls', async () => (await world.redis.smembers('sfu:nodes')).length > 0)
})

test('while NATS is away requests are refused clearly, and all is ready after its return', async () => {
  const resume = await takeAway('nats')
  await expectClearAnswers()
  await world.kill('notify')
  const { started, probes } = await startWaiting('notify')
  await expectWaitingFor('nats', probes)
  await resume()
  await started
  await expectAllReady()
})

test('while PostgreSQL is away requests are refused clearly, and all is ready after its return', async () => {
  const resume = await takeAway('postgres')
  await expectClearAnswers()
  await world.kill('doorbell')
  const { started, probes } = await startWaiting('doorbell')
  await expectWaitingFor('postgres', probes)
  await resume()
  await started
  await expectAllReady()
})

test('events of a lost event stream are published again by a service that did not make the new one', async () => {
  const ringsOf = async (id: number) => (await world.postgres('notify', 'SELECT 1 FROM rings WHERE activity_id = $1', [id])).length
  await world.kill('notify')
  const visit = await world.visitor().ring(owner)
  const unsent = () => world.postgres('doorbell', 'SELECT 1 FROM outbox WHERE sent_at IS NULL')
  await eventually('the event of the ring to be published', async () => (await unsent()).length === 0)
  await world.kill('doorbell')
  const manager = await openManager(world.bus)
  const { created } = await manager.streams.info(EVENT_STREAM)
  await manager.streams.delete(EVENT_STREAM)
  const isNew = async () => (await manager.streams.info(EVENT_STREAM)).created !== created
  await eventually('another service to make the stream', isNew)
  await world.restart('doorbell')
  await world.restart('notify')
  await eventually('notify to have the ring', () => ringsOf(visit.id), READY_MS)
  await expectAllReady()
})
