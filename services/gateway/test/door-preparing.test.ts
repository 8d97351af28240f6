/** A code that a new account was given, while its door is not there yet. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ERRORS } from '#proto/errors.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'gateway'] })
}, 60_000)
afterAll(() => world.stop())

/** An account's row alone, as it stands before its door is there; no event of it is on its way. */
async function issueCode(): Promise<{ qrCodeId: string; userId: number }> {
  const { user } = await world.resident()
  const qrCodeId = randomBytes(10).toString('hex')
  const [row] = await world.postgres<{ id: number }>(
    'auth',
    `INSERT INTO users (username, username_key, password_hash, first_name, last_name, email, qr_code_id, security_settings, created_at)
     SELECT $2::text, $2::text, password_hash, first_name, last_name, $2::text, $2::text, security_settings, created_at FROM users WHERE id = $1 RETURNING id`,
    [user.id, qrCodeId],
  )
  return { qrCodeId, userId: row?.id ?? 0 }
}
const PREPARING = { code: 'door_preparing', message: ERRORS.door_preparing.message }
const INACTIVE = { code: 'door_inactive', message: ERRORS.door_inactive.message }
const words = { visitorName: 'Vera', message: 'Hello' }

test('a code that was just issued answers 503 with Retry-After until its door is there [X-door-preparing]', async () => {
  const { qrCodeId, userId } = await issueCode()
  const visitor = world.visitor()
  const ring = () => visitor.http(`/api/doorbell/ring/${qrCodeId}`, { method: 'POST', body: words })
  for (const answer of [await visitor.http(`/api/doorbell/doors/${qrCodeId}`), await ring()])
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([503, '1', PREPARING])
  await world.rpc('doorbell.open_door', { userId, qrCodeId, label: 'Front door' })
  expect((await visitor.http(`/api/doorbell/doors/${qrCodeId}`)).status).toBe(200)
  expect((await ring()).status).toBe(201)
})

test('the page of such a code says so, without a form, and asks again by itself [X-door-preparing]', async () => {
  const { qrCodeId } = await issueCode()
  for (const [language, title] of [
    ['en', 'This door is being set up'],
    ['de', 'Diese Tür wird gerade eingerichtet'],
  ]) {
    const page = await world.visitor().http(`/visitor/${qrCodeId}`, { headers: { 'accept-language': language ?? '' } })
    expect([page.status, page.headers['retry-after'], page.headers.refresh]).toEqual([503, '1', '1'])
    expect([page.text.includes(title ?? ''), page.text.includes('name="visitorName"')]).toEqual([true, false])
  }
})

test('every other code without a door is the same 404 [S-inactive]', async () => {
  const { qrCodeId, userId } = await issueCode()
  await world.postgres('auth', `UPDATE users SET created_at = created_at - interval '11 minutes' WHERE id = $1`, [userId])
  const disabled = await world.resident()
  const [door] = await disabled.call('doorbell.doors', {})
  await disabled.call('doorbell.change_door', { id: door?.id ?? 0, enabled: false })
  for (const code of [qrCodeId, disabled.user.qrCodeId, randomBytes(10).toString('hex'), 'x']) {
    const answer = await world.visitor().http(`/api/doorbell/doors/${code}`)
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([404, undefined, INACTIVE])
  }
})

test('an unknown code is a 404 while auth is away', async () => {
  const code = randomBytes(10).toString('hex')
  await world.kill('auth')
  expect((await world.visitor().http(`/api/doorbell/doors/${code}`)).status).toBe(404)
  await world.restart('auth')
})
