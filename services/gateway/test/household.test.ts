/** A household: who has a ring, who may answer it, and what is left of a membership (record 0084). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { DAY_MS } from '#proto/durations.ts'
import { HOUSEHOLD } from '#proto/limits.ts'
import { inviteMember, joinHousehold } from '#scripts/testing/household.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

const code = (name: string) => expect.objectContaining({ code: name })
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const people = async (count: number): Promise<Resident[]> => Promise.all(Array.from({ length: count }, () => world.resident()))
const idsIn = ({ text }: { readonly text: string }) => (JSON.parse(text) as { readonly id: number }[]).map(({ id }) => id)
const doorOf = async (resident: Resident) => (await resident.call('doorbell.doors', {}))[0]?.id ?? 0
/** Moves the date of a temporary membership into the past, as a row. */
const passDate = (home: number) =>
  world.postgres('doorbell', "UPDATE members SET until = now() - interval '1 second' WHERE id = $1", [home])

// covers: household_own doorbell.invite_member doorbell.invitation doorbell.accept_invitation doorbell.household
test('an invitation is shown to who has its link, is used once, and may be repeated by the account that used it', async () => {
  const [owner, member, other] = (await people(3)) as [Resident, Resident, Resident]
  const door = await doorOf(owner)
  const { id, token } = await inviteMember(owner, { name: 'Mina' })
  expect((await owner.call('doorbell.household', {})).invitations).toEqual([
    expect.objectContaining({ id, name: 'Mina', email: null, role: 'member', doors: [door], until: null }),
  ])
  const { firstName, lastName } = owner.user
  const shown = { owner: `${firstName} ${lastName}`, name: 'Mina', role: 'member', until: null }
  expect(await world.visitor().call('doorbell.invitation', { token })).toEqual(expect.objectContaining(shown))
  await expect(owner.call('doorbell.accept_invitation', { token })).rejects.toEqual(code('household_own'))
  expect(await world.rpc('doorbell.check_invitation', { token })).toEqual({ open: true })
  const home = await member.call('doorbell.accept_invitation', { token })
  expect(home).toMatchObject({ owner: shown.owner, name: 'Mina', role: 'member', doors: [{ id: door }] })
  expect(await member.call('doorbell.accept_invitation', { token })).toEqual(home)
  await expect(other.call('doorbell.accept_invitation', { token })).rejects.toEqual(code('token_invalid'))
  await expect(world.visitor().call('doorbell.invitation', { token })).rejects.toEqual(code('token_invalid'))
  expect(await world.rpc('doorbell.check_invitation', { token })).toEqual({ open: false })
  expect((await owner.call('doorbell.household', {})).members).toEqual([
    expect.objectContaining({ id: home.id, name: 'Mina', doors: [door] }),
  ])
  expect((await member.call('doorbell.household', {})).homes).toEqual([home])
  const news = () => owner.call('doorbell.notifications', { type: 'system', limit: 50 })
  const joined = await eventually('the owner to be notified', async () => (await news()).find(({ kind }) => kind === 'joined'))
  expect(joined.title).toBe('Mina joined your household')
})

// covers: doorbell.revoke_invitation household_full L-household
test('an invitation that is revoked or has expired admits nobody, and ten are open at most', async () => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  const made = []
  for (let count = 0; count < HOUSEHOLD.max; count += 1) made.push(await inviteMember(owner))
  await expect(inviteMember(owner)).rejects.toEqual(code('household_full'))
  const [revoked, expired] = [made[0] ?? { id: 0, token: '' }, made[1] ?? { id: 0, token: '' }]
  await owner.call('doorbell.revoke_invitation', { id: revoked.id })
  await world.postgres('doorbell', "UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id])
  for (const { token } of [revoked, expired])
    await expect(member.call('doorbell.accept_invitation', { token })).rejects.toEqual(code('token_invalid'))
  await inviteMember(owner)
})

