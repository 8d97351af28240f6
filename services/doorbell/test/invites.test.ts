/** One link, one guest, one video call, 24 hours (decision 30). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { tokenHash } from '#kit/ids.ts'
import type { Caller } from '#proto/envelope.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, premiumDoor, residentFrames, visitorOf } from './people.ts'

const HOUR = 3_600_000
let world: Stack
let owner: Door
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'billing', 'doorbell'] })
  owner = await premiumDoor(world)
  await eventually('the tier', async () => {
    const rows = await world.postgres<{ tier: string }>('doorbell', 'SELECT tier FROM owners WHERE id = $1', [owner.ownerId])
    return rows[0]?.tier === 'premium'
  })
}, 60_000)
afterAll(() => world.stop())

const refused = (code: string) => expect.objectContaining({ code })
const addContact = (door: Pick<Door, 'ownerId'>, firstName = 'Grace', lastName = 'Hopper') =>
  world.rpc(
    'doorbell.add_contact',
    { firstName, lastName, email: 'grace@example.org', phone: '0301234567', isFavorite: false },
    device(door),
  )
async function invited(door: Door = owner, firstName?: string, lastName?: string) {
  const contact = await addContact(door, firstName, lastName)
  const { url, expiresAt } = await world.rpc('doorbell.invite_contact', { id: contact.id }, device(door))
  return { contact, url, expiresAt, token: url.split('/').at(-1) ?? '' }
}
async function join(token: string, more: Partial<Caller> = {}) {
  const caller: Caller = {
    requestId: 'test',
    address: '127.3.3.3',
    userAgent: 'jest',
    visits: [],
    idempotencyKey: randomUUID(),
    ...more,
  }
  const { output, cookies } = await world.bus.ask('doorbell.join_invite', { token }, { caller })
  return { visit: output, cookie: cookies?.visit }
}
const look = (token: string, ...visits: number[]) => world.rpc('doorbell.invite', { token }, visitorOf(...visits))

test('the link leads to the product, lives 24 hours, and only its hash is stored [S-invite]', async () => {
  const { url, token, expiresAt } = await invited()
  expect(url).toBe(`${world.url}/visitor/invite/${token}`)
  expect(token).toMatch(/^[\w-]{43}$/)
  const [row] = await world.postgres<{ created_at: Date; expires_at: Date }>('doorbell', 'SELECT * FROM invites WHERE token_hash = $1', [
    tokenHash(token),
  ])
  expect(JSON.stringify(row)).not.toContain(token)
  expect(row?.expires_at.toISOString()).toBe(expiresAt)
  expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(24 * HOUR)
})

test('two invites never share a link', async () => {
  const { contact, token } = await invited()
  const again = await world.rpc('doorbell.invite_contact', { id: contact.id }, device(owner))
  expect(again.url).not.toContain(token)
})

test('who opens the link reads the door’s label and nothing else of the owner [S-invite]', async () => {
  const { token, expiresAt } = await invited()
  const [door] = await world.rpc('doorbell.doors', {}, device(owner))
  expect(await look(token)).toEqual({ label: door?.label, expiresAt, visit: null })
})

test('Join makes a live video_call in the contact’s name and rings the owner [E-activity-video]', async () => {
  const { contact, token } = await invited(owner, 'Grace', 'Hopper')
  const frames = await residentFrames(world, owner)
  const { visit, cookie } = await join(token)
  expect(visit).toMatchObject({ activityType: 'video_call', visitorName: 'Grace Hopper', outcome: null, offersCamera: true })
  expect(cookie?.activityId).toBe(visit.id)
  expect(JSON.stringify(visit)).not.toContain(owner.qrCodeId)
  const rung = await frames.next('doorbell_ring', ({ activityId }) => activityId === visit.id)
  expect(rung.activity).toMatchObject({ activityType: 'video_call', visitorName: 'Grace Hopper', quiet: false, doorId: owner.doorId })
  const listed = await world.rpc('doorbell.activities', { limit: 1 }, device(owner))
  // No words of anybody: that it came by an invite is its kind, which each page says in its own language.
  expect(listed).toMatchObject([{ id: visit.id, activityType: 'video_call', message: null, endsAt: expect.any(String) }])
  const [kept] = await world.rpc('doorbell.contacts', { limit: 50, search: contact.email }, device(owner))
  expect(kept).toBeDefined()
  const seen = (await world.rpc('doorbell.contacts', { limit: 100 }, device(owner))).find(({ id }) => id === contact.id)
  expect(seen?.lastActivity).toBe(visit.timestamp)
})

test('the owner answers it by video like any ring, and its end is any call’s [E-activity-video]', async () => {
  const { token } = await invited()
  const { visit } = await join(token)
  const answered = await world.rpc('doorbell.handle', { id: visit.id, handledType: 'video_call' }, device(owner))
  expect(answered).toMatchObject({ outcome: 'answered_video', isHandled: true })
  expect(await world.rpc('doorbell.visit', { id: visit.id }, visitorOf(visit.id))).toMatchObject({ outcome: 'answered_video' })
})

test('the first guest’s browser finds its call again behind the link, any other reads that it is used [S-invite]', async () => {
  const { token } = await invited()
  const { visit } = await join(token)
  expect((await look(token, visit.id)).visit).toMatchObject({ id: visit.id, outcome: null })
  await expect(look(token)).rejects.toEqual(refused('invite_used'))
  await expect(look(token, visit.id + 1_000)).rejects.toEqual(refused('invite_used'))
  await expect(join(token)).rejects.toEqual(refused('invite_used'))
  expect((await join(token, visitorOf(visit.id))).visit.id).toBe(visit.id)
})

test('of guests who join in the same moment one has the call [S-invite]', async () => {
  const { token } = await invited()
  const joined = await Promise.allSettled(Array.from({ length: 8 }, () => join(token)))
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of joined) if (result.status === 'rejected') expect(result.reason).toEqual(refused('invite_used'))
  const rows = await world.postgres('doorbell', 'SELECT activity_id FROM invites WHERE token_hash = $1', [tokenHash(token)])
  expect(rows).toEqual([{ activity_id: expect.any(Number) }])
})

test('a press repeated with its key is the same call with its cookie: a lost answer costs nobody the invite', async () => {
  const { token } = await invited()
  const idempotencyKey = randomUUID()
  const [first, second] = await Promise.all([join(token, { idempotencyKey }), join(token, { idempotencyKey })])
  const third = await join(token, { idempotencyKey })
  expect(new Set([first.visit.id, second.visit.id, third.visit.id]).size).toBe(1)
  expect(third.cookie?.activityId).toBe(first.visit.id)
})

test('a link nobody made is unknown, whatever it looks like [S-invite]', async () => {
  for (const token of ['x', '', 'a'.repeat(43), "' OR 1=1 --"]) {
    await expect(look(token)).rejects.toEqual(refused('invite_unknown'))
    await expect(join(token)).rejects.toEqual(refused('invite_unknown'))
  }
})

test('with its contact an open invite dies; a call that was made of it goes on', async () => {
  const [open, used] = [await invited(), await invited()]
  const { visit } = await join(used.token)
  for (const { contact } of [open, used]) await world.rpc('doorbell.remove_contact', { id: contact.id }, device(owner))
  await expect(join(open.token)).rejects.toEqual(refused('invite_unknown'))
  expect((await look(used.token, visit.id)).visit).toMatchObject({ id: visit.id, visitorName: 'Grace Hopper' })
})

test('a free account makes no invite, and nobody can join one after a downgrade, nor hears of plans [decision 30]', async () => {
  const account = await premiumDoor(world)
  const { token, contact } = await invited(account)
  await world.rpc('billing.revoke_grant', { userId: account.ownerId, by: 'test' })
  const create = world.rpc('doorbell.invite_contact', { id: contact.id }, device(account))
  await expect(create).rejects.toMatchObject({
    code: 'subscription_required',
    message: 'You need a premium subscription to use video call features.',
  })
  const joining = join(token)
  await expect(joining).rejects.toMatchObject({
    code: 'subscription_required',
    message: expect.not.stringMatching(/premium|subscri|plan/i),
  })
  await world.grantPremium(account.ownerId)
  expect((await join(token)).visit.outcome).toBeNull()
})

test('a guest who is missed may write, but the link is used up', async () => {
  const { token } = await invited()
  const { visit } = await join(token)
  await world.clock.shift(46_000)
  const missed = await eventually('the miss', async () => {
    const seen = await world.rpc('doorbell.visit', { id: visit.id }, visitorOf(visit.id))
    return seen.outcome === 'missed' ? seen : undefined
  })
  expect(missed).toMatchObject({ againLeft: 0, againAt: null, canWrite: true })
})

test('a name of a hundred and one characters rings with its first hundred', async () => {
  const { token } = await invited(owner, 'A'.repeat(50), 'B'.repeat(50))
  expect((await join(token)).visit.visitorName).toBe(`${'A'.repeat(50)} ${'B'.repeat(49)}`)
})

test('one second before 24 hours the link joins, at 24 hours it has expired [S-invite]', async () => {
  const [soon, late] = [await invited(), await invited()]
  const { visit } = await join(soon.token)
  await world.clock.shift(24 * HOUR - 60_000)
  const last = await invited()
  expect(await eventually('the clock', () => look(late.token))).toMatchObject({ visit: null })
  await world.clock.shift(60_000)
  await eventually('the end', () =>
    look(late.token).then(
      () => false,
      () => true,
    ),
  )
  await expect(look(late.token)).rejects.toEqual(refused('invite_expired'))
  await expect(join(late.token)).rejects.toEqual(refused('invite_expired'))
  expect((await look(soon.token, visit.id)).visit).toMatchObject({ id: visit.id })
  expect((await join(last.token)).visit.outcome).toBeNull()
})
