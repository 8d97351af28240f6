/**
 * One picture at a time, so that a flood of photos takes neither the ring's processor nor its memory; and the addresses take turns, so that a flood
 * from one holds nobody else's photo longer than the picture under way.
 */

const WAITING_MAX = 200
const WAITING_MAX_PER_ADDRESS = 40

export type PhotoQueue = {
  /** @param address it was sent from; empty where that is not known any more @returns false when too many wait already */
  add(activityId: number, address: string): boolean
  /** Resolves when the one under way is done; the rest waits on disk. */
  stop(): Promise<void>
}

/** @param failed is told of a picture that could not be read */
export function createPhotoQueue(
  develop: (activityId: number) => Promise<void>,
  failed: (activityId: number, error: unknown) => void,
): PhotoQueue {
  const waiting = new Set<number>()
  /** In the order of their turns. */
  const byAddress = new Map<string, number[]>()
  let running: Promise<void> | undefined
  let stopped = false
  const take = (): number | undefined => {
    for (const [address, ids] of byAddress) {
      byAddress.delete(address)
      const [first, ...rest] = ids
      if (rest.length) byAddress.set(address, rest)
      if (first !== undefined) waiting.delete(first)
      return first
    }
    return undefined
  }
  const run = async () => {
    for (let next = take(); next !== undefined; next = stopped ? undefined : take()) {
      const activityId = next
      await develop(activityId).catch((error: unknown) => failed(activityId, error))
    }
  }
  return {
    add: (activityId, address) => {
      if (waiting.has(activityId)) return true
      const ids = byAddress.get(address) ?? []
      if (waiting.size >= WAITING_MAX || ids.length >= WAITING_MAX_PER_ADDRESS) return false
      waiting.add(activityId)
      byAddress.set(address, [...ids, activityId])
      running ??= run().finally(() => {
        running = undefined
      })
      return true
    },
    stop: async () => {
      stopped = true
      await running
    },
  }
}
