/** Real media: two browser pages with fake devices, through gateway, signaling and sfu. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, Party } from './party.ts'
import { type Scene, Scenes } from './scenes.ts'

let scenes: Scenes
let browser: MediaBrowser
beforeAll(async () => {
  scenes = await Scenes.start({ supervised: true })
  browser = await MediaBrowser.launch()
})
afterEach(() => scenes.clear())
afterAll(async () => {
  await browser?.close()
  await scenes?.stop()
})

/** Time for a killed service to restart on a busy machine; not what is measured here. */
const RESTART = 30_000

/** Both sides join and send; each rejoins when it sees a higher epoch, as our pages do. */
async function inCall(scene: Scene): Promise<void> {
  await scenes.callsReady()
  const pages = await Promise.all([scene.resident, scene.visitor].map((party) => party.opensPage(browser)))
  scene.resident.respond(true)
  await scene.visitor.call('connecting', (call) => call.state === 'connecting')
  for (const page of pages) {
    await page.join('call', true)
    await page.produce(['microphone', 'camera'])
  }
  await scene.visitor.call('connected', (call) => call.state === 'connected')
  await bothSeeAndHear(scene)
}

async function followsMove(party: Party, epoch: number): Promise<void> {
  await party.call('a higher epoch', (call) => call.epoch > epoch)
  await eventually(
    'to have joined again',
    () =>
      party.page?.join('call', true).then(
        () => true,
        () => false,
      ),
    RESTART,
  )
  await party.page?.produce(['microphone', 'camera'])
}

// covers: client.media_request server.media_event server.media_reply
test('media flows only after the answer, and camera changes reach both', async () => {
  const scene = await scenes.ring()
  const { visitor, resident } = scene
  await Promise.all([visitor, resident].map((party) => party.socket.next('call_prepare')))
  for (const party of [visitor, resident]) {
    const page = await party.opensPage(browser)
    await page.join('prepare')
    await page.produce(['microphone', 'camera'])
  }
  await eventually('both to send', async () => ((await visitor.page?.counters())?.packetsOut ?? 0) > 20)
  expect(await visitor.page?.counters()).toMatchObject({ packetsIn: 0 })
  expect(await resident.page?.counters()).toMatchObject({ packetsIn: 0 })
  resident.respond(true)
  await bothSeeAndHear(scene)
  // Media flows immediately; the call counts once its page has joined it.
  expect(resident.calls.at(-1)).toMatchObject({ state: 'connecting', connectedAt: null })
  expect(await resident.page?.join('call')).toMatchObject({ kept: true })
  await resident.call('connected', (call) => call.state === 'connected')
  const { epoch } = resident.calls.at(-1) ?? {}
  for (const [paused, kind] of [
    [true, 'consumer_paused'],
    [false, 'consumer_resumed'],
  ] as const) {
    await visitor.page?.setPaused('camera', paused)
    expect(await resident.socket.next('media_event', ({ event }) => event.kind === kind)).toMatchObject({ activityId: scene.id, epoch })
  }
  resident.respond(false)
  await visitor.call('the end', (call) => call.state === 'ended')
})

test('a join right after the answer needs no retry', async () => {
  const { visitor, resident, id } = await scenes.ring()
  await Promise.all([visitor, resident].map((party) => party.socket.next('call_prepare')))
  const join = { type: 'media_request', activityId: id, request: { op: 'join', mode: 'call' } } as const
  resident.respond(true)
  resident.socket.send({ ...join, requestId: 'resident' })
  await visitor.socket.next('call_response')
  visitor.socket.send({ ...join, requestId: 'visitor' })
  for (const [party, requestId] of [
    [resident, 'resident'],
    [visitor, 'visitor'],
  ] as const)
    await eventually('the reply to the join', () =>
      party.socket.frames.find((frame) => 'requestId' in frame && frame.requestId === requestId && frame.type === 'media_reply'),
    )
})

// covers: S-moved
test('a killed worker moves the call, and media returns within five seconds @all', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  const { visitor, resident } = scene
  const before = visitor.calls.at(-1)
  const at = performance.now()
  for (const worker of childrenOf(scenes.world.service('sfu').pid ?? 0)) process.kill(worker, 'SIGKILL')
  await Promise.all([visitor, resident].map((party) => followsMove(party, before?.epoch ?? 0)))
  await resident.call('connected again', (call) => call.state === 'connected' && call.epoch > (before?.epoch ?? 0))
  expect(performance.now() - at).toBeLessThan(5_000)
  await bothSeeAndHear(scene)
  expect(visitor.calls.at(-1)?.connectedAt).toBe(before?.connectedAt)
  visitor.respond(false)
})

// covers: S-moved
test('a killed node moves the call to the next one @all', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  const epoch = scene.visitor.calls.at(-1)?.epoch ?? 0
  await scenes.world.kill('sfu')
  await Promise.all([scene.visitor, scene.resident].map((party) => followsMove(party, epoch)))
  await scene.resident.call('connected again', (call) => call.state === 'connected' && call.epoch > epoch, RESTART)
  await bothSeeAndHear(scene)
  scene.visitor.respond(false)
})

test('an emptied Redis does not end the call @all', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  const tab = new Party(await scene.visitorPerson.socket({ id: scene.id }), scene.id, 'second')
  expect(await tab.ask({ op: 'join', mode: 'call' })).toMatchObject({ sends: false })
  await scenes.world.redis.flushall()
  await eventually('the call to be there again', () => scenes.world.redis.exists(`call:${scene.id}`), 8_000)
  await bothSeeAndHear(scene)
  await eventually(
    'connected',
    async () => JSON.parse((await scenes.world.redis.get(`call:${scene.id}`)) ?? '{}').stage === 'connected',
    8_000,
  )
  // The node has named the tab that sends.
  expect(await tab.ask({ op: 'join', mode: 'call' })).toMatchObject({ sends: false })
  await bothSeeAndHear(scene)
  await tab.leaves()
  scene.resident.respond(false)
  await scene.visitor.call('the end', (call) => call.state === 'ended')
})

test('a killed signaling copy does not affect media or End @all', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  await scenes.world.kill('signaling')
  await scenes.world.running('signaling')
  await bothSeeAndHear(scene)
  await eventually('the end', async () => {
    scene.visitor.respond(false)
    return scene.resident.calls.at(-1)?.state === 'ended'
  })
})

// covers: S-rejoin
test('the same side on another page takes over the call @all', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  const second = new Party(await scene.visitorPerson.socket({ id: scene.id }), scene.id)
  const page = await second.opensPage(browser)
  await page.join('call', true)
  await page.produce(['camera', 'microphone'])
  await scene.visitor.socket.next('media_event', (frame) => frame.event.kind === 'released')
  await bothSeeAndHear({ visitor: second, resident: scene.resident })
  scene.resident.respond(false)
  await second.leaves()
})

test('a vanished page interrupts the call @all', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  await scene.visitor.page?.close()
  await scene.resident.call('interrupted', (call) => call.state === 'interrupted', 10_000)
  await scenes.world.clock.shift(30_100)
  await scene.resident.call('the end', (call) => call.state === 'ended')
})
