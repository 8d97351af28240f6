/** The code of a new account while its door does not exist yet. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ERRORS } from '#proto/errors.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

/** Inserts only the account's row, the state before its door exists; no event follows. */
async function issueCode(): Promise<{ qrCodeId: string; userId: number }> {
  const { user } = await world.resident()
  const qrCodeId = randomBytes(10).toString('hex')
  const [row] = await world.postgres<{ id: number }>(
    'auth',
    `INSERT INTO users (username, username_key, password_hash, first_name, last_name, email, qr_code_id, security_settings, created_at)
     SELECT $2::text, $2::text, password_hash, first_name, last_name, $2::text, $2::text, security_settings, created_at
     FROM users WHERE id = $1 RETURNING id`,
    [user.id, qrCodeId],
  )
  return { qrCodeId, userId: row?.id ?? 0 }
}
const PREPARING = { code: 'door_preparing', message: ERRORS.door_preparing.message }
const INACTIVE = { code: 'door_inactive', message: ERRORS.door_inactive.message }
const texts = { visitorName: 'Vera', message: 'Hello' }

// covers: door_preparing
test('a freshly issued code answers 503 until its door exists', async () => {
  const { qrCodeId, userId } = await issueCode()
  const visitor = world.visitor()
  const ring = () => visitor.http(`/api/doorbell/ring/${qrCodeId}`, { method: 'POST', body: texts })
  for (const answer of [await visitor.http(`/api/doorbell/doors/${qrCodeId}`), await ring()])
    expect([answer.status, answer.headers['retry-after'], answer.body]).toEqual([503, '1', PREPARING])
  await world.rpc('doorbell.open_door', { userId, qrCodeId, label: 'Front door' })
  expect((await visitor.http(`/api/doorbell/doors/${qrCodeId}`)).status).toBe(200)
  expect((await ring()).status).toBe(201)
})

// covers: door_preparing
test('the page of a freshly issued code says so and reloads itself', async () => {
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

// covers: S-inactive
test('every other code without a door is the same 404', async () => {
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
