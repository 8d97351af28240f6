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
}, 240_000)
afterEach(() => scenes.clear(), 30_000)
afterAll(async () => {
  await browser?.close()
  await scenes?.stop()
}, 30_000)

/** A part that was killed starts again; on a busy machine that takes a while, and is not what is measured here. */
const RESTART = 30_000

/** Both join and send; whoever reads a higher epoch joins anew by itself, as our pages do. */
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

test('prepared while it rings, nothing flows; the answer alone makes both see and hear each other, and each is told when the other’s camera goes off [F-media]', async () => {
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
  await resident.call('connected', (call) => call.state === 'connected')
  expect(await resident.page?.join('call')).toMatchObject({ kept: true })
  await bothSeeAndHear(scene)
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
}, 120_000)

test('a killed worker moves the call: a higher epoch, the same timer, media back in five seconds [S-moved]', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  const { visitor, resident } = scene
  const before = visitor.calls.at(-1)
  const at = performance.now()
  for (const worker of childrenOf(scenes.world.part('sfu').pid ?? 0)) process.kill(worker, 'SIGKILL')
  await Promise.all([visitor, resident].map((party) => followsMove(party, before?.epoch ?? 0)))
  await resident.call('connected again', (call) => call.state === 'connected' && call.epoch > (before?.epoch ?? 0))
  expect(performance.now() - at).toBeLessThan(5_000)
  await bothSeeAndHear(scene)
  expect(visitor.calls.at(-1)?.connectedAt).toBe(before?.connectedAt)
  visitor.respond(false)
}, 120_000)

test('a killed node moves the call to the next one [S-moved]', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  const epoch = scene.visitor.calls.at(-1)?.epoch ?? 0
  await scenes.world.kill('sfu')
  await Promise.all([scene.visitor, scene.resident].map((party) => followsMove(party, epoch)))
  await scene.resident.call('connected again', (call) => call.state === 'connected' && call.epoch > epoch, RESTART)
  await bothSeeAndHear(scene)
  scene.visitor.respond(false)
}, 120_000)

test('an emptied Redis does not end the call: it goes on where it is, and ends as any other', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  await scenes.world.redis.flushall()
  await eventually('the call to be there again', () => scenes.world.redis.exists(`call:${scene.id}`), 8_000)
  await bothSeeAndHear(scene)
  await eventually(
    'connected',
    async () => JSON.parse((await scenes.world.redis.get(`call:${scene.id}`)) ?? '{}').stage === 'connected',
    8_000,
  )
  scene.resident.respond(false)
  await scene.visitor.call('the end', (call) => call.state === 'ended')
}, 120_000)

test('a killed signaling is not noticed in the media, and the call still ends', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  await scenes.world.kill('signaling')
  await scenes.world.running('signaling')
  await bothSeeAndHear(scene)
  await eventually('the end', async () => {
    scene.visitor.respond(false)
    return scene.resident.calls.at(-1)?.state === 'ended'
  })
}, 120_000)

test("the same side on another page takes over, and the older page's media is released [S-rejoin]", async () => {
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
}, 120_000)

test('a vanished page interrupts the call', async () => {
  const scene = await scenes.ring()
  await inCall(scene)
  await scene.visitor.page?.close()
  await scene.resident.call('interrupted', (call) => call.state === 'interrupted', 10_000)
  await scenes.world.clock.shift(30_100)
  await scene.resident.call('the end', (call) => call.state === 'ended')
}, 120_000)
