import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { SecurityAlert } from '#proto/entities.ts'
import { FactorChange } from '#proto/factor-changes.ts'
import { createPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import { nextAddress, PASSWORD, Person, type Resident } from '#scripts/testing/people.ts'
import { BERLIN, PLACES_FILE, REYKJAVIK } from '#scripts/testing/places.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { CHROME, eventOf, publish } from './world.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'security', 'gateway'], envOf: { security: { GEOIP_FILE: PLACES_FILE } } })
})
afterAll(() => world.stop())

const alertsOf = (resident: Person) => resident.call('security.alerts', {})
const typesOf = async (resident: Person) => (await alertsOf(resident)).map(({ alertType }) => alertType)
const oneOf = (resident: Person, type: SecurityAlert['alertType']) =>
  eventually(`an alert ${type}`, async () => (await alertsOf(resident)).find(({ alertType }) => alertType === type))
const success = (userId: number, address: string, deviceKnown = true, logged = true) =>
  eventOf('auth.login_succeeded', { userId, username: '', address, userAgent: CHROME, deviceKnown, logged })
const failure = (userId: number, logged = true, ahead = 0) =>
  eventOf('auth.login_failed', { userId, username: '', address: nextAddress(), userAgent: CHROME, deviceKnown: false, logged }, ahead)
