import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { Redis } from 'ioredis'
import sharp from 'sharp'
import { DEAD_LETTER_STREAM, EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { createPasskey } from '#scripts/testing/passkeys.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { PushService } from '#scripts/testing/push/push-service.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { mailedToken, mailsTo } from './person.ts'

const SERVICES = ['auth', 'doorbell', 'billing', 'security', 'notify'] as const
let push: PushService
let world: Stack
beforeAll(async () => {
  push = await PushService.start({ now: () => world?.now() ?? Date.now() })
  const notify = { PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: push.certificate.caFile }
  world = await startStack({ services: [...SERVICES, 'signaling', 'gateway'], envOf: { notify }, supervised: true })
})
afterAll(async () => {
  await world.stop()
  await push.stop()
})

const deleteAccount = (person: Resident, password = PASSWORD) => person.http('/api/user', { method: 'DELETE', body: { password } })
const recordOf = async ({ user }: Resident) => (await world.postgres('auth', 'SELECT * FROM deletions WHERE user_id = $1', [user.id]))[0]
const done = (person: Resident) => eventually('the deletion', async () => (await recordOf(person))?.done_at != null, 60_000)
const verify = async ({ user }: Resident) => world.rpc('auth.verify_email', { token: await mailedToken(world, user.email) })
const login = ({ user }: Resident) =>
  world.person().http('/api/login', { method: 'POST', body: { username: user.username, password: PASSWORD } })
const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#2196f3' } })
    .jpeg()
    .toBuffer()
const photo = async () => `data:image/jpeg;base64,${(await picture()).toString('base64')}`

// covers: auth.delete_account password_wrong
test('deleting the account needs its password', async () => {
  const person = await world.resident()
  expect((await deleteAccount(person, 'Wrong-Word-1')).body).toMatchObject({ code: 'password_wrong' })
  expect((await deleteAccount(person, '')).status).toBe(400)
  expect((await person.http('/api/user')).status).toBe(200)
})

// covers: auth.delete_account
test('a deleted account is signed out everywhere and its door is dead when the answer comes @all', async () => {
  const person = await world.resident()
  const other = await person.anotherDevice()
  const socket = await other.socket()
  const answer = await deleteAccount(person)
  expect([answer.status, answer.text]).toEqual([204, ''])
  expect(String(answer.headers['set-cookie'])).toMatch(/session[^=]*=;/)
  const ring = { visitorName: 'Vera', message: 'Hello' }
  expect((await world.visitor().http(`/api/doorbell/ring/${person.user.qrCodeId}`, { method: 'POST', body: ring })).status).toBe(404)
  await socket.closed()
  expect((await other.http('/api/user')).status).toBe(401)
  expect((await login(person)).body).toMatchObject({ code: 'credentials_wrong' })
  await done(person)
  expect((await login(person)).body).toMatchObject({ code: 'credentials_wrong' })
})

test('whatever is gone by then, a ring at a deleted account finds its code inactive @all', async () => {
  const body = { visitorName: 'Vera', message: 'Hello' }
  const answers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const person = await world.resident()
      await deleteAccount(person)
      const path = `/api/doorbell/ring/${person.user.qrCodeId}`
      return Promise.all([1, 2, 3].map(async () => (await world.visitor().http(path, { method: 'POST', body })).body))
    }),
  )
  expect(answers.flat().map((answer) => (answer as { code?: string }).code)).toEqual(Array.from({ length: 24 }, () => 'door_inactive'))
})

test('mails to an address that belongs to another account by now stay @all', async () => {
  const stranger = await world.resident()
  const { email } = stranger.user
  await world.rpc('auth.reject_verification', { token: await mailedToken(world, email) })
  const owner = await world.resident()
  const columns = [email, email.toLowerCase(), owner.user.id]
  await world.postgres('auth', 'UPDATE users SET email = $1, email_key = $2, email_verified_at = now() WHERE id = $3', columns)
  await owner.call('auth.request_password_reset', { email })
  const links = async () => (await mailsTo(world, email)).filter(({ text }) => text.includes('#reset='))
  await eventually('the link', async () => (await links()).length > 0)
  await deleteAccount(stranger)
  await done(stranger)
  expect(await links()).toHaveLength(1)
})

/** Every row of a table as text. */
async function everyRow(): Promise<string[]> {
  const rows = SERVICES.map(async (service) => {
    const tables = await world.postgres<{ name: string }>(
      service,
      "SELECT relname AS name FROM pg_stat_user_tables WHERE relname !~ 'migrations'",
    )
    const texts = tables.map(async ({ name }) =>
      (await world.postgres<{ row: string }>(service, `SELECT t::text AS row FROM "${name}" t`)).map(
        ({ row }) => `${service}.${name} ${row}`,
      ),
    )
    return (await Promise.all(texts)).flat()
  })
  return (await Promise.all(rows)).flat()
}

