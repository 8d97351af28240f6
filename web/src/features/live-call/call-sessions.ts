/** The one media session of this page. The call code is loaded when a premium resident's doorbell rings, or at the press. */
import type { CallSession } from '../../core/media/call-session.ts'
import { INITIAL_MEDIA } from '../../core/media/media-state.ts'
import { createStore } from '../../core/store.ts'
import { connection } from '../../resident/services.ts'

type ActiveSession = { readonly activityId: number; readonly session: CallSession }

/** The session that the views attach their elements to; never in the redux store. */
export const activeSession = createStore<ActiveSession | undefined>(undefined)

/** The media state without a session. */
export const idleMedia = createStore(INITIAL_MEDIA)

/**
 * The call of this tab, in sessionStorage: it survives a reload, and distinguishes this tab from others of the same session, which must
 * not take the call. While the tab is open, a lock (Web Locks API) shows the browser's other tabs that it holds the call.
 */
const STORAGE_KEY = 'call-seat'
const lockName = (activityId: number) => `${STORAGE_KEY} ${activityId}`
let releaseLock: (() => void) | undefined

export const wasInCall = (activityId: number) => sessionStorage.getItem(STORAGE_KEY) === String(activityId)

export function markInCall(activityId: number): void {
  releaseLock?.()
  sessionStorage.setItem(STORAGE_KEY, String(activityId))
  const released = new Promise<void>((resolve) => {
    releaseLock = resolve
  })
  // Shared: a tab that takes over gets the lock before the other has released it.
  void navigator.locks?.request(lockName(activityId), { mode: 'shared' }, () => released)
}

/** Ignores other calls: after a reload the end of an older call is replayed. */
export function unmarkInCall(activityId: number): void {
  if (!wasInCall(activityId)) return
  sessionStorage.removeItem(STORAGE_KEY)
  releaseLock?.()
  releaseLock = undefined
}

/** @returns whether no tab of this browser is in the call, so the one that was has been closed. False without the Web Locks API. */
export async function isHolderGone(activityId: number): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {}
  return held !== undefined && !held.some(({ name }) => name === lockName(activityId))
}

/** Preloads the call code, so that a press opens the devices at once. */
export const fetchCallCode = () => import('../../core/media/call-session.ts')

/** @returns this activity's session; closes another activity's first. */
export async function sessionFor(activityId: number): Promise<CallSession> {
  const { CallSession } = await fetchCallCode()
  const active = activeSession.get()
  if (active?.activityId === activityId) return active.session
  closeSession()
  const session = CallSession.create({ connection, activityId, side: 'resident' })
  activeSession.set({ activityId, session })
  return session
}

/** Whether the session is preparing, joining or live. An ended or taken-over one may be replaced. */
export function isBusy(): boolean {
  const phase = activeSession.get()?.session.state.get().phase
  return phase !== undefined && phase !== 'ended' && phase !== 'elsewhere' && phase !== 'failed'
}

/** Stops every track at once. */
export function closeSession(activityId?: number): void {
  const active = activeSession.get()
  if (!active || (activityId !== undefined && active.activityId !== activityId)) return
  activeSession.set(undefined)
  active.session.close()
}
