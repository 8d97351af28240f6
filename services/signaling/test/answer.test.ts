import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { MediaNotice } from '#proto/operations/sfu.ts'
import { subjects } from '#proto/subjects.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { Party } from './party.ts'
import { Scenes } from './scenes.ts'

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterAll(() => scenes?.stop())

const activityOf = async (owner: Resident, id: number) => (await owner.activities()).find((activity) => activity.id === id)
/** A side with an open device prompt counts as up (docs/product/states.md), which connects without a browser. */
const comesUp = async (party: Party) => {
  await party.ask({ op: 'join', mode: 'call' })
  await party.ask({ op: 'permission', state: 'asking' })
}

// covers: S-connected S-end client.call_response call_not_there server.call_state
test('a video answer connects both sides, and one End ends the call', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  resident.respond(true)
  expect(await resident.call('connecting', (call) => call.state === 'connecting')).toMatchObject({ kind: 'video', connectedAt: null })
  expect(await visitor.call('connecting', (call) => call.state === 'connecting')).toMatchObject({ holder: { session: '', device: '' } })
  await visitor.socket.next('call_response', (frame) => frame.accepted && frame.communicationType === 'video')
  await Promise.all([comesUp(resident), comesUp(visitor)])
  const connected = await visitor.call('connected', (call) => call.state === 'connected')
  expect(connected.connectedAt).not.toBeNull()
  await scenes.world.clock.shift(7_000)
  resident.respond(false)
  const ended = await visitor.call('ended', (call) => call.state === 'ended')
  expect(ended.seconds).toBeGreaterThanOrEqual(7)
  expect(await visitor.socket.next('call_response', (frame) => !frame.accepted)).toMatchObject({ reasonCode: 'ended' })
  resident.respond(false)
  visitor.respond(false)
  await eventually('the seconds to be written', async () => (await activityOf(owner, id))?.callSeconds === ended.seconds)
  expect(visitor.socket.all('call_response').filter((frame) => !frame.accepted)).toHaveLength(1)
  const versions = visitor.calls.map(({ version }) => version)
  expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other))
  await eventually('the rooms to be freed', async () => (await scenes.nodes()).every((node) => 'rooms' in node && node.rooms === 0))
})

test('a visitor without calls is reported, before and after the answer', async () => {
  const scene = await scenes.ring()
  const { visitor, resident, id } = scene
  await visitor.socket.next('call_prepare')
  await visitor.ask({ op: 'permission', state: 'unsupported' })
  const isToldTimes = (times: number) =>
    eventually(`to be told ${times} times`, () => {
      const events = resident.socket.all('media_event').map(({ event }) => event)
      return events.filter((event) => event.kind === 'peer' && event.permission === 'unsupported').length === times
    })
  resident.respond(true)
  await resident.call('connecting', (call) => call.state === 'connecting')
  await resident.ask({ op: 'join', mode: 'call' })
  await isToldTimes(1)
  const other = new Party(await scene.visitorPerson.socket({ id }), id, 'other')
  expect(await other.ask({ op: 'join', mode: 'call' })).toMatchObject({ sends: true })
  await other.ask({ op: 'permission', state: 'unsupported' })
  await isToldTimes(2)
  await resident.ask({ op: 'permission', state: 'asking' })
  expect(resident.calls.at(-1)?.state).toBe('connecting')
  await other.ask({ op: 'permission', state: 'granted', lost: ['camera'] })
  const isToldOfCamera = () => resident.socket.next('media_event', ({ event }) => event.kind === 'peer' && event.lost?.[0] === 'camera')
  await isToldOfCamera()
  await resident.ask({ op: 'join', mode: 'call' })
  await isToldOfCamera()
  await other.leaves()
})