async function everyKey(redis: Redis): Promise<string[]> {
  const keys = await redis.keys('*')
  const read = async (key: string) => {
    const type = await redis.type(key)
    if (type === 'string') return redis.get(key)
    if (type === 'hash') return JSON.stringify(await redis.hgetall(key))
    return JSON.stringify(type === 'set' ? await redis.smembers(key) : await redis.zrange(key, '0', '-1'))
  }
  return Promise.all(keys.map(async (key) => `redis ${key} ${await read(key)}`))
}

async function everyMessage(): Promise<string[]> {
  const manager = await jetstreamManager(world.bus.connection)
  const found: string[] = []
  for (const stream of [EVENT_STREAM, DEAD_LETTER_STREAM]) {
    const { messages } = (await manager.streams.info(stream)).state
    if (messages === 0) continue
    const consumer = await jetstream(world.bus.connection).consumers.get(stream)
    for await (const message of await consumer.fetch({ max_messages: messages, expires: 2_000 })) {
      found.push(`${stream} ${message.subject} ${message.string()}`)
      if (found.length === messages) break
    }
  }
  return found
}

const everyLog = () => [...SERVICES, 'signaling', 'gateway'].map((name) => `log of ${name} ${world.service(name as 'auth').log}`)
const everyFile = () => readdirSync(world.filesDir, { recursive: true }).map((name) => `file ${String(name)}`)
const everything = async () => [
  ...(await everyRow()),
  ...(await everyKey(world.redis)),
  ...(await everyMessage()),
  ...everyLog(),
  ...everyFile(),
]

/** An account with rows everywhere, and the texts and ids by which they would be found. */
async function longLived() {
  const person = await world.resident({ premium: true, firstName: 'Zuleika' })
  const { user } = person
  await verify(person)
  await person.call('auth.change_profile', { lastName: 'Quennell', phone: '030 777 12 12', address: 'Elderflower Walk 9' })
  await person.http('/api/user/picture', { method: 'PUT', body: await picture(), headers: { 'content-type': 'image/jpeg' } })
  await person.http('/api/login', { method: 'POST', body: { username: user.username, password: 'Wrong-Word-1' } })
  const options = await person.call('auth.begin_passkey', {})
  await person.call('auth.add_passkey', { credential: createPasskey(options, { origin: world.url }).credential, name: 'Petrichor' })
  const contact = { firstName: 'Ottoline', lastName: 'Vane', phone: '030 123 456 78', email: 'ottoline@example.org' }
  const { id: contactId } = await person.call('doorbell.add_contact', contact)
  await person.call('doorbell.invite_contact', { id: contactId })
  await person.call('doorbell.change_preferences', { timeZone: 'Pacific/Chatham', switches: { doNotDisturb: false } })
  const [door] = await person.call('doorbell.doors', {})
  await person.call('doorbell.change_door', { id: door?.id ?? 0, label: 'Juniper gate' })
  const { endpoint, keys } = push.createSubscription((await person.call('notify.push_key', {})).publicKey)
  const device = await person.call('notify.put_push', { endpoint, keys, permission: 'granted' })
  await person.call('notify.change_device', { id: device.id, name: 'Larder tablet' })
  const visitor = world.visitor()
  const visit = await visitor.ring(person, { visitorName: 'Peregrine', message: 'Marzipan delivery', photo: await photo() })
  await eventually('the photo', async () => (await person.activities())[0]?.photoUrl)
  await eventually('the push', () => push.requestsTo(endpoint).length > 0)
  await person.call('doorbell.handle', { id: visit.id, handledType: 'message' })
  await person.call('doorbell.write_as_resident', { id: visit.id, message: 'Behind the rhododendron' })
  await visitor.call('doorbell.write_as_visitor', { id: visit.id, message: 'Found the petunias' })
  await person.call('auth.change_email', { email: `next-${user.email}`, password: PASSWORD })
  const sessions = await world.postgres<{ id: string }>('auth', 'SELECT id FROM sessions WHERE user_id = $1', [user.id])
  const files = everyFile().flatMap((name) => /\/([\w-]{16,})/.exec(name)?.[1] ?? [])
  const texts = ['Zuleika', 'Quennell', '777 12 12', 'Elderflower', 'Ottoline', 'Pacific/Chatham', 'Juniper', 'Peregrine', 'Marzipan']
  const more = ['rhododendron', 'petunias', 'Petrichor', 'Larder', endpoint, device.id]
  const needles = [...texts, ...more, user.username, user.email, user.qrCodeId, String(visit.id), ...sessions.map(({ id }) => id), ...files]
  return { person, needles }
}

/** The tables with a row of the account. */
async function tablesOf(id: number): Promise<string[]> {
  const found = SERVICES.map(async (service) => {
    const owned =
      "SELECT table_name AS name, column_name AS col FROM information_schema.columns WHERE column_name IN ('user_id', 'owner_id')"
    const tables = await world.postgres<{ name: string; col: string }>(service, owned)
    const counts = tables.map(async ({ name, col }) => {
      const rows = await world.postgres(service, `SELECT 1 FROM "${name}" WHERE "${col}" = $1 LIMIT 1`, [id])
      return rows.length ? [`${service}.${name}`] : []
    })
    return (await Promise.all(counts)).flat()
  })
  return (await Promise.all(found)).flat().sort()
}

