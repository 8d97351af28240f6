// @all: one more limit, which fills many calls
/** One owner has few rooms at a time, so that the others find one (ROOMS). */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { ROOMS } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Scene, Scenes } from './scenes.ts'

let scenes: Awaited<ReturnType<typeof Scenes.shared>>
let owner: Resident
beforeAll(async () => {
  scenes = await Scenes.shared()
  owner = await scenes.world.resident({ premium: true })
})
afterEach(() => scenes.clear())
afterAll(() => scenes?.stop())

async function answered(): Promise<Scene> {
  const scene = await scenes.ring({ owner })
  scene.resident.respond(true)
  await scene.visitor.call('connecting', (call) => call.state === 'connecting')
  return scene
}

/** A call without media: both sides have refused their devices. */
async function connected(): Promise<Scene> {
  const scene = await answered()
  for (const side of [scene.resident, scene.visitor]) {
    await side.ask({ op: 'join', mode: 'call' })
    await side.ask({ op: 'permission', state: 'refused' })
  }
  await scene.resident.call('connected', (call) => call.state === 'connected')
  return scene
}

const join = ({ resident }: Scene) => resident.ask({ op: 'join', mode: 'call' })

// covers: calls_full
test('an owner with as many calls as one may gets no more rooms', async () => {
  const calls = await Promise.all(Array.from({ length: ROOMS.inCall }, () => connected()))
  const [first] = calls
  const next = await answered()
  await expect(join(next)).rejects.toThrow('calls_full')
  await expect(next.visitor.ask({ op: 'join', mode: 'call' })).rejects.toThrow('calls_full')
  const neighbour = await scenes.ring()
  neighbour.resident.respond(true)
  await neighbour.visitor.call('connecting', (call) => call.state === 'connecting')
  await join(neighbour)

  first?.resident.respond(false)
  await first?.visitor.call('the end', (call) => call.state === 'ended')
  await join(next)
})

test('a call whose room stood by gives it up over the limit', async () => {
  const standing = await scenes.ring({ owner })
  await standing.visitor.socket.next('call_prepare')
  for (const side of [standing.visitor, standing.resident]) await side.ask({ op: 'join', mode: 'prepare' })
  await Promise.all(Array.from({ length: ROOMS.inCall }, () => connected()))
  standing.resident.respond(true)
  await eventually('its room to be given up', async () => {
    const { node, stage } = JSON.parse((await scenes.world.redis.get(`call:${standing.id}`)) ?? '{}')
    return stage === 'connecting' && node === null
  })
  await expect(join(standing)).rejects.toThrow('calls_full')
})
