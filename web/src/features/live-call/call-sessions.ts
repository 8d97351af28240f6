/** The one media session of this page, and this tab's lock on its call. The call code is loaded when a ring may become a call. */
import type { CallKind } from '#proto/entities.ts'
import type { CallSession, CallSessionDeps } from '../../core/media/call-session.ts'
import { isPageVisible, onVisibilityChange } from '../../core/page-events.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore, type Store } from '../../core/store.ts'
import type { TabLock } from './tab-lock.ts'

type ActiveSession = { readonly activityId: number; readonly session: CallSession }

export type CallSessions = {
  /** The session that the views attach their elements to; never in the redux store. */
  readonly active: Store<ActiveSession | undefined>
  /** Loads the call code, so that a press opens the devices immediately. */
  readonly preload: () => Promise<unknown>
  /** Prepares the media of a ringing call, once this page is visible. */
  readonly prepare: (activityId: number) => void
  /** Nothing is left to prepare: the ring is answered or over. */
  readonly cancelPrepare: (activityId: number) => void
  /**
   * Opens the devices and joins; errors are in the session's state and have their panels.
   * @param takeOver from another page of this browser, by a press
   */
  readonly join: (activityId: number, kind: CallKind, takeOver?: boolean) => Promise<void>
  /** This activity's session. */
  readonly of: (activityId: number) => CallSession | undefined
  /** Stops every track immediately. Without an id it closes any session. */
  readonly close: (activityId?: number) => void
  /** Closes the session and gives up this tab's lock. */
  readonly leave: (activityId: number) => void
  /** Prepares waiting media when the page becomes visible. @returns the stop function */
  readonly start: () => () => void
}

/** The part of `core/media/call-session.ts` that the controller uses. */
export type CallCode = { readonly CallSession: { readonly create: (deps: CallSessionDeps) => CallSession } }
type Deps = {
  readonly connection: Connection
  readonly tabLock: TabLock
  readonly loadCallCode: () => Promise<CallCode>
  /** After a join the server's call is an audio call, although this page has added its video. */
  readonly videoMissed: (activityId: number) => void
}

export function createCallSessions({ connection, tabLock, loadCallCode, videoMissed }: Deps): CallSessions {
  const active = createStore<ActiveSession | undefined>(undefined)
  /** The ring whose media this page prepares, once it is visible and the call code is loaded. */
  let wanted: number | undefined

  const of = (activityId: number) => {
    const current = active.get()
    return current?.activityId === activityId ? current.session : undefined
  }
  function close(activityId?: number): void {
    const current = active.get()
    if (!current || (activityId !== undefined && current.activityId !== activityId)) return
    active.set(undefined)
    current.session.close()
  }
  /** @returns this activity's session; closes another activity's first. */
  async function open(activityId: number): Promise<CallSession> {
    const { CallSession } = await loadCallCode()
    const current = of(activityId)
    if (current) return current
    close()
    const session = CallSession.create({ connection, activityId, side: 'resident', videoMissed: () => videoMissed(activityId) })
    active.set({ activityId, session })
    return session
  }
  /** Not while a session is preparing, joining or live. An ended or taken-over one may be replaced, and a released one prepares again. */
  function mayPrepare(activityId: number): boolean {
    const current = active.get()
    if (!current) return true
    const { phase } = current.session.state.get()
    if (phase === 'idle') return current.activityId === activityId
    return phase === 'ended' || phase === 'elsewhere' || phase === 'failed'
  }
  /** Only a visible page prepares media: the user answers in one that they see. */
  async function prepareWanted(): Promise<void> {
    const activityId = wanted
    if (activityId === undefined || !isPageVisible()) return
    await loadCallCode()
    // The ring may be over by now, or this page in a call, which keeps its session; further rings are not prepared.
    if (wanted !== activityId) return
    wanted = undefined
    if (mayPrepare(activityId)) await (await open(activityId)).prepare()
  }
  /** Without the call code the press loads it again. */
  const startPreparing = () => void prepareWanted().catch(() => undefined)
  return {
    active,
    preload: loadCallCode,
    prepare: (activityId) => {
      wanted = activityId
      startPreparing()
    },
    cancelPrepare: (activityId) => {
      if (wanted === activityId) wanted = undefined
    },
    join: async (activityId, kind, takeOver = false) => {
      wanted = undefined
      tabLock.take(activityId)
      // A prepared session starts within the press itself, so that devices are requested before the page renders.
      const session = of(activityId) ?? (await open(activityId))
      await session.start(kind, { takeOver })
    },
    of,
    close,
    leave: (activityId) => {
      close(activityId)
      tabLock.release(activityId)
    },
    start: () => {
      const unsubscribe = onVisibilityChange(startPreparing)
      return () => {
        unsubscribe()
        wanted = undefined
        close()
      }
    },
  }
}
