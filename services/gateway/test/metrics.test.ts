// @all: what is measured
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { request } from 'undici'
import type { MediaRequest } from '#proto/frames/media.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { testPort } from '#scripts/testing/ports.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { AnyService } from '#scripts/testing/world.ts'

const BLOCK_AFTER = 3
let world: Stack
let gateway: string
let resident: Resident
beforeAll(async () => {
  const port = await testPort()
  gateway = `http://127.0.0.1:${port}`
  world = await startStack({
    env: { LOG_LEVEL: 'info' },
    envOf: { gateway: { HTTP_PORT: String(port) }, security: { LOGIN_BLOCK_AFTER: String(BLOCK_AFTER) } },
  })
  resident = await world.resident({ premium: true })
})
afterAll(() => world.stop())

/** Waits until a part reports this line at /metrics. */
async function reports(part: AnyService, line: string): Promise<void> {
  const url = part === 'gateway' ? gateway : world.httpOf(part)
  let shown = ''
  await eventually(`${part} to report ${line}`, async () => {
    shown = await (await fetch(`${url}/metrics`)).text()
    return shown.split('\n').includes(line)
  }).catch((error: Error) => {
    const [name = ''] = line.split(/[ {]/)
    const lines = shown.split('\n').filter((one) => one.startsWith(name))
    throw new Error(`${error.message}; it reports ${JSON.stringify(lines)}`)
  })
}

test('metrics are read by an address or an own name alone', async () => {
  const statusAt = async (host: string) => (await request(`${gateway}/metrics`, { headers: { host } })).statusCode
  expect(await Promise.all(['127.0.0.1', 'localhost:1', '10.1.2.3', 'rebound.test', 'rebound.test:80'].map(statusAt))).toEqual([
    200, 200, 200, 421, 421,
  ])
})

test('auth reports registrations, log-ins by the device, and waiting mails', async () => {
  const { username } = resident.user
  const device = world.visitor()
  for (const password of ['wrong password', 'worse password'])
    expect((await device.http('/api/login', { method: 'POST', body: { username, password } })).status).toBe(401)
  await reports('auth', 'doorbell_logins_failed_total{device_known="false"} 2')
  await reports('auth', 'doorbell_users_registered_total 1')
  await reports('auth', 'doorbell_mails_waiting 0')
  await world.postgres('auth', 'UPDATE mails SET next_at = $1', [new Date(Date.now() + 3_600_000)])
  await reports('auth', 'doorbell_mails_waiting 1')
})

test('billing reports changes of a plan by tier, and its premium users', async () => {
  await reports('billing', 'doorbell_subscription_changes_total{tier="premium"} 1')
  await reports('billing', 'doorbell_users_premium 1')
  const other = await world.resident({ premium: true })
  await reports('billing', 'doorbell_users_premium 2')
  await world.rpc('billing.revoke_grant', { userId: other.user.id, by: 'test' })
  await reports('billing', 'doorbell_subscription_changes_total{tier="free"} 1')
  await reports('billing', 'doorbell_users_premium 1')
})

test('security reports blocked addresses until they are unblocked', async () => {
  await reports('security', 'doorbell_blocks_active 0')
  const attacker = world.visitor()
  for (let attempt = 0; attempt < BLOCK_AFTER; attempt += 1)
    await attacker.http('/api/login', { method: 'POST', body: { username: resident.user.username, password: 'wrong password' } })
  await reports('security', 'doorbell_addresses_blocked_total 1')
  await reports('security', 'doorbell_blocks_active 1')
  await reports('security', 'doorbell_addresses_unblocked_total 0')
  await world.rpc('security.unblock', { address: attacker.client.address, by: 'test' })
  await reports('security', 'doorbell_addresses_unblocked_total 1')
  await reports('security', 'doorbell_blocks_active 0')
})

test('signaling reports ready media nodes, and media requests by what they request', async () => {
  await reports('signaling', 'doorbell_media_nodes_ready 1')
  const visitor = world.visitor()
  const visit = await visitor.ring(resident)
  const socket = await visitor.socket(visit)
  const ask = async (request: MediaRequest) => {
    const requestId = randomUUID()
    socket.send({ type: 'media_request', requestId, activityId: visit.id, request })
    await socket.next('media_reply', (reply) => reply.requestId === requestId)
  }
  await ask({ op: 'join', mode: 'prepare' })
  await ask({ op: 'permission', state: 'asking' })
  await ask({ op: 'permission', state: 'granted' })
  await reports('signaling', 'doorbell_media_requests_total{op="join"} 1')
  await reports('signaling', 'doorbell_media_requests_total{op="permission"} 2')
  await visitor.leave()
})

/** The lines of a service's log about this activity. */
const linesAbout = (service: AnyService, activityId: number) =>
  world
    .service(service)
    .log.split('\n')
    .filter((line) => line.includes(`"activityId":${activityId},`))
    .map((line) => JSON.parse(line) as { readonly msg: string; readonly requestId?: string; readonly seconds?: number })

test('a ring’s delivery and a call’s first frame are measured, and three lines tell what happened', async () => {
  const owner = await world.resident({ premium: true })
  const home = await owner.socket()
  const visitor = world.visitor()
  const visit = await visitor.ring(owner)
  const door = await visitor.socket(visit)
  const activityId = visit.id
  const ask = async (request: MediaRequest) => {
    const requestId = randomUUID()
    door.send({ type: 'media_request', requestId, activityId, request })
    await door.next('media_reply', (reply) => reply.requestId === requestId)
  }
  for (let times = 0; times < 2; times += 1) home.send({ type: 'receipt', activityId, state: 'delivered' })
  await reports('doorbell', 'doorbell_ring_delivered_seconds_count 1')
  await ask({ op: 'join', mode: 'prepare' })
  home.send({ type: 'call_response', visitorId: activityId, accepted: true, communicationType: 'video' })
  await door.next('call_state')
  await ask({ op: 'media_shown', path: 'relay' })
  await reports('signaling', 'doorbell_call_first_frame_seconds_count{kind="video",side="visitor",path="relay"} 1')
  home.send({ type: 'call_response', visitorId: activityId, accepted: false, reasonCode: 'ended' })
  await door.next('call_response', ({ accepted }) => !accepted)
  await reports('signaling', 'doorbell_calls_ended_total{kind="video",from="connecting"} 1')
  const lines = [...linesAbout('doorbell', activityId), ...linesAbout('signaling', activityId)]
  expect(lines.map(({ msg }) => msg)).toEqual(['ring placed', 'ring ended', 'call ended'])
  for (const socket of [home, door]) socket.cut()
  for (const { msg, requestId } of lines) expect([msg, requestId]).toEqual([msg, expect.stringMatching(/^[\w-]{36}$/)])
})

test('a request has the id that its sender gave it, in its answer and in the log', async () => {
  const requestId = `from-a-proxy-${randomUUID()}`
  const visitor = world.visitor()
  const body = { visitorName: 'Vera Visitor', message: 'Hello.' }
  const { headers } = await visitor.http(`/api/doorbell/ring/${resident.user.qrCodeId}`, {
    method: 'POST',
    body,
    headers: { 'x-request-id': requestId },
  })
  expect(headers['x-request-id']).toBe(requestId)
  await eventually('the line', () => world.service('doorbell').log.includes(`"requestId":"${requestId}"`))
  const { headers: other } = await visitor.http('/api/user', { headers: { 'x-request-id': 'no id' } })
  expect(other['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})

test('the gateway reports its open sockets, and doorbell its waiting photos', async () => {
  await reports('gateway', 'doorbell_sockets_open 0')
  const sockets = [await resident.socket(), await resident.socket()]
  await reports('gateway', 'doorbell_sockets_open 2')
  sockets[0]?.cut()
  await reports('gateway', 'doorbell_sockets_open 1')
  await reports('doorbell', 'doorbell_photos_waiting 0')
})