/** Places where an event or a key contains the account's id. */
const namesUser = (text: string, id: number) =>
  new RegExp(`"(userId|ownerId)"+: ?${id}\\b|\\.${id} \\{|user[.:]${id}\\b|owner:${id}\\b`).test(text)

// covers: V-delete-everything
test('nothing of a deleted account is left but the record and tombstones', async () => {
  const { person, needles } = await longLived()
  const { id, email } = person.user
  const before = await everything()
  for (const needle of needles) expect([needle, before.some((text) => text.includes(needle))]).toEqual([needle, true])
  expect(before.some((text) => namesUser(text, id))).toBe(true)
  expect((await tablesOf(id)).length).toBeGreaterThan(10)
  expect((await deleteAccount(person)).status).toBe(204)
  await done(person)
  const left = (await everything()).filter((text) => needles.some((needle) => text.includes(needle)) || namesUser(text, id))
  // The mailbox of the test keeps the last mail; with SMTP it is deleted once it is sent.
  const [last, ...others] = left.filter((text) => !isLimit(text))
  expect(others).toEqual([])
  expect(last).toMatch(/^auth\.mails .*Your account has been deleted/)
  expect(await mailsTo(world, email)).toHaveLength(1)
  expect(await tablesOf(id)).toEqual([
    'auth.deletions',
    'billing.tombstones',
    'doorbell.tombstones',
    'notify.tombstones',
    'security.tombstones',
  ])
  expect(await recordOf(person)).toMatchObject({ asked_by: 'owner', email: null, language: null, next_at: null })
})

/** Counters of the rate limiter expire within minutes (proto/limits.ts). */
const isLimit = (text: string) => text.startsWith('redis limit:')

// covers: V-delete-resumes
test('a deletion that is interrupted by crashes is done once the services are back', async () => {
  const person = await world.resident()
  await world.visitor().ring(person)
  process.kill(world.service('doorbell').pid ?? 0, 'SIGSTOP')
  const answer = deleteAccount(person).catch(() => undefined)
  await eventually('the account to be closed', () => recordOf(person))
  await world.kill('auth')
  await world.kill('doorbell')
  await answer
  await world.running('doorbell')
  await world.running('auth')
  await done(person)
  expect(await world.postgres('doorbell', 'SELECT 1 FROM owners WHERE id = $1', [person.user.id])).toEqual([])
  expect(await world.postgres('auth', 'SELECT 1 FROM users WHERE id = $1', [person.user.id])).toEqual([])
})

test('a late event or request brings nothing of the account back @all', async () => {
  const person = await world.resident()
  const { id, qrCodeId } = person.user
  await deleteAccount(person)
  await done(person)
  const resident = { userId: id, session: 'ended', device: 'late' }
  await expect(world.rpc('doorbell.add_door', { label: 'Late' }, { resident })).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(world.rpc('doorbell.change_preferences', { switches: { doorbell: true } }, { resident })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await world.rpc('doorbell.keep_tier', { eventId: crypto.randomUUID(), userId: id, tier: 'premium', version: 9 })
  await expect(world.rpc('doorbell.open_door', { userId: id, qrCodeId, label: 'Late' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(world.rpc('billing.grant', { userId: id, by: 'late' })).rejects.toMatchObject({ code: 'not_found' })
  const owners = await world.postgres('doorbell', 'SELECT id FROM owners WHERE id = $1', [id])
  expect([...owners, ...(await world.postgres('billing', 'SELECT 1 FROM grants WHERE user_id = $1', [id]))]).toEqual([])
})

// covers: V-delete-waits
test('while billing is silent the deletion waits, says so, and keeps the name @all', async () => {
  const person = await world.resident()
  await verify(person)
  process.kill(world.service('billing').pid ?? 0, 'SIGSTOP')
  try {
    expect((await deleteAccount(person)).status).toBe(204)
    await eventually('the step before', async () => String((await recordOf(person))?.acknowledged).includes('close-doors'))
    // Not with the stack's clock, which waits until every process has shifted its own.
    world.bus.publish(subjects.testClock, 61_000)
    const subject = async () => (await mailsTo(world, person.user.email))[0]?.subject
    await eventually('the mail', async () => (await subject()) === 'Your account will be deleted soon', 90_000)
    expect((await login(person)).body).toMatchObject({ code: 'credentials_wrong' })
    const { user } = person
    const form = { firstName: 'A', lastName: 'B', email: `other-${user.email}`, username: user.username, password: PASSWORD }
    const taken = await world.person().http('/api/register', { method: 'POST', body: { ...form, confirmPassword: PASSWORD } })
    expect(taken.body).toMatchObject({ code: 'username_taken' })
  } finally {
    process.kill(world.service('billing').pid ?? 0, 'SIGCONT')
  }
  await done(person)
  expect((await mailsTo(world, person.user.email)).map(({ subject }) => subject)).toEqual(['Your account has been deleted'])
})