test('an invitation needs own doors, a date in the future where it is temporary, and a password entered lately', async () => {
  const [owner, other] = (await people(2)) as [Resident, Resident]
  const [door, foreign] = [await doorOf(owner), await doorOf(other)]
  await expect(inviteMember(owner, { doors: [door, foreign] })).rejects.toEqual(code('not_found'))
  await expect(inviteMember(owner, { doors: [] })).rejects.toEqual(code('validation_failed'))
  await expect(inviteMember(owner, { role: 'temporary' })).rejects.toEqual(code('validation_failed'))
  await expect(inviteMember(owner, { role: 'temporary', until: inDays(-1) })).rejects.toEqual(code('validation_failed'))
  await world.postgres('auth', "UPDATE sessions SET created_at = now() - interval '11 minutes' WHERE user_id = $1", [owner.user.id])
  await expect(inviteMember(owner)).rejects.toEqual(code('password_needed'))
  await owner.call('auth.confirm_password', { password: PASSWORD })
  await inviteMember(owner)
})

test('an invitation with an address is mailed', async () => {
  const owner = await world.resident()
  const email = `mina-${owner.user.id}@example.org`
  const { url } = await owner.call('doorbell.invite_member', { name: 'Mina', email, role: 'member', doors: [await doorOf(owner)] })
  const mail = await eventually('the mail', async () => (await world.rpc('auth.dev_mails', {})).find(({ to }) => to === email))
  expect(mail.text).toContain(new URL(url).pathname)
  expect(mail.text).not.toContain('Mina')
})

// covers: P-household
test('a ring reaches the owner and each member who has the door, as each sees it', async () => {
  const owner = await world.resident({ premium: true })
  const [member, elsewhere, stranger] = (await people(3)) as [Resident, Resident, Resident]
  const garden = await owner.call('doorbell.add_door', { label: 'Garden' })
  const home = await joinHousehold(owner, member)
  await joinHousehold(owner, elsewhere, { doors: [garden.id] })
  await member.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  const sockets = await Promise.all([owner, member, elsewhere, stranger].map((resident) => resident.socket()))
  const [ownerSocket, memberSocket, elsewhereSocket, strangerSocket] = sockets
  const { id } = await world.visitor().ring(owner, { visitorName: 'Vera' })
  const ring = await ownerSocket?.next('doorbell_ring')
  expect(ring?.activity).toMatchObject({ id, quiet: false })
  expect(ring?.activity).not.toHaveProperty('home')
  // The member does not want to be disturbed: it is listed.
  const listed = await memberSocket?.next('activity_changed', (frame) => frame.activityId === id)
  const inHome = { id, userId: owner.user.id, quiet: true, alerts: [], home: { id: home.id, owner: home.owner, premium: true } }
  expect(listed?.activity).toMatchObject(inHome)
  expect(memberSocket?.all('doorbell_ring')).toEqual([])
  await member.call('doorbell.change_preferences', { switches: { doNotDisturb: false } })
  const again = await world.visitor().ring(garden.qrCodeId, { visitorName: 'Walter' })
  for (const socket of [ownerSocket, memberSocket, elsewhereSocket])
    expect(await socket?.next('doorbell_ring', (frame) => frame.activityId === again.id)).toMatchObject({ activityId: again.id })
  expect(elsewhereSocket?.frames.filter((frame) => 'activityId' in frame && frame.activityId === id)).toEqual([])
  expect(strangerSocket?.frames.filter(({ type }) => type === 'doorbell_ring' || type === 'activity_changed')).toEqual([])
})

