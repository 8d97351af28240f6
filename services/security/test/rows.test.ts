/** The rows that the specification asks for, as stored in the tables. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { User } from '#proto/entities.ts'
import type { ServiceName } from '#proto/operation.ts'
import { nextAddress, nextNumber } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const PASSWORD = 'Correct-Horse-1'
/** Failed log-ins that block an address by default. */
const AFTER = 20
let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

async function newUser(address: string): Promise<User> {
  const username = `rows-${nextNumber()}`
  const form = { firstName: 'Ada', lastName: 'Reed', username, email: `${username}@example.org`, subscriptionTier: 'free' as const }
  return world.rpc('auth.register', { ...form, password: PASSWORD, confirmPassword: PASSWORD }, { address, userAgent: CHROME })
}
const rows = (service: ServiceName, table: string, where: string, value: unknown) =>
  world.postgres(service, `SELECT * FROM ${table} WHERE ${where} = $1 ORDER BY id`, [value])
const login = (username: string, password: string, address: string) =>
  world.rpc('auth.login', { username, password }, { address, userAgent: CHROME })

// covers: E-login-attempt
test('an attempt is stored with account, address, browser and result', async () => {
  const address = nextAddress()
  const user = await newUser(nextAddress())
  await login(user.username, 'wrong', address).catch(() => undefined)
  await login(user.username, PASSWORD, address)
  const kept = await eventually('both attempts', async () => {
    const found = await rows('security', 'login_attempts', 'ip_address', address)
    return found.length === 2 ? found : null
  })
  const both = {
    user_id: user.id,
    username: '',
    ip_address: address,
    user_agent: CHROME,
    device_type: 'desktop',
    browser: 'Chrome',
    location: 'Unknown',
    timestamp: expect.any(Date),
  }
  expect(kept).toEqual([false, true].map((success) => expect.objectContaining({ ...both, success })))
  expect(kept.map(({ name_hash }) => name_hash)).toEqual([expect.stringMatching(/^[\w-]{43}$/), null])
  for (const { timestamp } of kept) expect(Math.abs(Date.now() - Number(timestamp))).toBeLessThan(60_000)
})

// covers: E-blocked-ip E-alert
test('a block is stored with reason and end, and the owner is alerted', async () => {
  const address = nextAddress()
  const user = await newUser(nextAddress())
  for (let tried = 0; tried < AFTER; tried += 1) await login(user.username, 'wrong', address).catch(() => undefined)
  const [block] = await eventually('the block', async () => {
    const found = await rows('security', 'blocked_ips', 'ip_address', address)
    return found.length ? found : null
  })
  expect(block).toMatchObject({ ip_address: address, reason: `${AFTER} failed log-ins within 15 minutes`, is_automatic: true })
  const [newest] = (await rows('security', 'login_attempts', 'ip_address', address)).slice(-1)
  expect(Math.abs(Date.now() - Number(block?.blocked_at))).toBeLessThan(60_000)
  expect(Number(block?.expires_at) - Number(newest?.timestamp)).toBe(15 * 60_000)
  const alert = await eventually('the alert', async () => {
    const found = await world.rpc('security.alerts', { limit: 10 }, { resident: { userId: user.id, session: '', device: '' } })
    return found.find(({ alertType }) => alertType === 'automatic_ip_block')
  })
  expect(alert).toMatchObject({
    message: `Log-in was closed to the address ${address} after repeated failed attempts.`,
    ipAddress: address,
    timestamp: (block?.blocked_at as Date | undefined)?.toISOString(),
    isRead: false,
  })
})

// covers: E-session E-session-active
test('a session is stored with its device, times and end', async () => {
  const address = nextAddress()
  const user = await newUser(address)
  const [session] = await rows('auth', 'sessions', 'user_id', user.id)
  expect(session).toMatchObject({
    id: expect.stringMatching(/^[\w-]{10,100}$/),
    ip_address: address,
    user_agent: CHROME,
    device_type: 'desktop',
    browser: 'Chrome',
    last_active: session?.created_at,
    revoked_at: null,
  })
  expect(Math.abs(Date.now() - Number(session?.created_at))).toBeLessThan(60_000)
  const { cookies } = await world.bus.ask(
    'auth.login',
    { username: user.username, password: PASSWORD },
    {
      caller: { requestId: 't', address, userAgent: CHROME, visits: [] },
    },
  )
  await world.rpc('auth.logout', {}, { sessionToken: cookies?.session?.token ?? '' })
  const kept = await rows('auth', 'sessions', 'user_id', user.id)
  expect(kept.map(({ revoked_at }) => revoked_at !== null).sort()).toEqual([false, true])
})

// covers: L-columns
test.each([
  ['auth', 'users', 'username', 50],
  ['auth', 'users', 'first_name', 50],
  ['auth', 'users', 'last_name', 50],
  ['auth', 'users', 'email', 100],
  ['auth', 'users', 'subscription_tier', 10],
  ['auth', 'users', 'qr_code_id', 20],
  ['auth', 'sessions', 'id', 100],
  ['auth', 'sessions', 'ip_address', 45],
  ['auth', 'sessions', 'device_type', 20],
  ['auth', 'sessions', 'browser', 50],
  ['billing', 'plans', 'tier', 10],
  ['doorbell', 'owners', 'tier', 10],
  ['doorbell', 'activities', 'activity_type', 20],
  ['doorbell', 'activities', 'visitor_name', 100],
  ['security', 'login_attempts', 'username', 50],
  ['security', 'login_attempts', 'ip_address', 45],
  ['security', 'login_attempts', 'location', 100],
  ['security', 'blocked_ips', 'ip_address', 45],
  ['security', 'security_alerts', 'alert_type', 50],
] as const)('%s %s.%s holds %i characters', async (service, table, column, length) => {
  const [found] = await world.postgres<{ length: number }>(
    service,
    'SELECT character_maximum_length AS length FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
    [table, column],
  )
  expect(found?.length).toBe(length)
})

// covers: E-user-tier
test.each([
  ['auth', 'users', 'subscription_tier'],
  ['doorbell', 'owners', 'tier'],
] as const)('%s %s.%s is free by default', async (service, table, column) => {
  const [found] = await world.postgres<{ standard: string }>(
    service,
    'SELECT column_default AS standard FROM information_schema.columns WHERE table_name = $1 AND column_name = $2',
    [table, column],
  )
  expect(found?.standard).toBe(`'free'::character varying`)
})

// covers: E-user-code E-session E-blocked-ip
test.each([
  ['auth', 'users', 'qr_code_id'],
  ['auth', 'sessions', 'id'],
  ['security', 'blocked_ips', 'ip_address'],
] as const)('%s %s.%s is unique', async (service, table, column) => {
  const found = await world.postgres<{ definition: string }>(
    service,
    'SELECT indexdef AS definition FROM pg_indexes WHERE tablename = $1',
    [table],
  )
  expect(found.some(({ definition }) => definition.startsWith('CREATE UNIQUE') && definition.endsWith(`(${column})`))).toBe(true)
})
