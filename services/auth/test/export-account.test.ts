import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { EXPORT_KINDS, EXPORT_ROWS } from '#proto/export.ts'
import { createPasskey } from '#scripts/testing/passkeys.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { createSubscription, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

type Exported = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const exportOf = (person: Resident) => person.http('/api/user/export')

// covers: auth.export_account
test('the export contains everything that the services store of the account', async () => {
  const person = await world.resident({ premium: true })
  await person.call('doorbell.add_contact', { firstName: 'Ada', lastName: 'Hopper', phone: '030 123 456 78', email: 'ada@example.org' })
  const visitor = world.visitor()
  const visit = await visitor.ring(person, { message: 'A parcel "fragile"\n</script>' })
  await person.call('doorbell.handle', { id: visit.id, handledType: 'message' })
  await person.call('doorbell.write_as_resident', { id: visit.id, message: 'Thank you' })
  const options = await person.call('auth.begin_passkey', {})
  await person.call('auth.add_passkey', { credential: createPasskey(options, { origin: world.url }).credential, name: 'My phone' })
  const { secret } = await person.call('auth.create_api_token', { name: 'Home automation', scopes: ['doors:read'] })
  const { endpoint, keys } = createSubscription(`${VENDOR_ENDPOINT}of-the-export`)
  await person.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  await eventually('the notification', async () => (await person.call('doorbell.notifications', {})).length > 0)
  await eventually('the log-in', async () => {
    await person.http('/api/login', { method: 'POST', body: { username: person.user.username, password: 'Wrong-Word-1' } })
    return (await world.postgres('security', 'SELECT 1 FROM login_attempts WHERE user_id = $1', [person.user.id])).length > 0
  })
  const answer = await exportOf(person)
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'content-disposition': expect.stringMatching(/^attachment; filename="doorbell-account-\d{4}-\d\d-\d\d\.json"$/),
    'cache-control': expect.stringContaining('no-store'),
  })
  const { exportedAt, account, ...kinds } = JSON.parse(answer.text) as Exported
  expect(typeof exportedAt).toBe('string')
  expect(account).toMatchObject({ id: person.user.id, username: person.user.username, email: person.user.email })
  const own = ['sessions', 'knownDevices', 'twoFactor', 'recoveryCodes', 'passkeys', 'apiTokens']
  expect(Object.keys(kinds)).toEqual([...own, ...Object.values(EXPORT_KINDS).flat()])
  expect(kinds.rings?.[0]).toMatchObject({ id: visit.id, message: 'A parcel "fragile"\n</script>' })
  expect(kinds.messages).toMatchObject([{ message: 'Thank you', senderId: 'resident' }])
  expect(kinds.contacts).toMatchObject([{ firstName: 'Ada' }])
  expect(kinds.devices).toMatchObject([{ endpoint }])
  for (const key of Object.values(keys)) expect(answer.text).not.toContain(key)
  expect(kinds.passkeys).toMatchObject([{ name: 'My phone' }])
  expect(kinds.apiTokens).toMatchObject([{ name: 'Home automation', scopes: ['doors:read'] }])
  expect(answer.text).not.toContain(secret)
  const filled = ['sessions', 'knownDevices', 'preferences', 'doors', 'timeline', 'notifications', 'plan', 'grants', 'logins']
  for (const kind of filled) expect([kind, kinds[kind]?.length]).not.toEqual([kind, 0])
  expect(answer.text).not.toMatch(/"(passwordHash|tokenHash|fromHash|deviceHash|key|publicKey|credentialId)"/)
})

test('the export is paged and holds every row once', async () => {
  const person = await world.resident()
  const count = EXPORT_ROWS * 2 + 1
  const rows = `SELECT $1, 'system', 'device', '{}', '', now(), now() + interval '30 days' FROM generate_series(1, ${count})`
  await world.postgres('doorbell', `INSERT INTO notifications (owner_id, type, kind, params, message, timestamp, expires_at) ${rows}`, [
    person.user.id,
  ])
  const { notifications = [] } = JSON.parse((await exportOf(person)).text) as Exported
  expect(new Set(notifications.map(({ id }) => id)).size).toBe(count)
  expect(notifications).toHaveLength(count)
})

// covers: auth.export_account password_needed
test('ten minutes after signing in the export needs the password again', async () => {
  const person = await world.resident()
  await world.clock.shift(601_000)
  expect(await exportOf(person)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  await person.call('auth.confirm_password', { password: PASSWORD })
  expect((await exportOf(person)).status).toBe(200)
  expect((await world.person().http('/api/user/export')).status).toBe(401)
})

test('an export shows nothing of another account', async () => {
  const [mine, other] = [await world.resident(), await world.resident()]
  await world.visitor().ring(other, { visitorName: 'Foreign visitor' })
  expect((await exportOf(mine)).text).not.toContain('Foreign visitor')
})