test('the first answer of the household wins, and the others read who answered', async () => {
  const owner = await world.resident({ premium: true })
  const [member, other] = (await people(2)) as [Resident, Resident]
  await joinHousehold(owner, member, { name: 'Mina' })
  await joinHousehold(owner, other, { name: 'Otto' })
  const visitor = world.visitor()
  const { id } = await visitor.ring(owner)
  const socket = await owner.socket()
  const answers = await Promise.allSettled([member, other].map((one) => one.call('doorbell.handle', { id, handledType: 'message' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const winner = answers[0]?.status === 'fulfilled' ? 'Mina' : 'Otto'
  const { activity } = await socket.next('activity_changed', (frame) => frame.activity?.outcome === 'answered_message')
  expect(activity).toMatchObject({ answeredMember: winner })
  expect(await visitor.visit(id)).not.toHaveProperty('answeredMember')
  const loser = winner === 'Mina' ? other : member
  await expect(loser.call('doorbell.handle', { id, handledType: 'dismissed' })).rejects.toEqual(code('answered_elsewhere'))
})

// covers: doorbell.silence
test('"Not me" stops a ring for one account: it rings on for the others, and the visitor reads nothing of it', async () => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  await joinHousehold(owner, member)
  const visitor = world.visitor()
  const [ownerSocket, tablet] = [await owner.socket(), await (await member.anotherDevice()).socket()]
  const { id } = await visitor.ring(owner)
  await tablet.next('doorbell_ring')
  const seen = await visitor.visit(id)
  for (const _ of [1, 2]) expect(await member.call('doorbell.silence', { id })).toMatchObject({ quiet: true, alerts: [], outcome: null })
  const { activity } = await tablet.next('activity_changed', (frame) => frame.activity?.quiet === true)
  expect(activity?.alerts).toEqual([])
  const late = await (await member.anotherDevice()).socket()
  expect((await late.next('activity_changed', (frame) => frame.activityId === id)).activity?.quiet).toBe(true)
  expect(late.all('doorbell_ring')).toEqual([])
  const { activity: ringing } = await ownerSocket.next('activity_changed', (frame) => frame.activityId === id)
  expect(ringing).toMatchObject({ quiet: false, outcome: null })
  expect(await visitor.visit(id)).toEqual(seen)
  await owner.call('doorbell.handle', { id, handledType: 'message' })
})

test('a member reads the history from when they joined, with its chat and photo, and may not block or keep', async () => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  const before = await world.visitor().ring(owner)
  const home = await joinHousehold(owner, member)
  const visitor = world.visitor()
  const { id } = await visitor.ring(owner, { visitorName: 'Vera' })
  await owner.call('doorbell.handle', { id, handledType: 'message' })
  await visitor.call('doorbell.write_as_visitor', { id, message: 'A parcel' })
  expect(await member.call('doorbell.activities', { limit: 50 })).toEqual([])
  const list = await member.call('doorbell.activities', { limit: 50, home: home.id })
  expect(list.map((activity) => activity.id)).toEqual([id])
  expect(await member.call('doorbell.messages', { id })).toEqual([expect.objectContaining({ message: 'A parcel' })])
  expect((await member.call('doorbell.activity_story', { id })).activity.home).toMatchObject({ id: home.id })
  await expect(member.call('doorbell.messages', { id: before.id })).rejects.toEqual(code('not_found'))
  await expect(member.call('doorbell.block_visitor', { id })).rejects.toEqual(code('not_found'))
  await expect(member.call('doorbell.mark_handled', { id, keep: true })).rejects.toEqual(code('not_found'))
  await expect(member.call('doorbell.activities', { limit: 50, home: home.id + 1_000 })).rejects.toEqual(code('not_found'))
  const exported = await member.http(`/api/activities/export?format=json&home=${home.id}`)
  expect(JSON.parse(exported.text).map((activity: { id: number }) => activity.id)).toEqual([id])
})

test('each account has its own notification of a ring, and reads its own', async () => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  await joinHousehold(owner, member)
  const { id } = await world.visitor().ring(owner, { visitorName: 'Vera' })
  const ofRing = async (resident: Resident) =>
    (await resident.call('doorbell.notifications', { limit: 50 })).find(({ activityId }) => activityId === id)
  const [mine, theirs] = [
    await eventually("the owner's notification", () => ofRing(owner)),
    await eventually("the member's notification", () => ofRing(member)),
  ]
  expect(mine.id).not.toBe(theirs.id)
  await member.call('doorbell.read_notification', { id: theirs.id })
  expect((await ofRing(owner))?.read).toBe(false)
  await expect(member.call('doorbell.read_notification', { id: mine.id })).rejects.toEqual(code('not_found'))
  await owner.call('doorbell.handle', { id, handledType: 'dismissed' })
  await eventually('both to be settled', async () => (await ofRing(owner))?.read && !(await ofRing(member))?.actionRequired)
})

// covers: doorbell.remove_member doorbell.leave_home
test.each(['removed by the owner', 'left'])('a membership that was %s reaches nothing any more', async (how) => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  const home = await joinHousehold(owner, member)
  const { id } = await world.visitor().ring(owner)
  await eventually('the notification', async () => (await member.call('doorbell.notifications', { limit: 50 })).length > 0)
  const socket = await member.socket()
  expect((await socket.next('doorbell_ring')).activityId).toBe(id)
  if (how === 'left') await member.call('doorbell.leave_home', { id: home.id })
  else await owner.call('doorbell.remove_member', { id: home.id })
  const seen = socket.frames.length
  await owner.call('doorbell.handle', { id, handledType: 'dismissed' })
  const next = await world.visitor().ring(owner)
  for (const ring of [id, next.id]) {
    await expect(member.call('doorbell.messages', { id: ring })).rejects.toEqual(code('not_found'))
    await expect(member.call('doorbell.handle', { id: ring, handledType: 'message' })).rejects.toEqual(code('not_found'))
  }
  await expect(member.call('doorbell.activities', { limit: 50, home: home.id })).rejects.toEqual(code('not_found'))
  expect(await member.call('doorbell.notifications', { limit: 50 })).toEqual([])
  expect((await owner.call('doorbell.household', {})).members).toEqual([])
  expect((await member.call('doorbell.household', {})).homes).toEqual([])
  expect(socket.frames.slice(seen).filter(({ type }) => type !== 'account_changed' && type !== 'notifications_changed')).toEqual([])
})

