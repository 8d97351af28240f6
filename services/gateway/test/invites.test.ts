/** The guest’s page without script, and contacts and invites over HTTP (docs/product/decisions.md, 30). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
let owner: Resident
beforeAll(async () => {
  world = await sharedStack()
  owner = await world.resident({ premium: true, firstName: 'Robin' })
})
afterAll(() => world.close())

const contact = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', phone: '0301234567' }
async function invited(by: Resident = owner): Promise<string> {
  const { id } = await by.call('doorbell.add_contact', contact)
  const { url } = await by.call('doorbell.invite_contact', { id })
  return new URL(url).pathname
}
const form = (fields: Record<string, string>) => ({
  method: 'POST' as const,
  body: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

const keyOf = (page: string) => /name="idempotencyKey" value="([^"]+)"/.exec(page)?.[1] ?? ''
const join = async (guest: ReturnType<SharedStack['visitor']>, path: string) => {
  const { text } = await guest.http(path)
  return guest.http(path, form({ action: 'join', idempotencyKey: keyOf(text) }))
}

// covers: V-contact
test.each([
  ['firstName', '', 'First name is required'],
  ['lastName', '', 'Last name is required'],
  ['email', 'grace', 'Invalid email address'],
  ['phone', '030123456', 'Phone number is required'],
  ['phone', 'javascript:alert(1)', 'Please enter a phone number'],
])('a contact whose %s is "%s" is refused with "%s"', async (field, value, sentence) => {
  const { status, body } = await owner.http('/api/contacts', { method: 'POST', body: { ...contact, [field]: value } })
  expect([status, body]).toMatchObject([400, { code: 'validation_failed', message: sentence, details: { [field]: sentence } }])
  const kept = await owner.call('doorbell.add_contact', contact)
  const patched = await owner.http(`/api/contacts/${kept.id}`, { method: 'PATCH', body: { [field]: value } })
  expect([patched.status, patched.body]).toMatchObject([400, { details: { [field]: sentence } }])
})

// covers: doorbell.contacts
test('contacts are a paged bare list for signed-in users only', async () => {
  const person = await world.resident()
  for (const firstName of ['Ada', 'Ben', 'Cleo']) await person.call('doorbell.add_contact', { ...contact, firstName })
  const { body, headers } = await person.http('/api/contacts?limit=2')
  expect(body).toMatchObject([{ firstName: 'Ada', isFavorite: false }, { firstName: 'Ben' }])
  const next = /^<([^>]+)>; rel="next"$/.exec(String(headers.link))?.[1] ?? ''
  expect((await person.http(next)).body).toMatchObject([{ firstName: 'Cleo' }])
  expect((await person.http('/api/contacts')).body).toHaveLength(3)
  for (const query of ['limit=0', 'limit=101', 'favorites=maybe', 'owner=1', `search=${'x'.repeat(101)}`])
    expect([query, (await person.http(`/api/contacts?${query}`)).status]).toEqual([query, 400])
  expect((await world.visitor().http('/api/contacts')).status).toBe(401)
  const [ada] = body as { id: number }[]
  for (const [method, path] of [
    ['PATCH', `/api/contacts/${ada?.id}`],
    ['DELETE', `/api/contacts/${ada?.id}`],
    ['POST', `/api/contacts/${ada?.id}/invite`],
  ] as const)
    expect((await owner.http(path, { method, ...(method === 'PATCH' ? { body: { firstName: 'Mine' } } : {}) })).status).toBe(404)
})

// covers: R-invite
test('without script a guest joins, and a reload finds the call', async () => {
  const path = await invited()
  const [guest, other] = [world.visitor(), world.visitor()]
  const open = await guest.http(path)
  expect([open.status, open.headers['cache-control']]).toEqual([200, 'private, no-store'])
  for (const text of ['You are invited to a video call', 'a camera, a microphone', 'value="join"']) expect(open.text).toContain(text)
  expect(open.text).not.toContain(owner.user.qrCodeId)
  const joined = await join(guest, path)
  expect([joined.status, joined.headers.location]).toEqual([303, path])
  const waiting = await guest.http(path)
  expect([waiting.status, waiting.text.includes('Calling Resident...'), waiting.text.includes('Grace Hopper')]).toEqual([200, true, true])
  expect(waiting.text).toContain('http-equiv="refresh"')
  const [ring] = await owner.activities()
  expect(ring).toMatchObject({ activityType: 'video_call', visitorName: 'Grace Hopper', outcome: null })
  const used = await other.http(path)
  expect([used.status, used.text.includes('This invite link has already been used')]).toEqual([409, true])
  for (const word of ['Robin', 'Reed', 'Grace', owner.user.qrCodeId]) expect(used.text).not.toContain(word)
  expect((await join(other, path)).status).toBe(409)
})

// covers: S-invite
test('cancelling ends the call, and the link stays used', async () => {
  const path = await invited()
  const guest = world.visitor()
  await join(guest, path)
  const [ring] = await owner.activities()
  const cancelled = await guest.http(path, form({ action: 'cancel', visitId: String(ring?.id) }))
  expect([cancelled.status, cancelled.headers.location]).toEqual([303, path])
  expect((await owner.activities())[0]).toMatchObject({ id: ring?.id, outcome: 'cancelled' })
  expect((await guest.http(path)).text).toContain('This invite link has already been used')
})

test('a guest can leave a message after a miss but gets no bell', async () => {
  const path = await invited()
  const guest = world.visitor()
  await join(guest, path)
  const [ring] = await owner.activities()
  await owner.call('doorbell.mark_handled', { id: ring?.id ?? 0, isHandled: true })
  const declined = await guest.http(path)
  expect([declined.text.includes('Call Declined'), declined.text.includes('Try Again')]).toEqual([true, false])
  expect((await guest.http(path, form({ action: 'ring', visitorName: 'Grace', message: 'Again' }))).status).toBe(400)
  expect((await guest.http(path, form({ action: 'again', visitId: String(ring?.id) }))).status).toBe(400)
})

// covers: S-invite
test('an unknown or free-account invite says so without naming the owner', async () => {
  const guest = world.visitor()
  const unknown = await guest.http(`/visitor/invite/${'x'.repeat(43)}`)
  expect([unknown.status, unknown.text.includes('This invite link is not valid')]).toEqual([404, true])
  for (const odd of ['%00', 'a'.repeat(101), '..%2f..']) expect((await guest.http(`/visitor/invite/${odd}`)).status).toBe(404)
  const free = await world.resident()
  const { id } = await free.call('doorbell.add_contact', contact)
  await expect(free.call('doorbell.invite_contact', { id })).rejects.toMatchObject({ status: 403, code: 'subscription_required' })
  await world.grantPremium(free.user.id)
  const { url } = await free.call('doorbell.invite_contact', { id })
  await world.rpc('billing.revoke_grant', { userId: free.user.id, by: 'test' })
  const refused = await join(guest, new URL(url).pathname)
  expect([refused.status, refused.text.includes('This call cannot be started right now')]).toEqual([403, true])
  expect(refused.text).not.toMatch(/premium|subscription/i)
})

test('inviting a contact that is being deleted answers 404', async () => {
  const { id } = await owner.call('doorbell.add_contact', contact)
  const deleting = new pg.Client({ connectionString: world.databaseUrl('doorbell') })
  await deleting.connect()
  await deleting.query('BEGIN')
  await deleting.query('DELETE FROM contacts WHERE id = $1', [id])
  const asked = owner.http(`/api/contacts/${id}/invite`, { method: 'POST', body: {} })
  await eventually('the invite to wait for the deletion', async () => {
    const waiting = await world.postgres(
      'doorbell',
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%invites%'`,
    )
    return waiting.length > 0
  })
  await deleting.query('COMMIT')
  await deleting.end()
  expect((await asked).status).toBe(404)
})

test('joining while the contact is being deleted reports the missing invite', async () => {
  const { id } = await owner.call('doorbell.add_contact', contact)
  const { url } = await owner.call('doorbell.invite_contact', { id })
  const token = new URL(url).pathname.split('/').at(-1) ?? ''
  const deleting = new pg.Client({ connectionString: world.databaseUrl('doorbell') })
  await deleting.connect()
  await deleting.query('BEGIN')
  await deleting.query('SELECT FROM contacts WHERE id = $1 FOR UPDATE', [id])
  const joined = world.visitor().http(`/api/doorbell/invites/${token}/join`, { method: 'POST', body: {} })
  await eventually('the guest to wait for the deletion', async () => {
    const waiting = await world.postgres(
      'doorbell',
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%invites%'`,
    )
    return waiting.length > 0
  })
  await deleting.query('DELETE FROM contacts WHERE id = $1', [id])
  await deleting.query('COMMIT')
  await deleting.end()
  const { status, body } = await joined
  expect([status, body]).toMatchObject([404, { code: 'invite_unknown' }])
})
