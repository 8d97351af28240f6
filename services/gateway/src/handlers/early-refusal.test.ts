import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { compressText } from '#kit/compress.ts'
import { LIMITS } from '#proto/limits.ts'
import { operations } from '#proto/operations/index.ts'
import { absentRedis } from '#scripts/testing/absent-redis.ts'
import { createSite } from '../domain/site.ts'
import { createCounting } from '../store/counting.ts'
import { createRateLimiter } from '../store/rate-limiter.ts'
import { createEarlyRefusal, type EarlyRefusalDeps } from './early-refusal.ts'
import { findOperation } from './find-operation.ts'
import { securityHeaders } from './headers.ts'

const NOW = new Date('2026-01-01T10:00:00Z')
const ADDRESS = '127.0.0.1'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that refuses early and answers all other requests with 204. @returns how to request it, and to use up a limit */
async function serve({ hasStatusPage = false } = {}) {
  const reported: string[] = []
  const server = createServer().listen(0, ADDRESS)
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const clock = { now: () => NOW, in: () => NOW }
  const bus = { call: () => Promise.reject(new AppError('unavailable')) }
  const deps = {
    site: createSite({ publicUrl: `http://${ADDRESS}:${port}`, port, embedded: true, lanOrigins: [] }),
    proxies: [],
    sessions: {
      lastKnownUser: (token) => (token === 'known' ? 1 : undefined),
      resolve: async () => undefined,
      onRevoked: () => undefined,
    },
    reportRefusal: (reason) => reported.push(reason),
    rateLimiter: createRateLimiter({ counting: createCounting(absentRedis()), bus, clock }),
    renderPage: async (language, { page }, encoding) => compressText(`${page} ${language}`, encoding ?? 'gzip'),
    clock,
    hasStatusPage,
  } as Partial<EarlyRefusalDeps> as EarlyRefusalDeps
  const refuses = createEarlyRefusal(deps, securityHeaders(deps.site))
  server.on('request', (request, response) => void (refuses(request, response) || response.writeHead(204).end()))
  const ask = (path: string, { session, ...init }: RequestInit & { session?: string } = {}) =>
    fetch(`http://${ADDRESS}:${port}${path}`, {
      ...init,
      headers: { ...init.headers, connection: 'close', cookie: `session-p${port}=${session ?? 'x'}` },
    })
  const fill = async (limit: 'read' | 'login' | 'ring' | 'page') => {
    for (let times = 0; times < LIMITS[limit].max; times += 1) await deps.rateLimiter.admit(limit, { address: ADDRESS })
  }
  return { ask, fill, reported }
}

test('an operation is found by its method and path, of several the one that the path names', () => {
  const found = operations.flatMap((operation) => {
    const { http } = operation as { http?: { method: string; path: string } }
    if (!http?.path.startsWith('/api/')) return []
    const path = http.path.replace(/:\w+/g, 'K7M2')
    return [[operation.name, findOperation(http.method, path)?.name]]
  })
  expect(found.length).toBeGreaterThan(100)
  for (const [name, other] of found) expect(other).toBe(name)
  expect(findOperation('HEAD', '/api/user')?.name).toBe(findOperation('GET', '/api/user')?.name)
  for (const path of ['/api/nothing', '/api/user/', '/api//user', '/api/doors//test-ring', '/visitor/door', '/api/'])
    expect([path, findOperation('GET', path)]).toEqual([path, undefined])
})

test('an address that is over the limit is refused as the operation would, and nothing is counted', async () => {
  const { ask, fill, reported } = await serve()
  expect((await ask('/api/user')).status).toBe(204)
  await fill('read')
  for (let times = 0; times < 3; times += 1) {
    const answer = await ask('/api/user?a=1')
    const { status, headers } = answer
    expect([status, headers.get('retry-after'), headers.get('x-content-type-options')]).toEqual([429, '60', 'nosniff'])
    expect(await answer.json()).toMatchObject({ code: 'limited' })
  }
  expect(reported).toEqual(['limit', 'limit', 'limit'])
  await fill('ring')
  const ring = await ask('/api/doorbell/ring/K7M2', { method: 'POST', body: '{}' })
  expect([ring.status, await ring.json()]).toMatchObject([429, { code: 'ring_limited' }])
  // Another class of the same address.
  expect((await ask('/api/login', { method: 'POST', body: '{}' })).status).toBe(204)
})

test('another origin and another host have their own refusals first', async () => {
  const { ask, fill, reported } = await serve()
  await fill('ring')
  await fill('page')
  const foreign = { headers: { origin: 'http://example.org' } }
  const ring = { method: 'POST', body: '{}' }
  expect((await ask('/api/doorbell/ring/K7M2', { ...ring, ...foreign })).status).toBe(204)
  expect((await ask('/visitor', { ...ring, ...foreign })).status).toBe(204)
  expect(reported).toEqual([])
  // Links of any page may lead to a page.
  expect((await ask('/visitor', foreign)).status).toBe(429)
})

test('a known resident is counted by the operation itself, but not at sign-in', async () => {
  const { ask, fill } = await serve()
  await fill('read')
  await fill('login')
  expect((await ask('/api/user', { session: 'known' })).status).toBe(204)
  expect((await ask('/api/login', { method: 'POST', session: 'known', body: '{}' })).status).toBe(429)
})

test('a visitor’s page over the limit is the constant one, with the headers of every page', async () => {
  const { ask, fill, reported } = await serve()
  await fill('page')
  for (const path of ['/visitor', '//VISITOR/K7M2?lang=de', '/visitor/pass/token/visit.ics']) {
    const answer = await ask(path, { headers: { 'accept-language': 'de' } })
    expect([path, answer.status, await answer.text()]).toEqual([path, 429, 'limited de'])
    expect(answer.headers.get('refresh')).toBe(answer.headers.get('retry-after'))
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(answer.headers.get('vary')).toBe('Accept-Language, Cookie, Accept-Encoding')
  }
  expect(reported).toHaveLength(3)
  // Forms are counted separately.
  expect((await ask('/visitor', { method: 'POST', body: 'a=1' })).status).toBe(204)
})

test.each([
  [true, 429],
  [false, 204],
])('the status page is counted with the pages of visitors where it is on: %s', async (hasStatusPage, status) => {
  const { ask, fill } = await serve({ hasStatusPage })
  expect((await ask('/status')).status).toBe(204)
  await fill('page')
  expect((await ask('/status?lang=de')).status).toBe(status)
})