// covers: S-call-runs-on
test('a call survives a code rotation and a lost plan', async () => {
  const { visitor, resident, owner } = await scenes.ring()
  resident.respond(true)
  await resident.call('connecting', (call) => call.state === 'connecting')
  await Promise.all([comesUp(resident), comesUp(visitor)])
  await visitor.call('connected', (call) => call.state === 'connected')
  const [door] = await owner.call('doorbell.doors', {})
  await owner.call('doorbell.rotate_door', { id: door?.id ?? 0, graceHours: 0 })
  await scenes.world.rpc('billing.revoke_grant', { userId: owner.user.id, by: 'test' })
  await eventually('the plan to be lost', async () => (await owner.call('billing.subscription', {})).tier === 'free')
  await scenes.world.clock.shift(7_000)
  expect(visitor.socket.all('call_response').filter((frame) => !frame.accepted)).toEqual([])
  resident.respond(false)
  const ended = await visitor.call('ended', (call) => call.state === 'ended')
  expect(ended.seconds).toBeGreaterThanOrEqual(7)
})

test('a notice of a node waits while Redis does not answer @all', async () => {
  const { visitor, resident, id } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await comesUp(visitor)
  const { redis, bus } = scenes.world
  const { node, epoch, devices } = JSON.parse((await redis.get(`call:${id}`)) ?? '{}')
  const [peer = ''] = Object.keys(devices)
  await redis.client('PAUSE', 1_500)
  const notice: MediaNotice = { type: 'consumer_closed', room: `${id}.${epoch}`, peer, consumerId: 'gone' }
  bus.publish(subjects.media(node), notice)
  expect(await visitor.socket.next('media_event')).toMatchObject({ event: { kind: 'consumer_closed', consumerId: 'gone' } })
})

test('notices about an earlier join of a page do not interrupt its call', async () => {
  const { visitor, resident, id } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  const { join: earlier } = await visitor.ask({ op: 'join', mode: 'call' })
  const { join: last } = await visitor.ask({ op: 'join', mode: 'call', fresh: true })
  await Promise.all([comesUp(resident), visitor.ask({ op: 'permission', state: 'asking' })])
  await visitor.call('connected', (call) => call.state === 'connected')
  const { redis, bus } = scenes.world
  const { node, epoch, devices } = JSON.parse((await redis.get(`call:${id}`)) ?? '{}')
  const peer = Object.keys(devices).find((name) => devices[name].side === 'visitor') ?? ''
  const at = { room: `${id}.${epoch}`, peer }
  const publish = (notice: MediaNotice) => bus.publish(subjects.media(node), notice)
  const interruptions = () => visitor.calls.filter(({ state }) => state === 'interrupted')
  publish({ type: 'silent', ...at, join: earlier, silent: true })
  publish({ type: 'transport', ...at, join: earlier, transportId: 'gone', direction: 'send', state: 'disconnected' })
  publish({ type: 'consumer_closed', ...at, consumerId: 'gone' })
  await visitor.socket.next('media_event', ({ event }) => event.kind === 'consumer_closed')
  expect(interruptions()).toEqual([])
  publish({ type: 'silent', ...at, join: last, silent: true })
  await visitor.call('interrupted', (call) => call.state === 'interrupted')
  resident.respond(false)
})

// covers: server.call_prepare
test('only a premium ring prepares media', async () => {
  const premium = await scenes.ring()
  await Promise.all([premium.visitor, premium.resident].map((party) => party.socket.next('call_prepare')))
  const { kept } = await premium.resident.ask({ op: 'join', mode: 'prepare' })
  expect(kept).toBe(false)
  premium.resident.respond(true, 'audio')
  await premium.resident.call('connecting', (call) => call.state === 'connecting')
  expect(await premium.resident.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: true, kind: 'audio' })

  const free = await scenes.ring({ premium: false })
  await expect(free.resident.ask({ op: 'join', mode: 'prepare' })).rejects.toThrow('call_not_there')
  expect(free.visitor.socket.all('call_prepare')).toEqual([])
})

