// @all: several nodes and copies
/** Several nodes and several signaling copies at once. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { subjects } from '#proto/subjects.ts'
import { MediaBrowser } from '#scripts/testing/media/media-page.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { bothSeeAndHear, Party } from './party.ts'
import { Scenes } from './scenes.ts'

let scenes: Scenes
beforeAll(async () => {
  scenes = await Scenes.start()
})
afterEach(() => scenes.clear())
afterAll(() => scenes?.stop())

test('three devices stand by at most, and a fourth can still answer', async () => {
  const { owner, visitor, resident, id } = await scenes.ring()
  await Promise.all([visitor, resident].map((party) => party.socket.next('call_prepare')))
  const more = await Promise.all(['phone', 'tablet', 'desk'].map(async () => new Party(await (await owner.anotherDevice()).socket(), id)))
  const devices = [resident, ...more]
  await visitor.ask({ op: 'join', mode: 'prepare' })
  const joins = await Promise.all(
    devices.map((device) =>
      device.ask({ op: 'join', mode: 'prepare' }).then(
        () => 'stands by',
        (error: Error) => error.message,
      ),
    ),
  )
  expect(joins.toSorted()).toEqual(['calls_full', 'stands by', 'stands by', 'stands by'])
  const cold = devices[joins.indexOf('calls_full')]
  const warm = devices.filter((device) => device !== cold)
  if (!cold) throw new Error('no device went cold')

  cold.respond(true)
  await cold.call('connecting', (call) => call.state === 'connecting')
  await Promise.all(warm.map((device) => device.socket.next('media_event', (frame) => frame.event.kind === 'released')))
  expect(await cold.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: false })
  await expect(warm[0]?.ask({ op: 'join', mode: 'call' })).rejects.toThrow('seat_taken')
  expect(await visitor.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: true })
  for (const device of more) await device.leaves()
})

test('a standby device that leaves makes room for the next', async () => {
  const { owner, visitor, resident, id } = await scenes.ring()
  await visitor.socket.next('call_prepare')
  const more = await Promise.all([1, 2, 3].map(async () => new Party(await (await owner.anotherDevice()).socket(), id)))
  const last = more[2]
  for (const device of [resident, ...more.slice(0, 2)]) await device.ask({ op: 'join', mode: 'prepare' })
  await expect(last?.ask({ op: 'join', mode: 'prepare' })).rejects.toThrow('calls_full')
  await resident.ask({ op: 'leave' })
  expect(await last?.ask({ op: 'join', mode: 'prepare' })).toMatchObject({ kept: false })
  for (const device of more) await device.leaves()
})

// covers: S-first-wins
test('the tab that joined the call keeps it against the other tab', async () => {
  const { owner, visitor, resident, id } = await scenes.ring()
  await visitor.socket.next('call_prepare')
  const tab = new Party(await owner.socket(), id)
  const { send } = await resident.ask({ op: 'join', mode: 'prepare' })
  expect(await tab.ask({ op: 'join', mode: 'prepare', fresh: true })).toMatchObject({ kept: false })
  await resident.socket.next('media_event', (frame) => frame.event.kind === 'released')
  await expect(resident.ask({ op: 'restart_ice', transportId: send.id })).rejects.toThrow('call_moved')

  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await resident.ask({ op: 'join', mode: 'call', fresh: true })
  await tab.socket.next('media_event', (frame) => frame.event.kind === 'released')
  await tab.ask({ op: 'leave' })
  expect(await resident.ask({ op: 'join', mode: 'call' })).toMatchObject({ kept: true })
  expect(resident.socket.all('media_event').filter(({ event }) => event.kind === 'released')).toHaveLength(1)
  await tab.leaves()
})

test('rings are spread over two nodes', async () => {
  const second = await scenes.world.another('sfu')
  await eventually('two nodes', async () => (await scenes.nodes()).filter((node) => !node.preparing).length === 2)
  const roomsOf = async () => (await scenes.nodes()).map((node) => node.rooms).toSorted()
  const announced = (wanted: number) =>
    eventually(`${wanted} rooms to be announced`, async () => (await roomsOf()).reduce((sum, rooms) => sum + rooms, 0) === wanted, 30_000)
  await announced(0)
  for (let rings = 1; rings <= 4; rings += 1) {
    await scenes.ring()
    await announced(rings)
  }
  expect(Math.min(...(await roomsOf()))).toBeGreaterThanOrEqual(2)
  await second.process.end('SIGKILL')
})

test('a node that just died is tried once, then skipped', async () => {
  const { redis } = scenes.world
  await scenes.ring()
  await eventually('its room to be announced', async () => (await scenes.nodes()).some((node) => node.rooms > 0))
  const [living] = await scenes.nodes()
  await redis.set('sfu:node:dead', JSON.stringify({ ...living, id: 'dead', rooms: 0 }))
  await redis.sadd('sfu:nodes', 'dead')
  const { visitor } = await scenes.ring()
  expect(await visitor.ask({ op: 'join', mode: 'prepare' })).toMatchObject({ kept: false })
})

test('one signaling copy answers what another one prepared', async () => {
  const browser = await MediaBrowser.launch()
  try {
    const scene = await scenes.ring()
    const { visitor, resident } = scene
    await Promise.all([visitor, resident].map((party) => party.socket.next('call_prepare')))
    for (const party of [visitor, resident]) {
      const page = await party.opensPage(browser)
      await page.join('prepare')
      await page.produce(['microphone', 'camera'])
    }
    await scenes.world.another('signaling')
    await scenes.world.kill('signaling', 'SIGTERM')
    resident.respond(true)
    await resident.call('connecting', (call) => call.state === 'connecting')
    expect(await resident.page?.join('call')).toMatchObject({ kept: true })
    await resident.call('connected', (call) => call.state === 'connected')
    expect(await visitor.page?.join('call')).toMatchObject({ kept: true })
    await bothSeeAndHear(scene)
    visitor.respond(false)
    await resident.call('the end', (call) => call.state === 'ended')
  } finally {
    await browser.close()
  }
})

// Must be last: the room of the replaced epoch stays on its node for two minutes.

/** Suspends the media worker, so that a join waits at its node. @returns a function that resumes it */
function holdWorker(): () => void {
  const workers = childrenOf(scenes.world.service('sfu').pid ?? 0)
  const signal = (name: NodeJS.Signals) => {
    for (const worker of workers) process.kill(worker, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

// covers: call_moved
test('a join is refused when the call moves during it', async () => {
  const { resident, visitor, id } = await scenes.ring()
  const { redis, bus } = scenes.world
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  const { epoch } = await resident.ask({ op: 'join', mode: 'call' })
  // The call's own node: the list may still contain one that an earlier test has ended.
  const { node } = JSON.parse((await redis.get(`call:${id}`)) ?? '{}')
  const joins: unknown[] = []
  const tap = bus.connection.subscribe(subjects.node('sfu.join', node), {
    callback: (_error, message) => {
      joins.push(message)
    },
  })
  await bus.flush()
  const letGo = holdWorker()
  try {
    const join = resident.ask({ op: 'join', mode: 'call', fresh: true }).then(
      () => 'joined',
      (error: Error) => error.message,
    )
    await eventually('the join to reach its node', () => joins.length === 1)
    // As another signaling copy would write it.
    const stored = JSON.parse((await redis.get(`call:${id}`)) ?? '{}')
    await redis.set(`call:${id}`, JSON.stringify({ ...stored, epoch: epoch + 1 }), 'KEEPTTL')
    letGo()
    expect(await join).toBe('call_moved')
  } finally {
    letGo()
    tap.unsubscribe()
  }
})