test('a temporary member answers until the date, sees no older rings, and is none afterwards', async () => {
  const [owner, guest] = (await people(2)) as [Resident, Resident]
  const home = await joinHousehold(owner, guest, { role: 'temporary', until: inDays(1) })
  const old = await world.visitor().ring(owner)
  const past = "UPDATE activities SET timestamp = timestamp - interval '2 hours', ends_at = ends_at - interval '2 hours' WHERE id = $1"
  await world.postgres('doorbell', "UPDATE members SET joined_at = joined_at - interval '1 day' WHERE id = $1", [home.id])
  await world.postgres('doorbell', past, [old.id])
  const { id } = await world.visitor().ring(owner)
  const list = await guest.call('doorbell.activities', { limit: 50, home: home.id })
  expect(list.map((activity) => activity.id)).toEqual([id])
  await expect(guest.call('doorbell.messages', { id: old.id })).rejects.toEqual(code('not_found'))
  await guest.call('doorbell.handle', { id, handledType: 'message' })
  await passDate(home.id)
  await expect(guest.call('doorbell.messages', { id })).rejects.toEqual(code('not_found'))
  await expect(guest.call('doorbell.activities', { limit: 50, home: home.id })).rejects.toEqual(code('not_found'))
  expect((await guest.call('doorbell.household', {})).homes).toEqual([])
  await eventually('the membership to end', async () => !(await owner.call('doorbell.household', {})).members.length, 15_000)
})

