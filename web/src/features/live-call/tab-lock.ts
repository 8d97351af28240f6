import type { KeyValues } from '../../core/storage.ts'

/**
 * The call of this tab, in sessionStorage: it survives a reload, and distinguishes this tab from others of the same session, which must
 * not take the call. While the tab is open, a lock (Web Locks API) shows the browser's other tabs that it holds the call.
 */
export type TabLock = {
  /** Whether this tab is in the call, or was before a reload. */
  readonly holds: (activityId: number) => boolean
  readonly take: (activityId: number) => void
  /** Ignores other calls: after a reload the end of an older call is replayed. */
  readonly release: (activityId: number) => void
  /** @returns whether no tab of this browser is in the call, so the one that was has been closed. False where there are no locks. */
  readonly isFree: (activityId: number) => Promise<boolean>
}

const STORAGE_KEY = 'call-seat'
const lockName = (activityId: number) => `${STORAGE_KEY} ${activityId}`

export function createTabLock(storage: KeyValues, locks: LockManager | undefined): TabLock {
  let releaseLock: (() => void) | undefined
  const holds = (activityId: number) => storage.getItem(STORAGE_KEY) === String(activityId)
  return {
    holds,
    take: (activityId) => {
      releaseLock?.()
      storage.setItem(STORAGE_KEY, String(activityId))
      const released = new Promise<void>((resolve) => {
        releaseLock = resolve
      })
      // Shared: a tab that takes over gets the lock before the other has released it. Where locks are denied, as without them.
      void locks?.request(lockName(activityId), { mode: 'shared' }, () => released).catch(() => undefined)
    },
    release: (activityId) => {
      if (!holds(activityId)) return
      storage.removeItem(STORAGE_KEY)
      releaseLock?.()
      releaseLock = undefined
    },
    isFree: async (activityId) => {
      const { held } = (await locks?.query().catch(() => undefined)) ?? {}
      return held !== undefined && !held.some(({ name }) => name === lockName(activityId))
    },
  }
}
