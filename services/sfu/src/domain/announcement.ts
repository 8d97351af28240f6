/** A node's announcement in Redis, renewed every 300 ms: signaling places calls by it and treats a missing renewal as a dead node. */
import type { Clock } from '#kit/clock.ts'
import type { MediaEngine } from './media.ts'

/** Signaling treats a node as lost after four missed announcements (its domain/media/seen-nodes.ts). */
export const ANNOUNCE_EVERY_MS = 300

export type Announcement = {
  readonly id: string
  /** Milliseconds from one announcement to the next; a node of another release may have another interval. */
  readonly everyMs: number
  readonly rooms: number
  /** Of the workers that run now. */
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
  readonly engine: Pick<MediaEngine, 'rooms' | 'preparing'> & { readonly maxRooms: number; readonly records: boolean }
  readonly clock: Clock
}

export function announcement({ id, engine, clock }: NodeFacts, draining: boolean): Announcement {
  const { rooms, maxRooms, preparing, records } = engine
  return { id, everyMs: ANNOUNCE_EVERY_MS, rooms, maxRooms, draining, preparing, records, at: clock.now().getTime() }
}