// covers: S-free-answer
test('a free resident’s answer is refused, and the visitor is offered chat', async () => {
  const { visitor, resident, owner, id } = await scenes.ring({ premium: false })
  resident.respond(true)
  expect(await resident.socket.next('error')).toMatchObject({ code: 'subscription_required' })
  expect(await visitor.socket.next('call_response')).toMatchObject({ accepted: true, communicationType: 'message' })
  expect((await activityOf(owner, id))?.outcome).toBeNull()
  expect(visitor.socket.frames.some((frame) => /subscription|premium|plan/i.test(JSON.stringify(frame)))).toBe(false)
  resident.respond(false, 'video', 'subscription_required')
  await visitor.socket.next('call_response', (frame) => frame.communicationType === 'message')
  await expect(resident.ask({ op: 'join', mode: 'call' })).rejects.toThrow('call_not_there')
})

// covers: seat_taken client.call_response call_not_there
test('only the answering session can join and end the call', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  const device = await owner.anotherDevice()
  const other = new Party(await device.socket(), id)
  resident.respond(true)
  await resident.call('connecting', (call) => call.state === 'connecting')
  other.respond(true)
  expect(await other.socket.next('error')).toMatchObject({ code: 'answered_elsewhere' })
  await expect(other.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  other.respond(false)
  await eventually('the refusal', () => other.socket.all('error').filter((frame) => frame.code === 'answered_elsewhere').length === 2)
  const strange = await scenes.ring()
  strange.visitor.socket.send({ type: 'media_request', requestId: 'x', activityId: id, request: { op: 'join', mode: 'call', fresh: true } })
  expect(await strange.visitor.socket.next('error')).toMatchObject({ code: 'not_found', requestId: 'x' })
  expect(visitor.calls.at(-1)?.state).toBe('connecting')
})

// covers: client.call_response call_not_there
test('a visitor cannot accept, and its refusal cancels a live ring', async () => {
  const { visitor, owner, id } = await scenes.ring()
  visitor.respond(true)
  expect(await visitor.socket.next('error')).toMatchObject({ code: 'call_not_there' })
  visitor.respond(false)
  visitor.respond(false)
  await eventually('the ring to be cancelled', async () => (await activityOf(owner, id))?.outcome === 'cancelled')
  expect(visitor.socket.all('call_state')).toEqual([])
})

// covers: doorbell.handle
test('an answer by PUT handle alone opens the call', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  await owner.call('doorbell.handle', { id, handledType: 'video_call' })
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await Promise.all([comesUp(resident), comesUp(visitor)])
  await resident.call('connected', (call) => call.state === 'connected')
})

// covers: S-seat seat_taken
test('an unused seat is freed after fifteen seconds and taken over', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  const other = new Party(await (await owner.anotherDevice()).socket(), id)
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await scenes.world.clock.shift(15_100)
  await other.call('a free seat', (call) => call.state === 'connecting' && call.holder === null)
  other.joinCall()
  await other.call('the seat', (call) => call.holder !== null)
  await expect(resident.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  await Promise.all([comesUp(other), comesUp(visitor)])
  await visitor.call('connected', (call) => call.state === 'connected')
})

// covers: S-seat-lost
test('a freed seat ends the call after thirty more seconds', async () => {
  const { visitor, resident } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await scenes.world.clock.shift(15_100)
  await visitor.call('a free seat', (call) => call.holder === null)
  await scenes.world.clock.shift(30_100)
  expect(await visitor.call('the end', (call) => call.state === 'ended')).toMatchObject({ seconds: 0 })
})

