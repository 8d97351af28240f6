/** Calls of members of a household: what the owner's sessions may do in a call, a member's may (record 0084). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { joinHousehold } from '#scripts/testing/household.ts'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, Party } from './party.ts'
import { type Scene, Scenes } from './scenes.ts'

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
let browser: MediaBrowser
const parties: Party[] = []
beforeAll(async () => {
  scenes = await Scenes.shared()
  browser = await MediaBrowser.launch()
})
afterEach(async () => {
  await Promise.all(parties.splice(0).map((party) => party.leaves()))
  await scenes.clear()
})
afterAll(async () => {
  await browser?.close()
  await scenes?.stop()
})

async function pageOf(resident: Resident, id: number, peerId?: string): Promise<Party> {
  const party = new Party(await resident.socket(), id, peerId)
  parties.push(party)
  return party
}

type HouseholdScene = Scene & { readonly person: Resident; readonly home: number; readonly member: Party }

/** A ring at the door of an owner with one member, who has a plan of their own and a page open. */
async function ringAtHousehold({ memberPremium = false } = {}): Promise<HouseholdScene> {
  const [owner, person] = await Promise.all([scenes.world.resident({ premium: true }), scenes.world.resident({ premium: memberPremium })])
  const { id: home } = await joinHousehold(owner, person, { name: 'Mina' })
  const scene = await scenes.ring({ owner })
  return { ...scene, person, home, member: await pageOf(person, scene.id) }
}

/** A side with an open device prompt counts as up (docs/product/states.md), which connects without a browser. */
const comesUp = async (party: Party) => {
  await party.ask({ op: 'join', mode: 'call' })
  await party.ask({ op: 'permission', state: 'asking' })
}
const isIn = (state: string) => (call: { readonly state: string }) => call.state === state
const isFree = (call: { readonly holder: unknown }) => call.holder === null

async function connect({ visitor, member }: HouseholdScene): Promise<void> {
  member.respond(true)
  await member.call('connecting', isIn('connecting'))
  await Promise.all([comesUp(member), comesUp(visitor)])
  await visitor.call('connected', isIn('connected'))
}
/** The code of the refusal of a frame; that of a media request has its id. */
async function refusalOf({ socket }: Party, send: () => void): Promise<string> {
  send()
  return (await socket.next('error', ({ requestId }) => requestId === undefined)).code
}
/** The codes of what is refused to this page: every frame and request about a call. */
async function refusalsOf(party: Party): Promise<string[]> {
  const { socket, activityId } = party
  const joining = (mode: 'call' | 'prepare') =>
    party.ask({ op: 'join', mode }).then(
      () => 'joined',
      (error: Error) => error.message,
    )
  return [
    ...(await Promise.all([joining('call'), joining('prepare')])),
    await refusalOf(party, () => party.respond(true)),
    await refusalOf(party, () => party.respond(true, 'message')),
    await refusalOf(party, () => party.respond(false)),
    await refusalOf(party, () => party.respond(false, 'video', 'subscription_required')),
    await refusalOf(party, () => party.joinCall()),
    await refusalOf(party, () => socket.send({ type: 'recording_start', activityId })),
  ]
}
const REFUSED = Array.from({ length: 8 }, () => 'not_found')

// covers: P-household-calls
test('a member answers, and the visitor and the member are connected until the member hangs up', async () => {
  const scene = await ringAtHousehold()
  const { visitor, resident, member, owner, id } = scene
  await member.socket.next('call_prepare')
  expect(await member.ask({ op: 'join', mode: 'prepare' })).toMatchObject({ kept: false })
  member.respond(true)
  expect(await visitor.call('connecting', isIn('connecting'))).toMatchObject({ holder: { session: '', device: '' } })
  const answered = await resident.socket.next('activity_changed', ({ activity }) => activity?.outcome === 'answered_video')
  expect(answered.activity).toMatchObject({ id, answeredMember: 'Mina' })
  const elsewhere = await resident.call('the call of the member', isIn('connecting'))
  expect(elsewhere.holder).toMatchObject({ session: answered.activity?.answeredSession })

  for (const accepted of [true, false]) expect(await refusalOf(resident, () => resident.respond(accepted))).toBe('answered_elsewhere')
  await expect(resident.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')

  expect(await member.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: true, kind: 'video' })
  await Promise.all([comesUp(member), comesUp(visitor)])
  for (const party of [visitor, member, resident]) await party.call('connected', isIn('connected'))
  member.respond(false)
  for (const party of [visitor, member, resident]) await party.call('ended', isIn('ended'))
  expect(await visitor.socket.next('call_response', ({ accepted }) => !accepted)).toMatchObject({ reasonCode: 'ended' })
  await eventually('the seconds to be written', async () => (await owner.activities()).find((one) => one.id === id)?.callSeconds !== null)
})

