/** The headers of security of every class of routes, as one table. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Resident, Visitor } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
let resident: Resident
let visitor: Visitor
let visitId = 0
beforeAll(async () => {
  world = await sharedStack()
  resident = await world.resident()
  visitor = world.visitor()
  visitId = (await visitor.ring(resident)).id
})
afterAll(() => world.close())

type Class = { readonly name: string; readonly ask: () => Promise<HttpAnswer>; readonly status: number; readonly cache: string }
const PRIVATE = 'private, no-store'

const CLASSES: readonly Class[] = [
  { name: 'a private answer', ask: () => resident.http('/api/user'), status: 200, cache: PRIVATE },
  { name: 'a list', ask: () => resident.http('/api/activities'), status: 200, cache: PRIVATE },
  { name: "a visitor's answer", ask: () => visitor.http(`/api/doorbell/visits/${visitId}`), status: 200, cache: PRIVATE },
  { name: 'an export', ask: () => resident.http('/api/activities/export?format=csv'), status: 200, cache: PRIVATE },
  { name: 'an error', ask: () => world.visitor().http('/api/user'), status: 401, cache: PRIVATE },
  { name: 'an unknown route', ask: () => resident.http('/api/nothing'), status: 404, cache: PRIVATE },
  {
    name: 'a foreign origin',
    ask: () => resident.http('/api/logout', { method: 'POST', headers: { origin: 'https://evil.test' }, body: {} }),
    status: 403,
    cache: PRIVATE,
  },
  { name: "a visitor's page", ask: () => visitor.http(`/visitor/${resident.user.qrCodeId}`), status: 200, cache: PRIVATE },
  { name: "a resident's page", ask: () => resident.http('/auth'), status: 200, cache: 'no-cache' },
  { name: 'an unknown page', ask: () => resident.http('/nowhere'), status: 404, cache: 'no-cache' },
  { name: 'liveness', ask: () => resident.http('/healthz'), status: 200, cache: 'no-store' },
  { name: 'readiness', ask: () => resident.http('/readyz'), status: 200, cache: 'no-store' },
]

test.each(CLASSES)('$name is protected and cached as declared', async ({ ask, status, cache }) => {
  const { status: answered, headers } = await ask()
  expect({ status: answered, cache: headers['cache-control'] }).toEqual({ status, cache })
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringMatching(/default-src 'self';script-src 'self'(?! 'unsafe-inline').*frame-ancestors 'none'/),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|same-origin|no-referrer)$/),
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=(self), microphone=(self)'),
  })
  for (const feature of ['display-capture', 'geolocation', 'payment', 'usb'])
    expect(headers['permissions-policy']).toContain(`${feature}=()`)
  expect(headers['content-security-policy']).toMatch(/;script-src 'self';.*;object-src 'none';base-uri 'none';/)
  expect(headers).not.toHaveProperty('access-control-allow-origin')
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('clear-site-data')
})

test('signing out clears what the browser has cached, and keeps the cookies of device and visits', async () => {
  const device = await resident.anotherDevice()
  await device.http(`/visitor/${resident.user.qrCodeId}`)
  const names = [...device.client.cookies.keys()]
  const { status, headers } = await device.http('/api/logout', { method: 'POST', body: {} })
  expect([status, headers['clear-site-data']]).toEqual([200, '"cache"'])
  expect([...device.client.cookies.keys()]).toEqual(names.filter((name) => !name.startsWith('session-')))
  expect(names).toContainEqual(expect.stringMatching(/^device-/))
})

test('probes of a service do not let a browser guess their type', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/nothing']) {
    const { headers } = await fetch(`${world.httpOf('auth')}${path}`)
    expect([path, headers.get('x-content-type-options'), headers.get('cache-control')]).toEqual([path, 'nosniff', 'no-store'])
  }
})

test('no script of the built web names a source map, and none is served', async () => {
  const { text } = await resident.http('/auth')
  const scripts = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => String(path))
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts) {
    expect((await resident.http(path)).text).not.toContain('sourceMappingURL')
    expect((await resident.http(`${path}.map`)).status).toBe(404)
  }
})