// covers: S-interrupted
test('a lost side interrupts after 3 s and ends after 30 s @all', async () => {
  const { visitor, resident, visitorPerson } = await scenes.ring()
  resident.respond(true)
  await resident.call('connecting', (call) => call.state === 'connecting')
  await Promise.all([comesUp(resident), comesUp(visitor)])
  await resident.call('connected', (call) => call.state === 'connected')
  visitor.socket.cut()
  await resident.call('interrupted', (call) => call.state === 'interrupted')
  visitor.socket = await visitorPerson.socket({ id: visitor.activityId })
  await resident.call('connected again', (call) => call.state === 'connected' && call.version > (resident.calls[2]?.version ?? 0))
  visitor.socket.cut()
  await eventually('interrupted again', () => resident.calls.at(-1)?.state === 'interrupted')
  await scenes.world.clock.shift(30_100)
  const ended = await resident.call('the end', (call) => call.state === 'ended')
  expect(ended.seconds).toBeLessThan(20)
})

// covers: S-late-call S-answer-message
test('a Message answer becomes a call when the visitor joins', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  resident.respond(true, 'message')
  await visitor.socket.next('call_response', (frame) => frame.communicationType === 'message')
  resident.respond(true, 'video')
  await visitor.call('the offer', (call) => call.state === 'offered')
  await visitor.socket.next('call_response', (frame) => frame.accepted && frame.communicationType === 'video')
  visitor.joinCall()
  await resident.call('connecting', (call) => call.state === 'connecting')
  await Promise.all([comesUp(resident), comesUp(visitor)])
  await resident.call('connected', (call) => call.state === 'connected')
  expect((await activityOf(owner, id))?.outcome).toBe('answered_message')
})

// covers: S-message-end client.call_response call_not_there
test('after a Message answer either side ends the conversation', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  resident.respond(true, 'message')
  await visitor.socket.next('call_response', (frame) => frame.communicationType === 'message')
  const other = new Party(await (await owner.anotherDevice()).socket(), id)
  other.respond(false)
  expect(await other.socket.next('error')).toMatchObject({ code: 'answered_elsewhere' })
  const ends = () => visitor.socket.all('call_response').filter(({ accepted }) => !accepted)
  expect(ends()).toEqual([])
  for (const [count, party] of [resident, visitor].entries()) {
    party.respond(false)
    await eventually('the end', () => ends().length === count + 1)
    expect(ends().at(-1)).toMatchObject({ communicationType: 'message', message: 'Call Ended', reasonCode: 'ended' })
  }
  expect((await activityOf(owner, id))?.outcome).toBe('answered_message')
})

// covers: S-late-call client.join_call
test('a missed ring can be called back only while its page is open', async () => {
  const { visitor, resident, visitorPerson } = await scenes.ring()
  await scenes.world.clock.shift(46_000)
  await visitor.socket.next('call_response', (frame) => frame.reasonCode === 'missed')
  resident.respond(true, 'audio')
  expect(await visitor.call('the offer', (call) => call.state === 'offered')).toMatchObject({ kind: 'audio' })
  visitor.respond(false)
  await resident.call('the refusal', (call) => call.state === 'ended')
  visitor.joinCall()
  expect(await visitor.socket.next('error')).toMatchObject({ code: 'call_not_there', about: 'join_call' })
  visitor.socket.cut()
  await eventually('the page to be gone', async () => (await scenes.world.redis.scard(`call:there:visit:${visitor.activityId}`)) === 0)
  resident.respond(true, 'audio')
  expect(await resident.socket.next('error')).toMatchObject({ code: 'call_not_there' })
  expect(visitorPerson).toBeDefined()
})

// covers: S-resume-visitor
test('registering replays what a party missed', async () => {
  const { visitor, resident, visitorPerson, owner, id } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  const again = new Party(await visitorPerson.socket({ id }), id)
  await again.call('connecting', (call) => call.state === 'connecting')
  resident.respond(false)
  await again.call('the end', (call) => call.state === 'ended')
  const late = new Party(await visitorPerson.socket({ id }), id)
  await late.call('the end', (call) => call.state === 'ended')
  const home = new Party(await owner.socket(), id)
  await home.call('the end', (call) => call.state === 'ended')
})
