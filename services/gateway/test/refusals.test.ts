// @all: what is counted and logged
/** Refusals for a reason of security are counted and logged, and a flood of them does not flood the log. A new key causes no refusal. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { signToken } from '#kit/tokens.ts'
import { LIMITS } from '#proto/limits.ts'
import { Visitor } from '#scripts/testing/people.ts'
import { testPort } from '#scripts/testing/ports.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const newKey = () => randomBytes(32).toString('hex')
const FIRST = newKey()
let world: Stack
let metrics = ''
beforeAll(async () => {
  const port = await testPort()
  metrics = `http://127.0.0.1:${port}/metrics`
  const key = { VISITOR_TOKEN_KEY: FIRST }
  world = await startStack({
    services: ['auth', 'doorbell', 'billing', 'security', 'gateway'],
    envOf: { gateway: { ...key, HTTP_PORT: String(port) }, doorbell: key },
  })
})
afterAll(() => world.stop())

async function counted(reason: string): Promise<number> {
  const text = await (await fetch(metrics)).text()
  const [, count = '0'] = new RegExp(`^doorbell_requests_refused_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text) ?? []
  return Number(count)
}
const linesOf = (reason: string) =>
  world
    .service('gateway')
    .log.split('\n')
    .filter((line) => line.includes(`request refused: ${reason}`))

/** @returns how many refusals of a reason the work has added */
async function added(reason: string, work: () => Promise<unknown>): Promise<number> {
  const before = await counted(reason)
  await work()
  return (await counted(reason)) - before
}

test('each reason is counted once and logged', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  const stranger = world.visitor()
  const forged = signToken(newKey(), { use: 'visit', activityId: id, userId: 1 }, 3_600, new Date())
  const cookie = `visit-${id}-p${new URL(world.url).port}=${forged}`
  const ring = { method: 'POST', body: { visitorName: 'V', message: 'Hello' } } as const
  const cases = {
    unauthenticated: () => stranger.http('/api/user'),
    unauthorized: () => stranger.http(`/api/doorbell/visits/${id}`),
    foreign_origin: () => stranger.http('/api/logout', { method: 'POST', headers: { origin: 'https://evil.test' }, body: {} }),
    foreign_host: () => stranger.http('/api/user', { headers: { host: 'evil.test' } }),
    forged_token: () => stranger.http(`/api/doorbell/visits/${id}`, { headers: { cookie } }),
    limit: async () => {
      for (let times = 0; times <= LIMITS.ring.max; times += 1) await stranger.http(`/api/doorbell/ring/${resident.user.qrCodeId}`, ring)
    },
  }
  const tooOften = async () => {
    for (let times = 0; times <= LIMITS.testRing.max; times += 1)
      await resident.http('/api/doors/1/test-ring', { method: 'POST', body: {} })
  }
  // A stranger's address is refused before its route is matched, a resident's account where the operation counts it.
  for (const [reason, work] of [...Object.entries(cases), ['limit', tooOften] as const]) {
    expect([reason, await added(reason, work)]).toEqual([reason, 1])
    await eventually(`the line about ${reason}`, () => linesOf(reason).length > 0)
  }
})

test('a flood of refusals is a line a second, without address or path', async () => {
  const before = linesOf('unauthenticated').length
  const from = Date.now()
  await Promise.all(Array.from({ length: 300 }, () => fetch(`${world.url}/api/user?secret=in-the-query`)))
  const seconds = Math.ceil((Date.now() - from) / 1_000)
  const lines = linesOf('unauthenticated')
  expect(lines.length - before).toBeLessThanOrEqual(seconds + 1)
  expect(lines.join('\n')).not.toMatch(/127\.|in-the-query|\/api/)
})

test('a cookie of before survives one rotation, and dies with its key', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  const [second, third] = [newKey(), newKey()]
  const statusAt = async (keys: readonly string[]) => {
    const { url, process } = await world.another('gateway', { VISITOR_TOKEN_KEY: keys.join(','), HTTP_PORT: '0' })
    const elsewhere = new Visitor(url, undefined, new URL(world.url).host)
    copyCookies(visitor, elsewhere)
    const { status } = await elsewhere.http(`/api/doorbell/visits/${id}`)
    await elsewhere.leave()
    await process.end('SIGTERM')
    return status
  }
  expect(await statusAt([second, FIRST])).toBe(200)
  expect(await statusAt([third, second])).toBe(404)
})

function copyCookies(from: Visitor, to: Visitor): void {
  for (const [name, value] of from.client.cookies) to.client.cookies.set(name, value)
}
