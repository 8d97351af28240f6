/** One picture at a time, so that a flood of photos takes neither the ring's processor nor its memory. */

const WAITING_MAX = 200

export type PhotoQueue = {
  /** @returns false when too many wait already */
  add(activityId: number): boolean
  /** Resolves when the one under way is done; the rest waits on disk. */
  stop(): Promise<void>
}

/** @param failed is told of a picture that could not be read */
export function createPhotoQueue(
  develop: (activityId: number) => Promise<void>,
  failed: (activityId: number, error: unknown) => void,
): PhotoQueue {
  const waiting = new Set<number>()
  let running: Promise<void> | undefined
  let stopped = false
  const run = async () => {
    for (const activityId of waiting) {
      if (stopped) return
      waiting.delete(activityId)
      await develop(activityId).catch((error: unknown) => failed(activityId, error))
    }
  }
  return {
    add: (activityId) => {
      if (waiting.has(activityId)) return true
      if (waiting.size >= WAITING_MAX) return false
      waiting.add(activityId)
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