// covers: doorbell.change_member doorbell.rename_in_home
test('the owner changes doors, role and name, and a member only the own name', async () => {
  const owner = await world.resident({ premium: true })
  const [member, other] = (await people(2)) as [Resident, Resident]
  const garden = await owner.call('doorbell.add_door', { label: 'Garden' })
  const home = await joinHousehold(owner, member)
  const { id } = await world.visitor().ring(owner)
  await member.call('doorbell.messages', { id })
  await owner.call('doorbell.change_member', { id: home.id, doors: [garden.id] })
  await expect(member.call('doorbell.messages', { id })).rejects.toEqual(code('not_found'))
  expect(await member.call('doorbell.rename_in_home', { id: home.id, name: 'Robin' })).toMatchObject({ name: 'Robin' })
  const until = inDays(3)
  expect(await owner.call('doorbell.change_member', { id: home.id, role: 'temporary', until })).toMatchObject({
    ...{ name: 'Robin', role: 'temporary', until, doors: [garden.id] },
  })
  await expect(owner.call('doorbell.change_member', { id: home.id, role: 'temporary' })).rejects.toEqual(code('validation_failed'))
  for (const one of [member, other]) {
    await expect(one.call('doorbell.change_member', { id: home.id, name: 'X' })).rejects.toEqual(code('not_found'))
    await expect(one.call('doorbell.remove_member', { id: home.id })).rejects.toEqual(code('not_found'))
  }
  await expect(other.call('doorbell.rename_in_home', { id: home.id, name: 'X' })).rejects.toEqual(code('not_found'))
  await expect(other.call('doorbell.leave_home', { id: home.id })).rejects.toEqual(code('not_found'))
})

test('what a visitor sees is the same with and without members', async () => {
  const [alone, owner, member] = (await people(3)) as [Resident, Resident, Resident]
  await joinHousehold(owner, member)
  const keysOf = async (resident: Resident) => {
    const visitor = world.visitor()
    const visit = await visitor.ring(resident)
    await resident.call('doorbell.handle', { id: visit.id, handledType: 'message' })
    const {
      id: _id,
      userId: _user,
      qrCodeId: _code,
      timestamp: _at,
      endsAt: _ends,
      eraseFrom: _from,
      ...seen
    } = await visitor.visit(visit.id)
    return seen
  }
  expect(await keysOf(owner)).toEqual(await keysOf(alone))
})

test('an owner’s deletion ends the household, and a member’s leaves it', async () => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  await joinHousehold(owner, member)
  await member.call('auth.delete_account', { password: PASSWORD })
  await eventually('the member to be gone', async () => !(await owner.call('doorbell.household', {})).members.length)
  const next = await world.resident()
  await joinHousehold(owner, next)
  await owner.call('auth.delete_account', { password: PASSWORD })
  await eventually('the household to be gone', async () => !(await next.call('doorbell.household', {})).homes.length)
})

test('of other doors a member lists, exports, searches and resumes nothing, and no page leads to it', async () => {
  const owner = await world.resident({ premium: true })
  const member = await world.resident()
  const garden = await owner.call('doorbell.add_door', { label: 'Garden' })
  const home = await joinHousehold(owner, member, { doors: [garden.id] })
  const [front] = await owner.call('doorbell.doors', {})
  const hidden = []
  for (let count = 0; count < 3; count += 1) hidden.push(await world.visitor().ring(owner, { visitorName: 'Hidden Harry' }))
  const { id } = await world.visitor().ring(garden.qrCodeId, { visitorName: 'Vera' })
  await owner.call('doorbell.handle', { id: hidden[0]?.id ?? 0, handledType: 'message' })
  const pageOf = (query: string) => member.http(`/api/activities?home=${home.id}&${query}`)
  for (const query of ['limit=1', 'limit=50', 'limit=50&search=Vera']) expect(idsIn(await pageOf(query))).toEqual([id])
  for (const query of ['limit=1&search=Hidden', `limit=1&door=${front?.id}`, 'limit=1&outcome=answered_message', 'limit=1&tab=messages']) {
    const page = await pageOf(query)
    expect([idsIn(page), page.headers.link]).toEqual([[], undefined])
  }
  const exported = await member.http(`/api/activities/export?format=json&home=${home.id}&door=${front?.id}`)
  expect([JSON.parse(exported.text), exported.headers['content-disposition']]).toEqual([[], expect.not.stringContaining('front')])
  const late = await member.socket()
  await late.next('doorbell_ring', (frame) => frame.activityId === id)
  await late.next('notifications_changed')
  expect(new Set(late.frames.flatMap((frame) => ('activityId' in frame ? [frame.activityId] : [])))).toEqual(new Set([id]))
})

