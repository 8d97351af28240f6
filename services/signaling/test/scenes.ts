/** The whole product, and rings with both sides connected. */
import type { Resident, Visitor } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { type Stack, type StackOptions, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { Party } from './party.ts'

export type Scene = {
  readonly visitorPerson: Visitor
  readonly owner: Resident
  readonly visitor: Party
  readonly resident: Party
  readonly id: number
}
export type NodeWord = { readonly id: string; readonly rooms: number; readonly preparing: boolean }

/** Milliseconds of the machine's time. */
const SHIFT_EVERY = 3_000

export class Scenes<W extends Stack | SharedClockStack = Stack> {
  readonly world: W
  readonly #parties: Party[] = []
  readonly #visits: { readonly visitor: Visitor; readonly id: number }[] = []

  private constructor(world: W) {
    this.world = world
  }

  static async start(options?: StackOptions): Promise<Scenes> {
    const scenes = new Scenes(await startStack(options))
    await scenes.callsReady()
    return scenes
  }

  /** Uses the shared product, once the rings and calls of earlier test files have released their rooms. */
  static async shared(): Promise<Scenes<SharedClockStack>> {
    const world = await sharedClockStack()
    const scenes = new Scenes(world)
    await scenes.callsReady()
    await earlierRoomsFree(scenes)
    return scenes
  }

  async callsReady(): Promise<void> {
    await eventually('calls to be ready', async () => (await this.nodes()).some((node) => !node.preparing), 30_000)
  }

  /** The announcements of the sfu nodes. */
  async nodes(): Promise<NodeWord[]> {
    const { redis } = this.world
    const ids = await redis.smembers('sfu:nodes')
    const texts = await Promise.all(ids.map((id) => redis.get(`sfu:node:${id}`)))
    return texts.flatMap((text) => (text ? [JSON.parse(text) as NodeWord] : []))
  }

  /** Rings at a new door or at the given owner's. */
  async ring({ premium = true, owner }: { premium?: boolean; owner?: Resident } = {}): Promise<Scene> {
    const resident = owner ?? (await this.world.resident({ premium }))
    const residentSocket = await resident.socket()
    const visitorPerson = this.world.visitor()
    const visit = await visitorPerson.ring(resident)
    const socket = await visitorPerson.socket(visit)
    const scene = {
      visitorPerson,
      owner: resident,
      visitor: new Party(socket, visit.id),
      resident: new Party(residentSocket, visit.id),
      id: visit.id,
    }
    this.#parties.push(scene.visitor, scene.resident)
    this.#visits.push({ visitor: visitorPerson, id: visit.id })
    return scene
  }

  /** Closes all pages and ends all rings, because pages are expensive and rings occupy rooms. */
  async clear(): Promise<void> {
    const gone = this.#visits
      .splice(0)
      .map(({ visitor, id }) => visitor.http(`/api/doorbell/visits/${id}/cancel`, { method: 'POST', body: {} }))
    await Promise.allSettled(gone)
    await Promise.all(this.#parties.splice(0).map((party) => party.leaves()))
  }

  async stop(): Promise<void> {
    await this.clear()
    await ('stop' in this.world ? this.world.stop() : this.world.close())
  }
}

/** Each shift starts the jobs of every service, so the next one waits for their work and for the node's announcement of it. */
async function earlierRoomsFree(scenes: Scenes<SharedClockStack>): Promise<void> {
  const { clock, redis } = scenes.world
  let shifted = Number.NEGATIVE_INFINITY
  await eventually('the rooms of earlier files to be free', async () => {
    const nodes = await scenes.nodes()
    if (nodes.every(({ rooms }) => rooms === 0)) return true
    if (performance.now() - shifted > SHIFT_EVERY) {
      await clock.shift(60_000)
      shifted = performance.now()
    }
    throw new Error(`nodes ${JSON.stringify(nodes)}, calls ${(await redis.keys('call:*')).join(' ')}`)
  })
}