test('pages of a member stand by, and leave when the owner answers', async () => {
  const { resident, member } = await ringAtHousehold()
  await Promise.all([resident, member].map((party) => party.socket.next('call_prepare')))
  await Promise.all([resident, member].map((party) => party.ask({ op: 'join', mode: 'prepare' })))
  resident.respond(true)
  await member.socket.next('media_event', ({ event }) => event.kind === 'released')
  await member.call('the call of the owner', isIn('connecting'))
  await expect(member.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  expect(await resident.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: true })
})

test('do not disturb of the owner does not keep a member from preparing', async () => {
  const [owner, person] = await Promise.all([scenes.world.resident({ premium: true }), scenes.world.resident()])
  await joinHousehold(owner, person)
  await owner.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  const { visitor, resident, id } = await scenes.ring({ owner })
  const member = await pageOf(person, id)
  await Promise.all([visitor, member].map((party) => party.socket.next('call_prepare')))
  expect(resident.socket.all('call_prepare')).toEqual([])
})

test('a member takes over the call of the owner’s device that did not come up', async () => {
  const { visitor, resident, member } = await ringAtHousehold()
  resident.respond(true)
  await visitor.call('connecting', isIn('connecting'))
  await scenes.world.clock.shift(15_100)
  await member.call('a free call', isFree)
  member.joinCall()
  await member.call('its own call', (call) => call.holder !== null)
  await expect(resident.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  await Promise.all([comesUp(member), comesUp(visitor)])
  await visitor.call('connected', isIn('connected'))
})

test('a member calls back a missed ring by the plan of the owner', async () => {
  const { visitor, resident, member } = await ringAtHousehold()
  await scenes.world.clock.shift(46_000)
  await visitor.socket.next('call_response', ({ reasonCode }) => reasonCode === 'missed')
  member.respond(true, 'audio')
  for (const party of [visitor, resident]) expect(await party.call('the offer', isIn('offered'))).toMatchObject({ kind: 'audio' })
  visitor.joinCall()
  await Promise.all([comesUp(member), comesUp(visitor)])
  await visitor.call('connected', isIn('connected'))
})

test('a member with a plan of their own does not pay for the owner’s door', async () => {
  const [owner, person] = await Promise.all([scenes.world.resident(), scenes.world.resident({ premium: true })])
  await joinHousehold(owner, person)
  const { visitor, id } = await scenes.ring({ owner })
  const member = await pageOf(person, id)
  expect(await refusalOf(member, () => member.respond(true))).toBe('subscription_required')
  expect(await visitor.socket.next('call_response')).toMatchObject({ accepted: true, communicationType: 'message' })
})

test('a member resumes a call after a reload, also where Redis has lost it', async () => {
  const scene = await ringAtHousehold()
  const { visitor, member, person, id } = scene
  await connect(scene)
  const { holder } = await member.call('connected', isIn('connected'))
  member.socket.cut()
  const again = await pageOf(person, id)
  expect(await again.call('the call that it has', (call) => call.state !== 'ended')).toMatchObject({ holder })
  await comesUp(again)
  await again.call('connected', isIn('connected'))

  const { redis } = scenes.world
  await redis.del(`call:${id}`, `calls:owner:${scene.owner.user.id}`, `calls:member:${person.user.id}`)
  await Promise.all([comesUp(again), comesUp(visitor)])
  await eventually('the call to be listed again', async () => (await redis.smembers(`calls:member:${person.user.id}`)).includes(String(id)))
  expect(JSON.parse((await redis.get(`call:${id}`)) ?? '{}')).toMatchObject({
    members: [person.user.id],
    holder: { userId: person.user.id },
  })
  await visitor.call('connected again', isIn('connected'))
})

test('a member who is removed in a call leaves it within a second, and the owner takes it over', async () => {
  const { visitor, resident, member, owner, home, id } = await ringAtHousehold()
  const pages = await Promise.all([member, visitor].map((party) => party.opensPage(browser)))
  member.respond(true)
  await visitor.call('connecting', isIn('connecting'))
  for (const page of pages) {
    await page.join('call', true)
    await page.produce(['microphone', 'camera'])
  }
  await visitor.call('connected', isIn('connected'))
  await bothSeeAndHear({ visitor, resident: member })

  await owner.call('doorbell.remove_member', { id: home })
  await visitor.call('the lost resident', (call) => call.state === 'interrupted' && call.holder === null, 1_000)
  await member.socket.next('media_event', ({ event }) => event.kind === 'released')
  const stored = JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}')
  expect([Object.keys(stored.devices), stored.members]).toEqual([[expect.stringMatching(/^v:/)], []])
  const heard = async () => (await visitor.page?.counters())?.audioBytes ?? 0
  let before = await heard()
  await eventually('the visitor to receive nothing more', async () => {
    const now = await heard()
    const isSilent = now === before
    before = now
    return isSilent
  })
  const seen = member.calls.length
  expect(await refusalsOf(member)).toEqual(REFUSED)

  await resident.call('the free call', (call) => call.state === 'interrupted' && call.holder === null)
  resident.joinCall()
  const page = await resident.opensPage(browser)
  await page.join('call', true)
  await page.produce(['microphone', 'camera'])
  await resident.call('connected', isIn('connected'))
  await bothSeeAndHear({ visitor, resident })
  resident.respond(false)
  await visitor.call('the end', isIn('ended'))
  expect(member.calls).toHaveLength(seen)
})

