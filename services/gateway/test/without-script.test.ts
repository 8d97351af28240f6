import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ERRORS } from '#proto/errors.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

const AWAY = ERRORS.unavailable.message
let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'gateway'] })
}, 60_000)
afterAll(() => world.stop())

const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

test('while doorbell is down the visitor reads why on the page, with the form and every word typed, and a call reads it too [X-unavailable]', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const path = `/visitor/${resident.user.qrCodeId}`
  await visitor.ring(resident)
  await world.kill('doorbell')
  const shown = await visitor.http(path)
  expect([shown.status, shown.headers['retry-after'], shown.headers['content-type']]).toEqual([503, '1', 'text/html; charset=utf-8'])
  expect(shown.text).toContain(AWAY)
  expect(shown.text).toContain('name="visitorName"')
  // Script must ask again whether a visit is open.
  expect(shown.text).not.toContain('&quot;now&quot;')
  const posted = await visitor.http(path, form({ action: 'ring', visitorName: 'Vera <V>', message: 'It rains "here"', unitNumber: '4b' }))
  expect([posted.status, posted.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(posted.text).toContain(AWAY)
  for (const kept of ['value="Vera &lt;V&gt;"', 'It rains &quot;here&quot;', 'value="4b"']) expect(posted.text).toContain(kept)
  const cancelled = await visitor.http(path, form({ action: 'cancel', visitId: '1' }))
  expect([cancelled.status >= 400, cancelled.headers['content-type']]).toEqual([true, 'text/html; charset=utf-8'])
  // A call reads the same in JSON, and when to come again.
  const asked = await visitor.http('/api/doorbell/visits')
  expect([asked.status, asked.headers['retry-after'], asked.body]).toEqual([503, '1', { code: 'unavailable', message: AWAY }])
  const code = await visitor.http('/visitor')
  expect([code.status, code.text.includes('name="code"')]).toEqual([200, true])
  const typed = await visitor.http('/visitor', form({ code: 'ABCD EFGH' }))
  expect([typed.status, typed.text.includes(AWAY), typed.text.includes('value="ABCD EFGH"')]).toEqual([503, true, true])
  await world.restart('doorbell')
  expect((await visitor.http(path)).status).toBe(200)
})

test('a ring that is rung once more without script keeps its chip', async () => {
  const resident = await world.resident()
  const visitor = world.visitor()
  const path = `/visitor/${resident.user.qrCodeId}`
  expect((await visitor.http(path, form({ action: 'ring', purpose: 'delivery' }))).status).toBe(303)
  const [first] = await resident.activities()
  const visitId = String(first?.id)
  await visitor.http(path, form({ action: 'cancel', visitId }))
  expect((await visitor.http(path, form({ action: 'again', visitId }))).status).toBe(303)
  const [second] = await resident.activities()
  expect(second?.id).not.toBe(first?.id)
  expect(second).toMatchObject({ visitorName: 'Delivery', message: 'Delivery at the door.', purpose: 'delivery' })
})
