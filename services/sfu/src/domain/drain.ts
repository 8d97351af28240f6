/**
 * How a node leaves: it takes no new room and waits for its calls. Those that are left at the limit are handed over: signaling opens each
 * on another node, the pages join there, and until then this node still carries their media.
 */
import { setTimeout } from 'node:timers/promises'

const POLL_MS = 100
/** Signaling opens a room elsewhere and closes the one here within milliseconds; it takes none where no other node takes calls. */
const TAKEN_WITHIN_MS = 2_000
/** A page joins the next room within a second; a slow one has this long. */
const LEFT_WITHIN_MS = 5_000

/** The longest time of `drainRooms` after its limit. Milliseconds. */
export const HAND_OVER_MS = TAKEN_WITHIN_MS + LEFT_WITHIN_MS

export interface DrainingNode {
  readonly rooms: number
  /** Rooms that signaling has closed after a hand-over, and in which a page is still connected. */
  readonly takenRooms: number
  /** From now on it opens no further room. */
  refuseRooms(): void
  /** Asks signaling to open the calls of all rooms on another node. */
  handOver(): void
  /** Closes the taken rooms that every page has left. */
  closeLeftRooms(): void
  /** Reports the rooms that no other node has taken as lost. */
  abandon(): void
}

/**
 * @param drainMs how long it waits for its calls to end
 * @returns whether every call has ended or moved; if not, those that are left are reported as lost
 */
export async function drainRooms(node: DrainingNode, drainMs: number): Promise<boolean> {
  if (await until(() => node.rooms === 0, drainMs)) return true
  node.handOver()
  const closing = (isDone: () => boolean) => () => {
    node.closeLeftRooms()
    return isDone()
  }
  await until(
    closing(() => node.rooms === node.takenRooms),
    TAKEN_WITHIN_MS,
  )
  await until(
    closing(() => node.takenRooms === 0),
    LEFT_WITHIN_MS,
  )
  if (node.rooms === node.takenRooms) return true
  node.abandon()
  return false
}

/** @returns whether it was done within `ms` */
async function until(isDone: () => boolean, ms: number): Promise<boolean> {
  const end = performance.now() + ms
  while (!isDone()) {
    if (performance.now() >= end) return false
    await setTimeout(POLL_MS)
  }
  return true
}
