/** One link, one guest, one video call, 24 hours (docs/product/decisions.md, 30). */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { tokenHash } from '#kit/ids.ts'
import type { Caller } from '#proto/envelope.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Door, device, premiumDoor, residentFrames, visitorOf } from './people.ts'

const HOUR = 3_600_000
let world: SharedClockStack
let owner: Door
beforeAll(async () => {
  world = await sharedClockStack()
  owner = await premiumDoor(world)
  await eventually('the tier', async () => {
    const rows = await world.postgres<{ tier: string }>('doorbell', 'SELECT tier FROM owners WHERE id = $1', [owner.ownerId])
    return rows[0]?.tier === 'premium'
  })
})
afterAll(() => world.close())

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

// covers: S-invite
test('an invite link expires in 24 hours and only its hash is stored', async () => {
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

test('each invite has its own link', async () => {
  const { contact, token } = await invited()
  const again = await world.rpc('doorbell.invite_contact', { id: contact.id }, device(owner))
  expect(again.url).not.toContain(token)
})

// covers: S-invite
test('an open invite shows only the door’s label', async () => {
  const { token, expiresAt } = await invited()
  const [door] = await world.rpc('doorbell.doors', {}, device(owner))
  expect(await look(token)).toEqual({ label: door?.label, expiresAt, visit: null })
})

// covers: E-activity-video
test('Join places a live video_call with the contact’s name', async () => {
  const { contact, token } = await invited(owner, 'Grace', 'Hopper')
  const frames = await residentFrames(world, owner)
  const { visit, cookie } = await join(token)
  expect(visit).toMatchObject({ activityType: 'video_call', visitorName: 'Grace Hopper', outcome: null, offersCamera: true })
  expect(cookie?.activityId).toBe(visit.id)
  expect(JSON.stringify(visit)).not.toContain(owner.qrCodeId)
  const rung = await frames.next('doorbell_ring', ({ activityId }) => activityId === visit.id)
  expect(rung.activity).toMatchObject({ activityType: 'video_call', visitorName: 'Grace Hopper', quiet: false, doorId: owner.doorId })
  const listed = await world.rpc('doorbell.activities', { limit: 1 }, device(owner))
  // No message: the activity's type says that it came by an invite, and each page translates it.
  expect(listed).toMatchObject([{ id: visit.id, activityType: 'video_call', message: null, endsAt: expect.any(String) }])
  const [kept] = await world.rpc('doorbell.contacts', { limit: 50, search: contact.email }, device(owner))
  expect(kept).toBeDefined()
  const seen = (await world.rpc('doorbell.contacts', { limit: 100 }, device(owner))).find(({ id }) => id === contact.id)
  expect(seen?.lastActivity).toBe(visit.timestamp)
})

// covers: E-activity-video
test('the owner answers an invite’s call like any ring', async () => {
  const { token } = await invited()
  const { visit } = await join(token)
  const answered = await world.rpc('doorbell.handle', { id: visit.id, handledType: 'video_call' }, device(owner))
  expect(answered).toMatchObject({ outcome: 'answered_video', isHandled: true })
  expect(await world.rpc('doorbell.visit', { id: visit.id }, visitorOf(visit.id))).toMatchObject({ outcome: 'answered_video' })
})

// covers: S-invite invite_used
test('only the first guest’s browser finds its call behind the link', async () => {
  const { token } = await invited()
  const { visit } = await join(token)
  expect((await look(token, visit.id)).visit).toMatchObject({ id: visit.id, outcome: null })
  await expect(look(token)).rejects.toEqual(refused('invite_used'))
  await expect(look(token, visit.id + 1_000)).rejects.toEqual(refused('invite_used'))
  await expect(join(token)).rejects.toEqual(refused('invite_used'))
  expect((await join(token, visitorOf(visit.id))).visit.id).toBe(visit.id)
})

// covers: S-invite
test('one of several guests who join concurrently gets the call', async () => {
  const { token } = await invited()
  const joined = await Promise.allSettled(Array.from({ length: 8 }, () => join(token)))
  expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const result of joined) if (result.status === 'rejected') expect(result.reason).toEqual(refused('invite_used'))
  const rows = await world.postgres('doorbell', 'SELECT activity_id FROM invites WHERE token_hash = $1', [tokenHash(token)])
  expect(rows).toEqual([{ activity_id: expect.any(Number) }])
})

test('repeating Join with its key returns the same call', async () => {
  const { token } = await invited()
  const idempotencyKey = randomUUID()
  const [first, second] = await Promise.all([join(token, { idempotencyKey }), join(token, { idempotencyKey })])
  const third = await join(token, { idempotencyKey })
  expect(new Set([first.visit.id, second.visit.id, third.visit.id]).size).toBe(1)
  expect(third.cookie?.activityId).toBe(first.visit.id)
})

// covers: S-invite invite_unknown
test('an invalid link is unknown', async () => {
  for (const token of ['x', '', 'a'.repeat(43), "' OR 1=1 --"]) {
    await expect(look(token)).rejects.toEqual(refused('invite_unknown'))
    await expect(join(token)).rejects.toEqual(refused('invite_unknown'))
  }
})

test('deleting a contact ends its open invite but not its call', async () => {
  const [open, used] = [await invited(), await invited()]
  const { visit } = await join(used.token)
  for (const { contact } of [open, used]) await world.rpc('doorbell.remove_contact', { id: contact.id }, device(owner))
  await expect(join(open.token)).rejects.toEqual(refused('invite_unknown'))
  expect((await look(used.token, visit.id)).visit).toMatchObject({ id: visit.id, visitorName: 'Grace Hopper' })
})

test('invites need premium both to create and to join', async () => {
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

test('a missed guest may write but not join again', async () => {
  const { token } = await invited()
  const { visit } = await join(token)
  await world.clock.shift(46_000)
  const missed = await eventually('the miss', async () => {
    const seen = await world.rpc('doorbell.visit', { id: visit.id }, visitorOf(visit.id))
    return seen.outcome === 'missed' ? seen : undefined
  })
  expect(missed).toMatchObject({ againLeft: 0, againAt: null, canWrite: true })
})

test('a contact’s name is cut to a hundred characters', async () => {
  const { token } = await invited(owner, 'A'.repeat(50), 'B'.repeat(50))
  expect((await join(token)).visit.visitorName).toBe(`${'A'.repeat(50)} ${'B'.repeat(49)}`)
})

// covers: S-invite invite_expired
test('an invite expires after exactly 24 hours', async () => {
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
