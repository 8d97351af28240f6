/** A node's announcement in Redis, renewed every second: signaling places calls by it and treats a missing renewal as a dead node. */
import type { Clock } from '#kit/clock.ts'
import type { MediaEngine } from './media.ts'

export type Announcement = {
  readonly id: string
  readonly rooms: number
  readonly maxRooms: number
  readonly draining: boolean
  /** The media worker is still being built: calls are not available yet, messages are. */
  readonly preparing: boolean
  /** ffmpeg is there. */
  readonly records: boolean
  readonly at: number
}

export interface NodeRegistry {
  announce(node: Announcement): Promise<void>
  forget(id: string): Promise<void>
}

export type NodeFacts = {
  readonly id: string
  readonly maxRooms: number
  readonly engine: MediaEngine & { readonly records: boolean }
  readonly clock: Clock
}

export function announcement({ id, maxRooms, engine, clock }: NodeFacts, draining: boolean): Announcement {
  return { id, rooms: engine.rooms, maxRooms, draining, preparing: engine.preparing, records: engine.records, at: clock.now().getTime() }
}
