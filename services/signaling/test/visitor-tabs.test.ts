/** A visitor with several tabs: each is a peer, and one of them sends (record 0031). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import type { MediaSource } from '#proto/frames/media.ts'
import { VISITOR_PEERS } from '#proto/limits.ts'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { rtpParameters } from '#scripts/testing/media/rtp-parameters.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, Party } from './party.ts'
import { type Scene, Scenes } from './scenes.ts'

/** The tabs of the running test. */
const tabs: Party[] = []
let scenes: Awaited<ReturnType<typeof Scenes.shared>>
beforeAll(async () => {
  scenes = await Scenes.shared()
})
afterEach(async () => {
  await Promise.all(tabs.splice(0).map((tab) => tab.leaves()))
})
afterAll(() => scenes?.stop())

const SOURCES: readonly MediaSource[] = ['microphone', 'camera']
async function tabOf({ visitorPerson, id }: Scene, peerId: string): Promise<Party> {
  const tab = new Party(await visitorPerson.socket({ id }), id, peerId)
  tabs.push(tab)
  return tab
}
const isTold = (tab: Party, here: boolean) => tab.socket.next('media_event', ({ event }) => event.kind === 'sending' && event.here === here)

/** Joins while it rings, as a page does. @returns whether the tab sends, its transports and its consumers */
async function prepare(tab: Party, takeOver = false) {
  const { sends, kept, send, receive, routerRtpCapabilities } = await tab.ask({ op: 'join', mode: 'prepare', takeOver })
  const { consumers } = await tab.ask({ op: 'receive', rtpCapabilities: routerRtpCapabilities })
  return {
    sends,
    kept,
    transports: [send.id, receive.id],
    consumers: consumers.map(({ source, producerPaused }) => [source, producerPaused]),
  }
}

const answered = async ({ resident, visitor }: Scene) => {
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
}

// covers: S-two-tabs
test('two tabs have their own transports and the same placeholders', async () => {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const [one, two] = [await tabOf(scene, 'one'), await tabOf(scene, 'two')]
  const first = await prepare(one)
  const second = await prepare(two)
  expect(first).toMatchObject({ sends: true, kept: false })
  expect(second).toMatchObject({ sends: true, kept: false })
  await isTold(one, false)
  expect(new Set([...first.transports, ...second.transports]).size).toBe(4)
  expect(first.consumers).toEqual([
    ['microphone', true],
    ['camera', true],
  ])
  expect(second.consumers).toEqual(first.consumers)
  for (const [tab, [transportId]] of [
    [one, first.transports],
    [two, second.transports],
  ] as const)
    expect(await tab.ask({ op: 'restart_ice', transportId: transportId ?? '' })).toHaveProperty('iceParameters')
  await expect(one.ask({ op: 'restart_ice', transportId: second.transports[0] ?? '' })).rejects.toThrow('call_moved')
})

// covers: S-two-tabs
test('a tab with its camera on sends until another one takes over', async () => {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const [one, two] = [await tabOf(scene, 'one'), await tabOf(scene, 'two')]
  expect((await prepare(one)).sends).toBe(true)
  await one.ask({ op: 'permission', state: 'granted' })
  expect((await prepare(two)).sends).toBe(false)
  const { send } = await two.ask({ op: 'join', mode: 'prepare' })
  const sound = {
    op: 'produce',
    transportId: send.id,
    source: 'microphone',
    rtpParameters: rtpParameters('microphone'),
    paused: true,
  } as const
  await expect(two.ask(sound)).rejects.toThrow('seat_taken')
  expect((await prepare(two, true)).sends).toBe(true)
  await isTold(one, false)
  expect((await prepare(one)).sends).toBe(false)
})

// covers: S-two-tabs
test('concurrent take-overs leave one tab that sends', async () => {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const three = await Promise.all(['one', 'two', 'three'].map((name) => tabOf(scene, name)))
  await Promise.all(three.map((tab) => prepare(tab, true)))
  const sending = await Promise.all(three.map(async (tab) => (await prepare(tab)).sends))
  expect(sending.filter(Boolean)).toHaveLength(1)
})

