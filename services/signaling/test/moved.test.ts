import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { subjects } from '#proto/subjects.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { Party } from './party.ts'
import { Scenes } from './scenes.ts'

let scenes: Scenes
beforeAll(async () => {
  scenes = await Scenes.start()
}, 240_000)
afterAll(() => scenes?.stop())

test('a device that speaks of transports it has not joined with is told to join again, and then may [X-call-moved]', async () => {
  const { resident, visitor } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await expect(resident.ask({ op: 'receive', rtpCapabilities: {} })).rejects.toThrow('call_moved')
  const { epoch } = await resident.ask({ op: 'join', mode: 'call' })
  expect(epoch).toBe(visitor.calls.at(-1)?.epoch)
  await resident.ask({ op: 'permission', state: 'asking' })
  const transportId = 'of the place before'
  await expect(resident.ask({ op: 'restart_ice', transportId })).rejects.toThrow('call_moved')
  await expect(resident.ask({ op: 'connect_transport', transportId, dtlsParameters: {} })).rejects.toThrow('call_moved')
  const sound = { op: 'produce', transportId, source: 'microphone', rtpParameters: {}, paused: false } as const
  await expect(resident.ask(sound)).rejects.toThrow('call_moved')
})

test('a tab that another tab of its session has taken the call from steers nothing of it [X-call-moved]', async () => {
  const { resident, visitor, owner, id } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  await resident.ask({ op: 'join', mode: 'call' })
  const tab = new Party(await owner.socket(), id)
  const { send } = await tab.ask({ op: 'join', mode: 'call', fresh: true })
  // Transports that are there, and not this tab's.
  await expect(resident.ask({ op: 'restart_ice', transportId: send.id })).rejects.toThrow('call_moved')
  expect(await tab.ask({ op: 'restart_ice', transportId: send.id })).toHaveProperty('iceParameters')
  await tab.leaves()
})

/** Stops the media worker, so that a join waits at its node. @returns what lets it go on */
function holdWorker(): () => void {
  const workers = childrenOf(scenes.world.part('sfu').pid ?? 0)
  const signal = (name: NodeJS.Signals) => {
    for (const worker of workers) process.kill(worker, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

test('a join during which the call moves is refused: its transports are those of the place before [X-call-moved]', async () => {
  const { resident, visitor, id } = await scenes.ring()
  const { redis, bus } = scenes.world
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  const { epoch } = await resident.ask({ op: 'join', mode: 'call' })
  const [node] = await scenes.nodes()
  const joins: unknown[] = []
  const tap = bus.connection.subscribe(subjects.node('sfu.join', node?.id ?? ''), {
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
    // As another copy of signaling writes it.
    const stored = JSON.parse((await redis.get(`call:${id}`)) ?? '{}')
    await redis.set(`call:${id}`, JSON.stringify({ ...stored, epoch: epoch + 1 }), 'KEEPTTL')
    letGo()
    expect(await join).toBe('call_moved')
  } finally {
    letGo()
    tap.unsubscribe()
  }
})

test('a call runs on when its owner loses premium and gives the door a new code, and ends as any other [S-call-runs-on]', async () => {
  const { resident, visitor, owner, id } = await scenes.ring()
  resident.respond(true)
  await visitor.call('connecting', (call) => call.state === 'connecting')
  for (const party of [resident, visitor]) {
    await party.ask({ op: 'join', mode: 'call' })
    await party.ask({ op: 'permission', state: 'asking' })
  }
  const { version } = await resident.call('connected', (call) => call.state === 'connected')
  await scenes.world.rpc('billing.revoke_grant', { userId: owner.user.id, by: 'test' })
  const [door] = await owner.call('doorbell.doors', {})
  await owner.call('doorbell.rotate_door', { id: door?.id ?? 0, graceHours: 0 })
  await resident.ask({ op: 'join', mode: 'call' })
  expect(visitor.calls.filter((call) => call.version > version && call.state !== 'connected')).toEqual([])
  resident.respond(false)
  await visitor.call('the end', (call) => call.state === 'ended')
  expect((await owner.activities()).find((activity) => activity.id === id)).toMatchObject({ outcome: 'answered_video' })
})