test('a member who is removed while it rings leaves what was prepared', async () => {
  const { visitor, member, owner, person, home, id } = await ringAtHousehold()
  await member.socket.next('call_prepare')
  await member.ask({ op: 'join', mode: 'prepare' })
  await owner.call('doorbell.remove_member', { id: home })
  await member.socket.next('media_event', ({ event }) => event.kind === 'released', 1_000)
  expect(await refusalsOf(member)).toEqual(REFUSED)
  const again = await pageOf(person, id)
  expect([again.socket.all('call_prepare'), visitor.socket.all('call_state')]).toEqual([[], []])
})

test('strangers and former members have no call of a household, also one that is over', async () => {
  const scene = await ringAtHousehold()
  const { member, owner, person, home, id } = scene
  const stranger = await scenes.world.resident({ premium: true })
  expect(await refusalsOf(await pageOf(stranger, id))).toEqual(REFUSED)
  await connect(scene)
  expect(await refusalsOf(await pageOf(stranger, id))).toEqual(REFUSED)
  member.respond(false)
  await member.call('the end', isIn('ended'))
  await (await pageOf(person, id)).call('the end', isIn('ended'))
  await owner.call('doorbell.remove_member', { id: home })
  await eventually('the member to be gone', async () => (await scenes.world.redis.smembers(`calls:member:${person.user.id}`)).length === 0)
  for (const resident of [person, stranger]) {
    const page = await pageOf(resident, id)
    expect(page.calls).toEqual([])
    expect(await refusalsOf(page)).toEqual(REFUSED)
  }
})

test('a member of another door of the owner has no call of this one', async () => {
  const owner = await scenes.world.resident({ premium: true })
  const person = await scenes.world.resident()
  const garden = await owner.call('doorbell.add_door', { label: 'Garden' })
  await joinHousehold(owner, person, { doors: [garden.id] })
  const { visitor, resident, id } = await scenes.ring({ owner })
  const member = await pageOf(person, id)
  await visitor.socket.next('call_prepare')
  expect(await refusalsOf(member)).toEqual(REFUSED)
  resident.respond(true)
  await resident.call('connecting', isIn('connecting'))
  expect(await refusalsOf(member)).toEqual(REFUSED)
  expect(member.socket.frames.filter(({ type }) => type === 'call_state' || type === 'call_prepare')).toEqual([])
})

test('a change of doors that leaves this one does not touch the call', async () => {
  const scene = await ringAtHousehold()
  const { member, owner, home, id } = scene
  await connect(scene)
  const [door] = await owner.call('doorbell.doors', {})
  const garden = await owner.call('doorbell.add_door', { label: 'Garden' })
  await owner.call('doorbell.change_member', { id: home, doors: [door?.id ?? 0, garden.id] })
  await scenes.world.clock.shift(1_000)
  expect(member.calls.map(({ state }) => state)).not.toContain('interrupted')
  await owner.call('doorbell.change_member', { id: home, doors: [garden.id] })
  await scene.visitor.call('the lost resident', (call) => call.state === 'interrupted' && isFree(call), 1_000)
  expect(JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}').members).toEqual([])
})

test('the account of a member is deleted, and the calls of its owner continue', async () => {
  const { visitor, resident, person, id } = await ringAtHousehold()
  resident.respond(true)
  await resident.call('connecting', isIn('connecting'))
  await Promise.all([comesUp(resident), comesUp(visitor)])
  await visitor.call('connected', isIn('connected'))
  await scenes.world.rpc('signaling.forget_owner', { userId: person.user.id })
  expect(JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}')).toMatchObject({ stage: 'connected', members: [] })
  resident.respond(false)
  await visitor.call('the end', isIn('ended'))
})
