import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, Person, type Resident } from '#scripts/testing/people.ts'
import { BERLIN, PLACES_FILE } from '#scripts/testing/places.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { mailedToken, mailsTo } from './person.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'
let world: Stack
let second: string
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'security', 'gateway'], envOf: { auth: { GEOIP_FILE: PLACES_FILE } } })
  second = (await world.another('gateway')).url
})
afterAll(() => world.stop())

/** Signs in to the account from Berlin with a phone. */
async function phoneOf({ user }: Resident): Promise<Person> {
  const phone = new Person(world.url, BERLIN)
  await phone.call('auth.login', { username: user.username, password: PASSWORD }, { 'user-agent': PHONE })
  return phone
}
/** The same browser at another copy of the gateway. */
function atSecondGateway(person: Person): Person {
  const same = new Person(second, person.client.address, new URL(world.url).host)
  for (const [name, value] of person.client.cookies) same.client.cookies.set(name, value)
  return same
}
const sessionsOf = (person: Person) => person.call('auth.sessions', {})
const currentOf = async (person: Person) => (await sessionsOf(person)).find(({ isCurrent }) => isCurrent)?.sessionId ?? ''

// covers: E-session-current auth.sessions
test('sessions are listed with device, place and which one is the caller’s', async () => {
  const resident = await world.resident()
  const phone = await phoneOf(resident)
  const [newest, oldest] = await sessionsOf(resident)
  expect(newest).toMatchObject({
    device: 'Safari on iPhone',
    deviceType: 'mobile',
    browser: 'Safari',
    ipAddress: BERLIN,
    location: 'Berlin, Germany',
    userAgent: PHONE,
    isActive: true,
    isCurrent: false,
  })
  // The caller's, although another one was used more recently.
  expect(oldest).toMatchObject({ location: 'Unknown', isCurrent: true })
  expect((await sessionsOf(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  const [cookie] = [...phone.client.cookies].flatMap(([name, value]) => (name.includes('session') ? [value] : []))
  expect(JSON.stringify(await sessionsOf(resident))).not.toContain(cookie)
})

// covers: S-session-revoked auth.revoke_session auth.revoke_other_sessions
test('a revoked session is over at once on every gateway', async () => {
  const resident = await world.resident()
  const phone = await phoneOf(resident)
  const elsewhere = atSecondGateway(phone)
  const sessionId = await currentOf(phone)
  expect((await elsewhere.http('/api/user')).status).toBe(200)
  const sockets = [await phone.connect(), await elsewhere.connect()]
  for (const socket of sockets) {
    socket.send({ type: 'register', userId: resident.user.id })
    await socket.next('register_success')
  }
  await resident.call('auth.revoke_session', { sessionId })
  for (const person of [phone, elsewhere]) expect((await person.http('/api/user')).status).toBe(401)
  expect(await Promise.all(sockets.map((socket) => socket.closed()))).toEqual([1008, 1008])
  expect(await sessionsOf(resident)).toHaveLength(1)
  // Repeated, as after a lost answer.
  await resident.call('auth.revoke_session', { sessionId })
  const events = await world.postgres('auth', "SELECT 1 FROM outbox WHERE name = 'auth.session_revoked' AND data->>'session' = $1", [
    sessionId,
  ])
  expect(events).toHaveLength(1)
})

// covers: auth.revoke_session auth.revoke_other_sessions
test('another account’s session is not found', async () => {
  const resident = await world.resident()
  const stranger = await world.resident()
  const sessionId = await currentOf(resident)
  await expect(stranger.call('auth.revoke_session', { sessionId })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(stranger.call('auth.revoke_session', { sessionId: 'of-nobody' })).rejects.toMatchObject({ status: 404 })
  expect((await resident.http('/api/user')).status).toBe(200)
})

test('revoking the own session signs out', async () => {
  const resident = await world.resident()
  await resident.call('auth.revoke_session', { sessionId: await currentOf(resident) })
  expect([...resident.client.cookies.keys()].filter((name) => name.includes('session'))).toEqual([])
  expect((await resident.http('/api/user')).status).toBe(401)
})

// covers: S-session-revoked auth.revoke_session auth.revoke_other_sessions
test('revoking all keeps the caller’s session alone', async () => {
  const resident = await world.resident()
  const others = [await phoneOf(resident), await phoneOf(resident)]
  const stranger = await world.resident()
  await resident.call('auth.revoke_other_sessions', {})
  for (const other of others) expect((await other.http('/api/user')).status).toBe(401)
  expect((await sessionsOf(resident)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  expect((await stranger.http('/api/user')).status).toBe(200)
})

test('the operator ends every session of an account', async () => {
  const resident = await world.resident()
  const [phone, stranger] = [await phoneOf(resident), await world.resident()]
  const socket = await phone.connect()
  expect(await world.rpc('auth.end_sessions', { userId: resident.user.id })).toEqual({ ended: 2 })
  expect(await socket.closed()).toBe(1008)
  for (const device of [resident, phone]) expect((await atSecondGateway(device).http('/api/user')).status).toBe(401)
  expect((await stranger.http('/api/user')).status).toBe(200)
})

test('a page that was open while a session ended reads its list again', async () => {
  const resident = await world.resident()
  const socket = await resident.socket()
  const phone = await phoneOf(resident)
  await resident.call('auth.revoke_session', { sessionId: await currentOf(phone) })
  await socket.next('account_changed', ({ parts }) => parts.includes('sessions'))
})

test('an ended session is not listed', async () => {
  const resident = await world.resident()
  const phone = await phoneOf(resident)
  const sessionId = await currentOf(phone)
  await phone.call('auth.logout', {})
  await eventually('the session to leave the list', async () =>
    (await sessionsOf(resident)).every((session) => session.sessionId !== sessionId),
  )
})

// covers: auth.change_security_settings two_factor_enrol
test('the switches change by themselves, and two-factor not here', async () => {
  const resident = await world.resident()
  const settings = async () => (await resident.call('auth.user', {})).securitySettings
  const change = (body: object) => resident.http('/api/users/security-settings', { method: 'PATCH', body })
  expect((await change({ notificationsEnabled: false })).body).toMatchObject({
    id: resident.user.id,
    securitySettings: { twoFactorEnabled: false, notificationsEnabled: false, activityLogsEnabled: true },
  })
  await Promise.all([change({ notificationsEnabled: true }), change({ activityLogsEnabled: false })])
  const both = { twoFactorEnabled: false, notificationsEnabled: true, activityLogsEnabled: false }
  expect(await settings()).toEqual(both)
  const on = await change({ twoFactorEnabled: true, activityLogsEnabled: true })
  expect([on.status, on.body]).toEqual([409, expect.objectContaining({ code: 'two_factor_enrol' })])
  const off = await change({ twoFactorEnabled: false, notificationsEnabled: false })
  expect([off.status, off.body]).toEqual([403, expect.objectContaining({ code: 'two_factor_required' })])
  expect(await settings()).toEqual(both)
  for (const body of [{}, { unknown: true }, { notificationsEnabled: 'no' }]) expect((await change(body)).status).toBe(400)
})

// covers: auth.change_security_settings auth.password_fresh password_needed
test('turning a switch off needs the password and is mailed, turning it on does not', async () => {
  const resident = await world.resident()
  await world.rpc('auth.verify_email', { token: await mailedToken(world, resident.user.email) })
  await world.postgres('auth', "UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1", [resident.user.id])
  const change = (body: object) => resident.http('/api/users/security-settings', { method: 'PATCH', body })
  const subjects = async () => (await mailsTo(world, resident.user.email)).map(({ subject }) => subject)
  for (const body of [{ notificationsEnabled: false }, { activityLogsEnabled: false, notificationsEnabled: true }])
    expect(await change(body)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  expect(await resident.call('auth.password_fresh', {})).toEqual({ fresh: false })
  expect(await subjects()).toHaveLength(1)
  await resident.call('auth.confirm_password', { password: PASSWORD })
  expect(await resident.call('auth.password_fresh', {})).toEqual({ fresh: true })
  expect((await change({ notificationsEnabled: false, activityLogsEnabled: false })).status).toBe(200)
  expect((await change({ notificationsEnabled: false })).status).toBe(200)
  expect((await subjects()).slice(0, -1).toSorted()).toEqual(['Security notifications are off', 'Your sign-ins are no longer recorded'])
  await world.postgres('auth', 'UPDATE sessions SET confirmed_at = NULL WHERE user_id = $1', [resident.user.id])
  expect((await change({ notificationsEnabled: true })).status).toBe(200)
})
