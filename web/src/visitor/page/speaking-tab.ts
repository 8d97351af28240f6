/**
 * Of a visitor's tabs in one call only one sends. It holds a lock (Web Locks API); the others wait for the lock, and so detect immediately
 * that the tab was closed: the server has to wait until its transports are silent.
 */
export type SpeakingTab = {
  /** The role of this tab in the call. */
  readonly set: (role: TabRole, activityId: number) => void
}
export type TabRole = 'none' | 'speaks' | 'listens'

/** A tab that was reloaded has returned by then. */
const RELOAD = 4_000

const reloaded = () => new Promise<void>((resolve) => setTimeout(resolve, RELOAD))

/** @param onFree no tab of this browser sends any more @param back resolves when a reloaded tab must have returned */
export function createSpeakingTab(locks: LockManager | undefined, onFree: () => void, back = reloaded): SpeakingTab {
  let now = ''
  let leave: (() => void) | undefined

  async function hold(name: string, signal: AbortSignal): Promise<void> {
    const left = new Promise((resolve) => signal.addEventListener('abort', resolve))
    // Shared: a tab that takes over gets the lock before the other has released it.
    await locks?.request(name, { mode: 'shared', signal }, () => left)
  }

  async function listen(name: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await locks?.request(name, { mode: 'exclusive', signal }, () => undefined)
      await back()
      const { held } = (await locks?.query()) ?? {}
      if (!signal.aborted && held && !held.some((lock) => lock.name === name)) return onFree()
    }
  }

  return {
    set: (role, activityId) => {
      if (now === `${role} ${activityId}`) return
      now = `${role} ${activityId}`
      leave?.()
      const leaving = new AbortController()
      leave = () => leaving.abort()
      const name = `visitor-call ${activityId}`
      // A request that is aborted is rejected.
      if (locks && role !== 'none') void (role === 'speaks' ? hold : listen)(name, leaving.signal).catch(() => undefined)
    },
  }
}
