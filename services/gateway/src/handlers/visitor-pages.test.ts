import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import express from 'express'
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import { signToken } from '#kit/tokens.ts'
import { LIMITS } from '#proto/limits.ts'
import type { VisitorBundle } from '#proto/visitor-page.ts'
import { absentRedis } from '#scripts/testing/absent-redis.ts'
import { createPageRenderer } from '../adapters/page-renderer.ts'
import type { Pace } from '../domain/ports.ts'
import { createSite } from '../domain/site.ts'
import { createCounting } from '../store/counting.ts'
import { createPace } from '../store/pace.ts'
import { createRateLimiter } from '../store/rate-limiter.ts'
import { mountVisitorPages } from './visitor-pages.ts'
import type { VisitorPageDeps } from './visitor-send.ts'

const NOW = new Date('2026-01-01T10:00:00Z')

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The pages over a renderer that records its calls. @returns how to get one, and all calls */
async function servePages(pace: Pace = createPace()) {
  const rendered: string[] = []
  const refused: string[] = []
  const bundles = async () =>
    ({
      renderVisitor: ({ page }) => {
        rendered.push(page)
        return page
      },
    }) as VisitorBundle
  // Limits count by window: all requests are of one.
  const clock = { now: () => NOW, in: () => NOW }
  const bus = { call: () => Promise.reject(new AppError('unavailable')) }
  const deps = {
    site: createSite({ publicUrl: 'http://localhost:5000', port: 5000, embedded: true, lanOrigins: [] }),
    proxies: [],
    visitorKeys: 'k'.repeat(40),
    reportRefusal: (reason) => refused.push(reason),
    clock,
    rateLimiter: createRateLimiter({ counting: createCounting(absentRedis()), bus, clock }),
    pace,
    renderPage: createPageRenderer(bundles, () => undefined),
    readForm: async () => {
      refused.push('form read')
      throw new AppError('malformed')
    },
    bodies: new BodyMemory(1_000_000),
    bundles,
  } as Partial<VisitorPageDeps> as VisitorPageDeps
  const app = express()
  mountVisitorPages(app, deps)
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const token = signToken('o'.repeat(40), { use: 'visit', activityId: 1, userId: 1 }, 3_600, clock.now())
  const cookie = Array.from({ length: 10 }, (_, id) => `visit-${id + 1}-p5000=${token}`).join('; ')
  const ask = (path: string, method: 'GET' | 'POST' = 'GET', signal?: AbortSignal) => {
    const headers = { cookie, connection: 'close' }
    return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { method, headers, ...(signal ? { signal } : {}) })
  }
  return { ask, rendered, refused, server }
}

// covers: L-pages
test('over the limit no page is rendered and no cookie verified', async () => {
  const { ask, rendered, refused } = await servePages()
  for (let times = 0; times < LIMITS.page.max; times += 1) expect((await ask(`/visitor/pass/${'x'.repeat(61)}`)).status).toBe(404)
  expect((await ask('/visitor')).status).toBe(429)
  const [renderedBefore, refusedBefore] = [rendered.length, refused.length]
  const otherSpellings = [`//visitor${'/'.repeat(1_900)}`, `//VISITOR//${'x'.repeat(20)}.`]
  for (const path of ['/visitor', '/visitor/door', '/visitor/invite/token', '/visitor/pass/token/visit.ics', ...otherSpellings]) {
    const answer = await ask(path)
    expect([path, answer.status, await answer.text()]).toEqual([path, 429, 'limited'])
    expect(answer.headers.get('refresh')).toBe(answer.headers.get('retry-after'))
  }
  expect([rendered.length, refused.length]).toEqual([renderedBefore, refusedBefore])
})

test('a page that depends on nothing but its language is rendered once', async () => {
  const { ask, rendered } = await servePages()
  for (const path of ['/visitor', `/visitor/${'x'.repeat(30)}`, `/visitor/pass/${'x'.repeat(61)}`, `/visitor/invite/${'x'.repeat(101)}`])
    for (let times = 0; times < 3; times += 1) await ask(path)
  expect(rendered).toEqual(['code', 'inactive', 'no-pass', 'no-invite'])
})

test('a form over the limit is not read, and its page does not load itself', async () => {
  const { ask, rendered, refused } = await servePages()
  for (let times = 0; times < LIMITS.form.max; times += 1) await ask('/visitor', 'POST')
  const read = refused.filter((what) => what === 'form read').length
  const answer = await ask('/visitor', 'POST')
  expect([answer.status, await answer.text(), answer.headers.get('refresh')]).toEqual([429, 'limited', null])
  expect([read, refused.filter((what) => what === 'form read').length]).toEqual([LIMITS.form.max, LIMITS.form.max])
  expect(rendered.filter((page) => page === 'limited')).toHaveLength(1)
})

test('a form takes its own turns, also one that cannot be read', async () => {
  const turns: string[] = []
  const turn = (what: string) => async () => void turns.push(what)
  const { ask, refused } = await servePages({ page: turn('page'), form: turn('form'), ring: turn('ring') })
  expect((await ask('/visitor', 'POST')).status).toBe(400)
  expect([refused, turns]).toEqual([['form read'], ['form']])
})

test('a page whose reader leaves before its turn is not made', async () => {
  const [asked, turn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const page = () => {
    asked.resolve()
    return turn.promise
  }
  const { ask, rendered, server } = await servePages({ page, form: page, ring: page })
  const closed = new Promise((resolve) => server.once('connection', (socket: Socket) => socket.once('close', resolve)))
  const reader = new AbortController()
  const left = ask('/visitor', 'GET', reader.signal).catch(() => 'left')
  await asked.promise
  reader.abort()
  expect(await left).toBe('left')
  await closed
  turn.resolve()
  expect((await ask(`/visitor/${'x'.repeat(30)}`)).status).toBe(404)
  expect(rendered).toEqual(['inactive'])
})