test('joins at once fail in no way of the server, and the answer gets through', async () => {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const tab = await tabOf(scene, 'one')
  const joins = Promise.all(
    Array.from({ length: 50 }, () =>
      tab.ask({ op: 'join', mode: 'prepare', fresh: true, takeOver: true }).then(
        () => 'joined',
        (error: Error) => error.message,
      ),
    ),
  )
  await answered(scene)
  const outcomes = new Set(await joins)
  expect([...outcomes].filter((outcome) => !['joined', 'call_moved', 'limited', 'seat_taken'].includes(outcome))).toEqual([])
})

// covers: S-two-tabs S-rejoin
test('a reloaded tab sends again while another one is open', async () => {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const [one, two] = [await tabOf(scene, 'one'), await tabOf(scene, 'two')]
  await prepare(one)
  await one.ask({ op: 'permission', state: 'granted' })
  await prepare(two)
  one.socket.cut()
  await eventually('its place to be free', async () => {
    const { devices } = JSON.parse((await scenes.world.redis.get(`call:${scene.id}`)) ?? '{}')
    return devices[`v:${scene.id}:one`] === undefined
  })
  const reloaded = await tabOf(scene, 'one-reloaded')
  expect((await prepare(reloaded)).sends).toBe(true)
  expect((await prepare(two)).sends).toBe(false)
})

// covers: S-two-tabs
test('a fourth tab is refused until another one is closed', async () => {
  const scene = await scenes.ring()
  await scene.visitor.socket.next('call_prepare')
  const five = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((name) => tabOf(scene, name)))
  const joins = await Promise.all(
    five.map((tab) =>
      prepare(tab).then(
        () => 'joined',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(joins.toSorted()).toEqual(['calls_full', 'calls_full', ...Array.from({ length: VISITOR_PEERS }, () => 'joined')])
  const [refused, alsoRefused] = five.filter((_, index) => joins[index] === 'calls_full')
  const joined = five.find((_, index) => joins[index] === 'joined')
  if (!refused || !alsoRefused || !joined) throw new Error('not refused')
  await answered(scene)
  await expect(refused.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  await joined.leaves()
  await eventually('the place to be free', () =>
    refused.ask({ op: 'join', mode: 'call' }).then(
      () => true,
      () => false,
    ),
  )
  await expect(alsoRefused.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
})

// covers: S-two-tabs
test('a call goes on in the other tab when the one that sends is closed @all', async () => {
  const browser = await MediaBrowser.launch()
  try {
    const scene = await scenes.ring()
    const { resident, visitor, visitorPerson } = scene
    await visitor.socket.next('call_prepare')
    visitor.socket.cut()
    const [one, two] = [await tabOf(scene, 'one'), await tabOf(scene, 'two')]
    const home = await resident.opensPage(browser)
    resident.respond(true)
    await one.call('connecting', (call) => call.state === 'connecting')
    await home.join('call', true)
    await home.produce(SOURCES)
    const first = await one.opensPage(browser)
    await first.join('call', true)
    await first.produce(SOURCES)
    const second = await two.opensPage(browser)
    await second.join('call', true)
    await resident.call('connected', (call) => call.state === 'connected')
    await bothSeeAndHear({ visitor: one, resident })
    await eventually('the resident in the second tab', async () => (await second.counters()).framesDecoded > 5)
    await expect(second.produce(['camera'])).rejects.toThrow('seat_taken')

    await one.leaves()
    await isTold(two, true)
    await second.produce(SOURCES)
    await bothSeeAndHear({ visitor: two, resident })
    expect(resident.calls.some((call) => call.visitorAway || call.state === 'interrupted')).toBe(false)

    await two.leaves()
    await resident.call('the visitor to be away', (call) => call.visitorAway)
    expect(await visitorPerson.visit(scene.id)).toMatchObject({ outcome: 'answered_video' })
    resident.respond(false)
    await resident.call('the end', (call) => call.state === 'ended')
  } finally {
    await browser.close()
  }
})
