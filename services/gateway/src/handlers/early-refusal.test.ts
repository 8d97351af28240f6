import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { LIMITS } from '#proto/limits.ts'
import { operations } from '#proto/operations/index.ts'
import { absentRedis } from '#scripts/testing/absent-redis.ts'
import { createSite } from '../domain/site.ts'
import { createCounting } from '../store/counting.ts'
import { createRateLimiter } from '../store/rate-limiter.ts'
import { createEarlyRefusal, createFindOperation } from './early-refusal.ts'
import type { ForwardDeps } from './forward.ts'

const NOW = new Date('2026-01-01T10:00:00Z')
const ADDRESS = '127.0.0.1'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A listener that refuses early and answers everything else with 204. */
async function serve() {
  const reported: string[] = []
  const clock = { now: () => NOW, in: () => NOW }
  const bus = { call: () => Promise.reject(new AppError('unavailable')) }
  const deps = {
    site: createSite({ publicUrl: 'http://localhost:5000', port: 5000, embedded: true, lanOrigins: [] }),
    proxies: [],
    sessions: { lastKnownUser: (token) => (token === 'known' ? 1 : undefined) },
    reportRefusal: (reason) => reported.push(reason),
    rateLimiter: createRateLimiter({ counting: createCounting(absentRedis()), bus, clock }),
  } as Partial<{ [Name in keyof ForwardDeps]: Partial<ForwardDeps[Name]> }> as ForwardDeps
  const refuses = createEarlyRefusal(deps)
  const server = createServer((request, response) => void (refuses(request, response) || response.writeHead(204).end())).listen(0, ADDRESS)
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const ask = (path: string, init: RequestInit = {}) => fetch(`http://${ADDRESS}:${(server.address() as AddressInfo).port}${path}`, init)
  const fill = async (limit: 'read' | 'login') => {
    for (let times = 0; times < LIMITS[limit].max; times += 1) await deps.rateLimiter.admit(limit, { address: ADDRESS })
  }
  return { ask, fill, reported }
}

test('an operation is found by its method and path, of several the one that the path names', () => {
  const find = createFindOperation()
  const found = operations.flatMap((operation) => {
    const { http, limit } = operation as { http?: { method: string; path: string }; limit: string }
    if (!http?.path.startsWith('/api/') || limit === 'ring') return []
    const path = http.path.replace(/:\w+/g, 'K7M2')
    return [[operation.name, find(http.method, path)?.name]]
  })
  expect(found.length).toBeGreaterThan(100)
  for (const [name, other] of found) expect(other).toBe(name)
  expect(find('HEAD', '/api/user')?.name).toBe(find('GET', '/api/user')?.name)
  for (const path of ['/api/nothing', '/api/user/', '/api//user', '/api/doors//test-ring', '/visitor/door', '/api/'])
    expect([path, find('GET', path)]).toEqual([path, undefined])
})

test('an address that is over the limit is refused as the operation would, and nothing is counted', async () => {
  const { ask, fill, reported } = await serve()
  expect((await ask('/api/user')).status).toBe(204)
  await fill('read')
  for (let times = 0; times < 3; times += 1) {
    const answer = await ask('/api/user?a=1', { headers: { cookie: 'session-p5000=unknown' } })
    const { status, headers } = answer
    expect([status, headers.get('retry-after'), headers.get('x-content-type-options')]).toEqual([429, '60', 'nosniff'])
    expect(await answer.json()).toMatchObject({ code: 'limited' })
  }
  expect(reported).toEqual(['limit', 'limit', 'limit'])
  // Another class of the same address.
  expect((await ask('/api/login', { method: 'POST', body: '{}' })).status).toBe(204)
})

test('a known resident is counted by the operation itself, but not at sign-in', async () => {
  const { ask, fill } = await serve()
  await fill('read')
  await fill('login')
  const headers = { cookie: 'session-p5000=known' }
  expect((await ask('/api/user', { headers })).status).toBe(204)
  expect((await ask('/api/login', { method: 'POST', headers, body: '{}' })).status).toBe(429)
})