test('a door that is taken away takes its notifications along', async () => {
  const owner = await world.resident({ premium: true })
  const member = await world.resident()
  const garden = await owner.call('doorbell.add_door', { label: 'Garden' })
  const home = await joinHousehold(owner, member)
  await world.visitor().ring(owner, { visitorName: 'Vera' })
  const list = async () => (await member.call('doorbell.notifications', { limit: 50 })).map(({ name }) => name)
  await eventually('the notification', async () => (await list()).length === 1)
  await owner.call('doorbell.change_member', { id: home.id, doors: [garden.id] })
  expect(await list()).toEqual([])
  expect(await member.call('doorbell.unread_notifications', {})).toEqual({ count: 0 })
})

test('a temporary member hears nothing of a ring after an hour', async () => {
  const [owner, guest] = (await people(2)) as [Resident, Resident]
  await joinHousehold(owner, guest, { role: 'temporary', until: inDays(1) })
  const visitor = world.visitor()
  const { id } = await visitor.ring(owner)
  await owner.call('doorbell.handle', { id, handledType: 'message' })
  const [ownerSocket, socket] = [await owner.socket(), await guest.socket()]
  await world.postgres('doorbell', "UPDATE members SET joined_at = joined_at - interval '1 day' WHERE user_id = $1", [guest.user.id])
  await world.postgres('doorbell', "UPDATE activities SET timestamp = timestamp - interval '2 hours' WHERE id = $1", [id])
  const seen = socket.frames.length
  await visitor.call('doorbell.write_as_visitor', { id, message: 'Still there?' })
  await ownerSocket.next('chat_message')
  expect(socket.frames.slice(seen).filter((frame) => 'activityId' in frame && frame.activityId === id)).toEqual([])
  expect(await guest.call('doorbell.notifications', { limit: 50 })).toEqual([])
})

test('an account joins once, whatever crosses, and ten households at most', async () => {
  const member = await world.resident()
  const [first, ...others] = (await people(HOUSEHOLD.homesMost + 1)) as [Resident, ...Resident[]]
  const { token } = await inviteMember(first)
  const homes = await Promise.all([1, 2, 3].map(() => member.call('doorbell.accept_invitation', { token })))
  expect(new Set(homes.map(({ id }) => id)).size).toBe(1)
  for (const owner of others.slice(1)) await joinHousehold(owner, member)
  const last = await inviteMember(others[0] as Resident)
  await expect(member.call('doorbell.accept_invitation', { token: last.token })).rejects.toEqual(code('household_full'))
})

test('a wall display of a member shows its own household alone', async () => {
  const [owner, member] = (await people(2)) as [Resident, Resident]
  const home = await joinHousehold(owner, member)
  const wall = await member.anotherDevice()
  await wall.call('auth.start_wall', {})
  const { id } = await world.visitor().ring(owner)
  await expect(wall.call('doorbell.handle', { id, handledType: 'message' })).rejects.toEqual(code('not_found'))
  await expect(wall.call('doorbell.activities', { limit: 50, home: home.id })).rejects.toEqual(code('not_found'))
  const socket = await wall.socket()
  const own = await world.visitor().ring(member)
  await socket.next('doorbell_ring')
  expect(socket.all('doorbell_ring').map(({ activityId }) => activityId)).toEqual([own.id])
})
