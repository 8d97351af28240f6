/** What clients of the API rely on beside its operations: problems, limits, validators, and addresses that tools know (record 0075). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { LIMITS } from '#proto/limits.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

// covers: P-api-problem
test('a refusal is a problem for a client that asks for one', async () => {
  const nobody = world.person()
  const plain = await nobody.http('/api/user')
  expect(plain.headers['content-type']).toBe('application/json; charset=utf-8')
  const accept = 'application/json, application/problem+json'
  const problem = await nobody.http('/api/user', { headers: { accept } })
  expect(problem.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(problem.body).toMatchObject({
    type: '/api/docs#error-unauthenticated',
    title: 'Please log in to access this feature.',
    status: 401,
    detail: 'Please log in to access this feature.',
    instance: problem.headers['x-request-id'],
    ...(plain.body as object),
  })
  expect((await nobody.http('/api/docs')).text).toContain('id="error-unauthenticated"')
})

// covers: P-api-rate
test('a counted answer says what is left of its limit', async () => {
  const resident = await world.resident()
  const { max, window } = LIMITS.read
  const left = async () => {
    const { headers } = await resident.http('/api/doors')
    expect(headers['ratelimit-policy']).toBe(`"read";q=${max};w=${window / 1_000}`)
    const [, count = '', seconds = ''] = /^"read";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? []
    expect(Number(seconds)).toBeGreaterThan(0)
    return Number(count)
  }
  const before = await left()
  expect(before).toBeLessThan(max)
  // In the next window it would be whole again.
  expect([before - 1, max - 1]).toContain(await left())
})

test('a refused answer says that nothing is left, also before it is counted', async () => {
  const nobody = world.person()
  const { max } = LIMITS.code
  const guess = () => nobody.http('/api/doorbell/code', { method: 'POST', body: { code: 'AAAAAAAA' } })
  for (let guessed = 0; guessed < max; guessed += 1) await guess()
  for (const _ of [1, 2]) {
    const { status, headers } = await guess()
    expect([status, headers['ratelimit-policy']]).toEqual([429, `"code";q=${max};w=60`])
    expect(headers.ratelimit).toBe(`"code";r=0;t=${String(headers['retry-after'])}`)
  }
})

// covers: P-api-etag
test('an unchanged list is not sent again', async () => {
  const resident = await world.resident()
  const first = await resident.http('/api/activities')
  const etag = String(first.headers.etag)
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
  const again = await resident.http('/api/activities', { headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.status, again.text, again.headers.etag, again.headers['cache-control']]).toEqual([304, '', etag, 'private, no-store'])
  await world.visitor().ring(resident)
  const changed = await resident.http('/api/activities', { headers: { 'if-none-match': etag } })
  expect([changed.status, changed.headers.etag === etag]).toEqual([200, false])
})

test('pages of other sites may read the two documents alone', async () => {
  const origin = 'https://tools.example'
  for (const path of ['/api/openapi.json', '/api/asyncapi.json'])
    expect([path, (await world.person().http(path, { headers: { origin } })).headers['access-control-allow-origin']]).toEqual([path, '*'])
  for (const path of ['/api/docs', '/api/user', '/'])
    expect((await world.person().http(path, { headers: { origin } })).headers).not.toHaveProperty('access-control-allow-origin')
})

test('a password manager finds the page that changes the password', async () => {
  const { status, headers } = await world.person().http('/.well-known/change-password')
  expect([status, headers.location]).toEqual([303, '/settings?tab=security'])
  expect((await world.person().http('/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200')).status).toBe(404)
  expect((await world.person().http('/.well-known/security.txt')).status).toBe(404)
})

test('crawlers are kept from the API', async () => {
  const { status, text } = await world.person().http('/robots.txt')
  expect([status, text]).toEqual([200, expect.stringContaining('Disallow: /api/')])
})
