// @all: a tool, with sixty days of visits
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import type { Rpc } from '../admin/connection.ts'
import { deleteUser } from '../admin/delete-user.ts'
import { createDemo, findDemo } from './demo.ts'
import { DAYS } from './story.ts'

let world: Stack
let rpc: Rpc
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'gateway'] })
  rpc = { call: (operation, input, caller, options) => world.rpc(operation, input, caller, options) }
})
afterAll(() => world.stop())

/** Without the record of a deletion, the mail about it, the hash that counts its mails for a day, and those of its sessions for an hour. */
const rowsOf = async (service: 'auth' | 'doorbell' | 'billing' | 'security' | 'notify') => {
  const tables = await world.postgres<{ name: string }>(
    service,
    `SELECT relname AS name FROM pg_stat_user_tables
     WHERE relname NOT LIKE '%migrations'
       AND relname NOT IN ('outbox', 'leases', 'deletions', 'tombstones', 'mails', 'mailed_addresses',
         'refused_sessions')`,
  )
  const counts = tables.map(async ({ name }) => [name, (await world.postgres(service, `SELECT 1 FROM ${name}`)).length] as const)
  return Object.fromEntries(await Promise.all(counts))
}
const everything = async () => ({
  auth: await rowsOf('auth'),
  doorbell: await rowsOf('doorbell'),
  billing: await rowsOf('billing'),
  security: await rowsOf('security'),
  notify: await rowsOf('notify'),
})

test('the demo has sixty days of visits, and no trace after its removal', async () => {
  const before = await everything()
  expect(await findDemo(rpc)).toBeUndefined()
  const storage = { databaseUrl: world.databaseUrl('doorbell'), filesDir: world.filesDir }
  const { username, password, visits } = await createDemo(rpc, storage, new Date(), () => undefined)
  const person = world.person()
  const user = await person.call('auth.login', { username, password })
  expect(user).toMatchObject({ subscriptionTier: 'premium', emailVerified: true })
  const page = await person.call('doorbell.activities', { limit: 100 })
  const oldest = (await person.call('doorbell.activities', { limit: 100, to: day(-45), timeZone: 'UTC' })).at(-1)
  expect(visits).toBeGreaterThan(60)
  expect(Date.now() - Date.parse(String(oldest?.timestamp))).toBeGreaterThan((DAYS - 8) * 24 * 3_600_000)
  expect(new Set(page.map(({ outcome }) => outcome))).toEqual(
    new Set(['answered_message', 'answered_video', 'answered_audio', 'missed', 'dismissed', 'cancelled']),
  )
  expect(new Set(page.map(({ doorLabel }) => doorLabel))).toEqual(new Set(['14 Maple Lane', 'Garden gate']))
  expect(page.filter(({ photoUrl }) => photoUrl).length).toBeGreaterThan(10)
  const seen = await person.http(String(page.find(({ photoUrl }) => photoUrl)?.photoUrl))
  expect([seen.status, seen.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const chat = page.find(({ hasChat }) => hasChat)
  expect((await person.call('doorbell.messages', { id: Number(chat?.id) })).length).toBeGreaterThan(0)
  expect((await person.call('doorbell.contacts', {})).map(({ firstName }) => firstName)).toContain('Nora')
  // Dated at their own time, kept from today on, with few unread ones.
  expect((await person.call('doorbell.unread_notifications', {})).count).toBeLessThan(20)
  expect(await findDemo(rpc)).toEqual(expect.objectContaining({ id: user.id }))

  await deleteUser(rpc, user.id, 'demo')
  expect(await findDemo(rpc)).toBeUndefined()
  expect(await everything()).toEqual(before)
  expect((await rpc.call('auth.dev_mails', {})).map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
})

const day = (ahead: number) => new Date(Date.now() + ahead * 24 * 3_600_000).toISOString().slice(0, 10)

test('an account of somebody else with that name is left alone', async () => {
  await world.resident({ username: 'demo' })
  await expect(findDemo(rpc)).rejects.toThrow('It is left alone')
})
