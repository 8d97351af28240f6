/** The whole house, and rings at it with both sides at their sockets. */
import type { Resident, Visitor } from '#scripts/testing/people.ts'
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

export class Scenes {
  readonly world: Stack
  readonly #parties: Party[] = []
  readonly #visits: { readonly visitor: Visitor; readonly id: number }[] = []

  private constructor(world: Stack) {
    this.world = world
  }

  static async start(options?: StackOptions): Promise<Scenes> {
    const scenes = new Scenes(await startStack(options))
    await scenes.callsReady()
    return scenes
  }

  async callsReady(): Promise<void> {
    await eventually('calls to be ready', async () => (await this.nodes()).some((node) => !node.preparing), 30_000)
  }

  /** What the sfu nodes say of themselves. */
  async nodes(): Promise<NodeWord[]> {
    const { redis } = this.world
    const ids = await redis.smembers('sfu:nodes')
    const texts = await Promise.all(ids.map((id) => redis.get(`sfu:node:${id}`)))
    return texts.flatMap((text) => (text ? [JSON.parse(text) as NodeWord] : []))
  }

  /** A ring at a new door, or at an owner's. */
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

  /** Everybody goes home: pages cost the machine more than the call does. No ring stays that holds a room. */
  async clear(): Promise<void> {
    const gone = this.#visits
      .splice(0)
      .map(({ visitor, id }) => visitor.http(`/api/doorbell/visits/${id}/cancel`, { method: 'POST', body: {} }))
    await Promise.allSettled(gone)
    await Promise.all(this.#parties.splice(0).map((party) => party.leaves()))
  }

  async stop(): Promise<void> {
    await this.clear()
    await this.world.stop()
  }
}
