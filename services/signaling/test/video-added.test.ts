/** An audio call becomes a video call, by the page that has it and by no other (record 0070). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { Party } from './party.ts'
import { Scenes } from './scenes.ts'

const pages: Party[] = []
let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.leaves()))
})
afterAll(() => scenes?.stop())

/** A connected audio call of one page, and another window of its session. */
async function inAudioCall() {
  const scene = await scenes.ring()
  const { owner, visitor, id } = scene
  await visitor.socket.next('call_prepare')
  const [page, window] = [new Party(await owner.socket(), id, 'page'), new Party(await owner.socket(), id, 'window')]
  pages.push(page, window)
  page.respond(true, 'audio')
  await page.call('connecting', (call) => call.state === 'connecting')
  for (const party of [page, visitor]) {
    await party.ask({ op: 'join', mode: 'call' })
    await party.ask({ op: 'permission', state: 'asking' })
  }
  await visitor.call('connected', (call) => call.state === 'connected' && call.kind === 'audio')
  return { ...scene, page, window }
}
const isVideo = ({ call }: { readonly call: { readonly kind: string; readonly state: string } }) =>
  call.kind === 'video' && call.state === 'connected'
const recordedKind = async (activityId: number) => (await scenes.world.rpc('doorbell.ring_facts', { activityId })).call?.kind
const storedKind = async (id: number) => JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}').kind

// covers: S-video-added
test('the page of an audio call makes it a video call on every screen, once', async () => {
  const { page, window, visitor, owner, id } = await inAudioCall()
  const before = visitor.calls.at(-1)
  page.respond(true, 'video')
  for (const party of [page, window, visitor]) await party.socket.next('call_state', isVideo)
  expect(visitor.calls.at(-1)).toMatchObject({ epoch: before?.epoch, connectedAt: before?.connectedAt })
  await eventually('the row to follow', async () => (await recordedKind(id)) === 'video')
  expect((await owner.activities())[0]).toMatchObject({ id, outcome: 'answered_audio' })

  const seen = page.calls.length
  const [repeated, others] = [page.calls.at(-1), visitor.calls.length]
  page.respond(true, 'video')
  await eventually('the reply', () => page.calls.length > seen)
  page.respond(true, 'audio')
  await eventually('another reply', () => page.calls.length > seen + 1)
  expect(page.calls.at(-1)).toEqual({ ...repeated, version: expect.any(Number) })
  expect(visitor.calls).toHaveLength(others)
})

test('another window, another device and the visitor leave an audio call as it is', async () => {
  const { page, window, visitor, owner, id } = await inAudioCall()
  const device = new Party(await (await owner.anotherDevice()).socket(), id)
  pages.push(device)
  const replies = window.calls.length
  window.respond(true, 'video')
  await eventually('the state', () => window.calls.length > replies)
  device.respond(true, 'video')
  expect(await device.socket.next('error')).toMatchObject({ code: 'answered_elsewhere' })
  visitor.respond(true, 'video')
  expect(await visitor.socket.next('error')).toMatchObject({ code: 'call_not_there' })
  for (const { calls } of [page, window, visitor, device]) expect(calls.filter(({ kind }) => kind === 'video')).toEqual([])
  expect(await storedKind(id)).toBe('audio')
})

test('a call that Redis has lost is a video call again', async () => {
  const { page, id } = await inAudioCall()
  page.respond(true, 'video')
  await eventually('the row to follow', async () => (await recordedKind(id)) === 'video')
  const { node, epoch } = JSON.parse((await scenes.world.redis.get(`call:${id}`)) ?? '{}')
  await scenes.world.redis.del(`call:${id}`)
  expect(await page.ask({ op: 'join', mode: 'call' })).toMatchObject({ kind: 'video' })
  // Nobody knows its former room: the node would close it after two minutes, and later files wait for free rooms.
  await scenes.world.rpc('sfu.close_room', { room: `${id}.${epoch}` }, {}, { node })
})

test('a device that took an audio call over adds video to it', async () => {
  const { visitor, resident, owner, id } = await scenes.ring()
  const device = new Party(await (await owner.anotherDevice()).socket(), id, 'other')
  pages.push(device)
  resident.respond(true, 'audio')
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await scenes.world.clock.shift(15_100)
  await device.call('a free seat', (call) => call.holder === null)
  device.joinCall()
  await device.ask({ op: 'join', mode: 'call' })
  device.respond(true, 'video')
  await visitor.call('video', (call) => call.kind === 'video')
  expect(device.socket.all('error')).toEqual([])
})
