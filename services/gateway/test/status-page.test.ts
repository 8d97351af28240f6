import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { LIMITS } from '#proto/limits.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

const LEGAL = {
  LEGAL_IMPRINT_URL: 'https://op.example/imprint?a=1&b=$&',
  LEGAL_PRIVACY_URL: 'https://op.example/privacy',
}
let world: Stack
beforeAll(async () => {
  world = await startStack({
    services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'gateway'],
    env: { STATUS_PAGE: '1', ...LEGAL },
  })
})
afterAll(() => world.stop())

const page = (path = '/status', headers: Record<string, string> = {}) => world.visitor().http(path, { headers })

// First: a gateway caches the result for a minute.
test('too few rings say so, in the language of whoever asks', async () => {
  const { status, text, headers } = await page()
  expect(status).toBe(200)
  expect(text).toContain('Not enough rings yet')
  expect(headers['content-security-policy']).toMatch(/script-src 'self';/)
  expect((await page('/status', { 'accept-language': 'de' })).text).toContain('Noch nicht oft genug geklingelt')
  const { status: moved, headers: to } = await page('/status?lang=de')
  expect({ moved, to: to.location }).toEqual({ moved: 303, to: '/status' })
})

// covers: R-status
test('the status page says how fast rings are shown, without script and without a cookie', async () => {
  const until = Math.floor(world.now() / DAY_MS) * DAY_MS
  await world.postgres(
    'notify',
    'INSERT INTO ring_status (until, since, doors, rings, p50, p95, prompt) VALUES ($1, $2, 63, 1284, 84, 1240, 1283)',
    [new Date(until), new Date(until - 30 * DAY_MS)],
  )
  const fresh = await world.another('gateway', { STATUS_PAGE: '1' })
  const answer = await fetch(`${fresh.url}/status`)
  const text = (await answer.text()).replace(/<style[\s\S]*?<\/style>/g, '')
  for (const figure of ['84 ms', '1.2 s', '99.9%', '1,284 rings at 63 doors']) expect(text).toContain(figure)
  expect(text).not.toContain('100%')
  expect(answer.headers.get('set-cookie')).toBeNull()
})

// covers: W-legal
test('the operator’s links that are set are in every page of a stranger, without script', async () => {
  const resident = await world.resident()
  const door = `/visitor/${resident.user.qrCodeId}`
  for (const path of [door, `${door}?tab=left`, '/visitor', '/visitor/nobody', '/visitor/pass/nobody', '/status']) {
    const { text } = await page(path)
    expect([path, text]).toEqual([path, expect.stringContaining('<nav class="legal" aria-label="Legal information"><a href="https://op')])
    expect(text).toContain('<a href="https://op.example/imprint?a=1&amp;b=$&amp;" target="_blank" rel="noopener">Imprint</a>')
    expect(text).toContain('>Privacy</a></nav>')
  }
  expect((await page(door, { 'accept-language': 'de' })).text).toContain('>Impressum</a>')
  for (const path of ['/auth', '/nowhere'])
    expect((await page(path)).text).toContain('<meta name="legal-imprint" content="https://op.example/imprint?a=1&amp;b=$&amp;">')
  expect((await page('/api/docs')).text).toContain('<a href="https://op.example/privacy">Privacy</a>')
})

test('the page is counted with those of visitors', async () => {
  const visitor = world.visitor()
  const statuses: number[] = []
  // A window may end meanwhile: the next one is counted from its start.
  while (statuses.length <= 2 * LIMITS.page.max && statuses.at(-1) !== 429) statuses.push((await visitor.http('/status')).status)
  expect(statuses.slice(0, LIMITS.page.max)).toEqual(Array.from({ length: LIMITS.page.max }, () => 200))
  expect(statuses.at(-1)).toBe(429)
})

test('without the setting there is no such page', async () => {
  const plain = await world.another('gateway', { STATUS_PAGE: '0' })
  const { status } = await fetch(`${plain.url}/status`)
  expect(status).toBe(404)
})

test('while notify is away the page says so', async () => {
  await world.kill('notify')
  const fresh = await world.another('gateway', { STATUS_PAGE: '1' })
  const answer = await fetch(`${fresh.url}/status`)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, expect.any(String)])
  expect(await answer.text()).toContain('The status cannot be read now')
})
