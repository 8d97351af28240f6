/**
 * Processes one photo at a time, so that many photos do not take CPU and memory from rings. Addresses take turns, so that many photos
 * from one address delay another's by one photo at most.
 */

const WAITING_MAX = 200
const WAITING_MAX_PER_ADDRESS = 40

export type PhotoQueue = {
  /** Photos that are waiting. */
  readonly waiting: number
  /** @param address the sender's; empty where it is unknown @returns false when too many wait already */
  add(activityId: number, address: string): boolean
  /** Resolves when the current photo is done; the waiting ones stay in the file store. */
  stop(): Promise<void>
}

/** @param onError called for each photo that could not be read */
export function createPhotoQueue(
  processPhoto: (activityId: number) => Promise<void>,
  onError: (activityId: number, error: unknown) => void,
): PhotoQueue {
  const waiting = new Set<number>()
  /** Addresses in the order of their turns. */
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
      await processPhoto(activityId).catch((error: unknown) => onError(activityId, error))
    }
  }
  return {
    get waiting() {
      return waiting.size
    },
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