const historyOf = (resident: Person) => resident.call('security.login_history', {})
const fails = async (resident: Resident, times: number) => {
  for (let time = 0; time < times; time += 1) await publish(world, failure(resident.user.id))
}
const mailsTo = async ({ user }: Resident) => (await world.rpc('auth.dev_mails', {})).filter(({ to }) => to === user.email)
/** Confirms the account's address with the mailed link. */
async function confirmAddress(resident: Resident): Promise<void> {
  const [mail] = await mailsTo(resident)
  await resident.call('auth.verify_email', { token: /verify=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
}

// covers: E-alert-types security.alerts server.security_alert
test('a log-in of an unknown device is alerted at once', async () => {
  const resident = await world.resident()
  const socket = await resident.socket()
  await new Person(world.url).call('auth.login', { username: resident.user.username, password: PASSWORD })
  const { alert, unread } = await socket.next('security_alert')
  expect(alert).toMatchObject({
    userId: resident.user.id,
    alertType: 'new_device_login',
    isRead: false,
    params: { device: expect.any(String) },
  })
  expect(unread).toBe(1)
  expect(await alertsOf(resident)).toEqual([alert])
})

test('a registration and a known device raise no alert', async () => {
  const resident = await world.resident()
  await resident.call('auth.logout', {})
  await resident.call('auth.login', { username: resident.user.username, password: PASSWORD })
  await eventually('the log-in', async () => (await historyOf(resident)).length === 1)
  expect(await typesOf(resident)).toEqual([])
})

// covers: E-alert-types E-login-history security.login_history
test('a log-in from a new place is alerted once there are others', async () => {
  const resident = await world.resident()
  const { id } = resident.user
  for (const address of [BERLIN, BERLIN, nextAddress()]) await publish(world, success(id, address))
  await publish(world, success(id, REYKJAVIK))
  const alert = await oneOf(resident, 'new_location_login')
  expect(alert).toMatchObject({
    message: 'Sign-in from a new location: Reykjavík, Iceland.',
    params: { location: 'Reykjavík, Iceland' },
    ipAddress: REYKJAVIK,
  })
  await publish(world, success(id, REYKJAVIK))
  const history = await eventually('the log-ins', async () => {
    const found = await historyOf(resident)
    return found.length === 5 ? found : null
  })
  expect(history.map(({ location }) => location)).toEqual([
    'Reykjavík, Iceland',
    'Reykjavík, Iceland',
    'Unknown',
    'Berlin, Germany',
    'Berlin, Germany',
  ])
  expect(history[0]).toMatchObject({ ipAddress: REYKJAVIK, deviceType: 'desktop', browser: 'Chrome', success: true })
  expect(await typesOf(resident)).toEqual(['new_location_login'])
})

// covers: security.login_history
test('the history tells which log-ins were made with a passkey', async () => {
  const resident = await world.resident()
  const { origin } = new URL(world.url)
  const { passkey, credential } = createPasskey(await resident.call('auth.begin_passkey', {}), { origin })
  await resident.call('auth.add_passkey', { credential })
  const signIn = async (isVerified: boolean) => {
    const options = await resident.call('auth.begin_passkey_sign_in', {})
    return resident.call('auth.sign_in_with_passkey', { credential: signWithPasskey(passkey, options, { origin, isVerified }) })
  }
  await resident.call('auth.login', { username: resident.user.username, password: PASSWORD })
  await expect(signIn(false)).rejects.toMatchObject({ code: 'passkey_wrong' })
  await signIn(true)
  const history = await eventually('the attempts', async () => {
    const found = await historyOf(resident)
    return found.length === 3 ? found : null
  })
  expect(history.map((attempt) => [attempt.success, attempt.passkey])).toEqual([
    [true, true],
    [false, true],
    [true, false],
  ])
})

test('an attempt that is not logged does not keep whether it was made with a passkey', async () => {
  const { user } = await world.resident()
  const { data, ...event } = failure(user.id, false)
  await publish(world, { ...event, data: { ...data, passkey: true } })
  const rows = () => world.postgres('security', 'SELECT passkey FROM login_attempts WHERE user_id = $1', [user.id])
  expect(await eventually('the attempt', async () => ((await rows()).length ? rows() : null))).toEqual([{ passkey: false }])
})

// covers: E-alert-types
test('five failures on one account alert its owner once in 15 minutes', async () => {
  const resident = await world.resident()
  await fails(resident, 4)
  await eventually('four attempts', async () => (await historyOf(resident)).length === 4)
  expect(await typesOf(resident)).toEqual([])
  await fails(resident, 4)
  expect(await oneOf(resident, 'failed_login_attempts')).toMatchObject({
    params: { count: '5' },
    message: '5 failed sign-in attempts within 15 minutes.',
  })
  await eventually('eight attempts', async () => (await historyOf(resident)).length === 8)
  expect(await typesOf(resident)).toEqual(['failed_login_attempts'])
})

// covers: E-alert-types
test('each change of what protects an account is one alert, however often its event arrives', async () => {
  const resident = await world.resident()
  const userId = resident.user.id
  const address = nextAddress()
  const events = [
    eventOf('auth.password_changed', { userId, address, reset: false }),
    eventOf('auth.email_changed', { userId, address: null }),
    ...FactorChange.options.map((change) => eventOf('auth.factor_changed', { userId, change, address })),
  ]
  for (const event of [...events, ...events]) await publish(world, event)
  const types = await eventually('all alerts', async () => {
    const found = await typesOf(resident)
    return found.length === events.length ? found : null
  })
  expect([...types].sort()).toEqual(['password_changed', 'email_changed', ...FactorChange.options].sort())
  const again = eventOf('auth.email_changed', { userId, address: null })
  await publish(world, again)
  await eventually('the last alert', async () => (await typesOf(resident)).length === events.length + 1)
})

test('an alert says which passkey may have been copied', async () => {
  const resident = await world.resident()
  const data = { userId: resident.user.id, change: 'passkey_copied', address: nextAddress() } as const
  await publish(world, eventOf('auth.factor_changed', { ...data, passkeyName: 'My phone' }))
  expect(await oneOf(resident, 'passkey_copied')).toMatchObject({
    params: { passkey: 'My phone' },
    message: 'A sign-in was refused: your passkey “My phone” may have been copied.',
  })
})

// covers: S-alert-read security.read_alert security.read_all_alerts
test('alerts are read one by one or all at once', async () => {
  const resident = await world.resident()
  const stranger = await world.resident()
  const userId = resident.user.id
  for (const _ of [1, 2, 3]) await publish(world, eventOf('auth.email_changed', { userId, address: null }))
  const [first] = await eventually('three alerts', async () => {
    const found = await alertsOf(resident)
    return found.length === 3 ? found : null
  })
  const id = first?.id ?? 0
  await expect(stranger.call('security.read_alert', { id })).rejects.toMatchObject({ status: 404 })
  await resident.call('security.read_alert', { id })
  expect((await alertsOf(resident)).map(({ isRead }) => isRead)).toEqual([true, false, false])
  await stranger.call('security.read_all_alerts', {})
  expect((await alertsOf(resident)).filter(({ isRead }) => isRead)).toHaveLength(1)
  await resident.call('security.read_all_alerts', {})
  expect((await alertsOf(resident)).every(({ isRead }) => isRead)).toBe(true)
})

test('alerts are paged by the Link header', async () => {
  const resident = await world.resident()
  const userId = resident.user.id
  for (const _ of [1, 2, 3]) await publish(world, eventOf('auth.email_changed', { userId, address: null }))
  await eventually('three alerts', async () => (await alertsOf(resident)).length === 3)
  const first = await resident.http('/api/user/security-alerts?limit=2')
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await resident.http(next)
  const ids = [first, second].flatMap(({ body }) => (body as SecurityAlert[]).map(({ id }) => id))
  expect(ids).toEqual((await alertsOf(resident)).map(({ id }) => id))
  expect(second.headers.link).toBeUndefined()
  expect((await resident.http('/api/user/security-alerts?cursor=broken')).status).toBe(400)
})

test('an alert is mailed once to a confirmed address, with a link and nothing typed', async () => {
  const resident = await world.resident()
  await confirmAddress(resident)
  const address = nextAddress()
  const event = eventOf('auth.login_succeeded', {
    userId: resident.user.id,
    username: '',
    address,
    userAgent: 'Call-0900-123/1.0 (typed by a stranger)',
    deviceKnown: false,
  })
  for (const _ of [1, 2]) await publish(world, event)
  const alerts = async () => (await mailsTo(resident)).filter(({ subject }) => subject === 'New device signed in')
  const [mail] = await eventually('the mail', async () => {
    const found = await alerts()
    return found.length ? found : null
  })
  expect(mail?.text).toContain(`${world.url}/security`)
  expect(mail?.text).toContain(address)
  expect(mail?.text).not.toContain('0900')
  await world.rpc('auth.mail_alert', { key: randomUUID(), userId: resident.user.id, alertType: 'password_changed', params: {} })
  expect(await alerts()).toHaveLength(1)
})

test('alerts that any stranger causes fill no mailbox and bury no others', async () => {
  const resident = await world.resident()
  await confirmAddress(resident)
  const mail = (alertType: 'failed_login_attempts' | 'automatic_ip_block' | 'new_device_login') =>
    world.rpc('auth.mail_alert', { key: randomUUID(), userId: resident.user.id, alertType, params: {} })
  const results: boolean[] = []
  for (let round = 0; round < 7; round += 1) results.push((await mail('failed_login_attempts')).mailed)
  expect(results).toEqual([true, true, true, true, true, false, false])
  expect(await mail('automatic_ip_block')).toEqual({ mailed: true })
  for (let round = 0; round < 7; round += 1) expect(await mail('new_device_login')).toEqual({ mailed: true })
})

test('an unconfirmed address gets no mail', async () => {
  const resident = await world.resident()
  const input = { key: randomUUID(), userId: resident.user.id, alertType: 'new_device_login', params: {} }
  expect(await world.rpc('auth.mail_alert', input)).toEqual({ mailed: false })
  await confirmAddress(resident)
  expect(await world.rpc('auth.mail_alert', input)).toEqual({ mailed: true })
  await world.rpc('auth.mail_alert', input)
  expect((await mailsTo(resident)).filter(({ subject }) => subject === 'New device signed in')).toHaveLength(1)
})

// covers: auth.change_security_settings
test('without security notifications an alert stands in the list alone', async () => {
  const resident = await world.resident()
  await confirmAddress(resident)
  await resident.call('auth.change_security_settings', { notificationsEnabled: false })
  const socket = await resident.socket()
  await publish(world, success(resident.user.id, nextAddress(), false))
  await socket.next('account_changed', ({ parts }) => parts.includes('security_alerts'))
  expect(await typesOf(resident)).toEqual(['new_device_login'])
  expect(socket.all('security_alert')).toEqual([])
  expect((await mailsTo(resident)).filter(({ subject }) => subject === 'New device signed in')).toEqual([])
})

// covers: auth.change_security_settings
test('without activity logs a log-in leaves no trace and a failure a short one', async () => {
  const resident = await world.resident()
  const { user } = resident
  await resident.call('auth.change_security_settings', { activityLogsEnabled: false })
  await new Person(world.url).call('auth.login', { username: user.username, password: PASSWORD })
  expect(await oneOf(resident, 'new_device_login')).toBeDefined()
  for (let time = 0; time < 5; time += 1)
    await resident.call('auth.login', { username: user.username, password: 'wrong' }).catch(() => undefined)
  await oneOf(resident, 'failed_login_attempts')
  expect(await historyOf(resident)).toEqual([])
  const rows = await world.postgres('security', 'SELECT * FROM login_attempts WHERE user_id = $1', [user.id])
  expect(rows.map(({ success: right, user_agent, browser }) => [right, user_agent, browser])).toEqual(
    Array.from({ length: 5 }, () => [false, '', 'Unknown']),
  )
})

// Last: these tests stop a service or shift the clock.

test('an alert raised while auth is away is delivered afterwards @all', async () => {
  const resident = await world.resident()
  await confirmAddress(resident)
  const socket = await resident.socket()
  await world.kill('auth')
  await publish(world, success(resident.user.id, nextAddress(), false))
  await eventually('the alert', async () => {
    const rows = await world.postgres('security', 'SELECT next_at FROM security_alerts WHERE user_id = $1', [resident.user.id])
    return rows.length
  })
  await world.restart('auth')
  await world.clock.shift(31_000)
  const { alert } = await socket.next('security_alert', undefined, 20_000)
  expect(alert.alertType).toBe('new_device_login')
  await eventually('the mail', async () => (await mailsTo(resident)).some(({ subject }) => subject === 'New device signed in'))
})

test('an attempt that is not logged is deleted once it blocks nobody any more @all', async () => {
  const userId = 2_000_000_001
  for (const logged of [true, false]) await publish(world, failure(userId, logged, -15 * 60_000))
  const left = async () => (await world.postgres('security', 'SELECT logged FROM login_attempts WHERE user_id = $1', [userId])).length
  await eventually('both attempts', async () => (await left()) === 2)
  await world.kill('security')
  await world.restart('security')
  await eventually('the unlogged one to be deleted', async () => (await left()) === 1, 20_000)
})
