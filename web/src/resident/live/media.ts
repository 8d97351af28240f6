/** The one media session of this page. The call code is fetched when a ring of a premium owner begins, or at the press. */
import type { CallSession } from '../../core/media/call-session.ts'
import { INITIAL_MEDIA } from '../../core/media/media-state.ts'
import { createStore } from '../../core/store.ts'
import { connection } from '../services.ts'

type Held = { readonly activityId: number; readonly session: CallSession }

/** What the views attach their elements to; never in the redux store. */
export const heldSession = createStore<Held | undefined>(undefined)

/** What a view shows while there is no session. */
export const idleMedia = createStore(INITIAL_MEDIA)

/**
 * Which call this very tab was in: survives a reload, and tells it from another tab of the same session, which must not pull the call
 * over to itself. While it is open, a lock (Web Locks API) tells the browser's other tabs that somebody sits there.
 */
const SEAT = 'call-seat'
const lockOf = (activityId: number) => `${SEAT} ${activityId}`
let letGo: (() => void) | undefined

export const hadSeat = (activityId: number) => sessionStorage.getItem(SEAT) === String(activityId)

export function takeSeat(activityId: number): void {
  letGo?.()
  sessionStorage.setItem(SEAT, String(activityId))
  const left = new Promise<void>((resolve) => {
    letGo = resolve
  })
  // Shared: a tab that takes over sits down before the other has heard of it.
  void navigator.locks?.request(lockOf(activityId), { mode: 'shared' }, () => left)
}

/** The end of an older call, which is told again after a reload, takes no other call's seat. */
export function leaveSeat(activityId: number): void {
  if (!hadSeat(activityId)) return
  sessionStorage.removeItem(SEAT)
  letGo?.()
  letGo = undefined
}

/** @returns whether no tab of this browser is in the call: the one that was has been closed. A browser without locks cannot tell, and says no. */
export async function isSeatFree(activityId: number): Promise<boolean> {
  const { held } = (await navigator.locks?.query()) ?? {}
  return held !== undefined && !held.some(({ name }) => name === lockOf(activityId))
}

/** Fetches the call code ahead, so that a press opens the devices at once. */
export const fetchCallCode = () => import('../../core/media/call-session.ts')

/** @returns this activity's session; another one's ends first. */
export async function sessionFor(activityId: number): Promise<CallSession> {
  const { CallSession } = await fetchCallCode()
  const held = heldSession.get()
  if (held?.activityId === activityId) return held.session
  closeSession()
  const session = CallSession.create({ connection, activityId, side: 'resident' })
  heldSession.set({ activityId, session })
  return session
}

/** A session that is preparing, joining or live; one that rests (ended, taken over elsewhere) is in nobody's way. */
export function isBusy(): boolean {
  const phase = heldSession.get()?.session.state.get().phase
  return phase !== undefined && phase !== 'ended' && phase !== 'elsewhere' && phase !== 'failed'
}

/** Stops every track before anything else happens. */
export function closeSession(activityId?: number): void {
  const held = heldSession.get()
  if (!held || (activityId !== undefined && held.activityId !== activityId)) return
  heldSession.set(undefined)
  held.session.close()
}
