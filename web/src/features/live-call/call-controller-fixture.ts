/** The controller of a call with a server, an outbox and sessions that tests steer. */
import type { Activity, CallView } from '#proto/entities.ts'
import type { ClientFrame } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { createApi } from '../../core/api.ts'
import type { CallSession, CallSessionDeps } from '../../core/media/call-session.ts'
import { INITIAL_MEDIA, type MediaState } from '../../core/media/media-state.ts'
import type { Intent, LostHandler } from '../../core/outbox.ts'
import { createAccountCache, createQueryClient } from '../../core/query-cache.ts'
import { allRoutes } from '../../core/routes.static.ts'
import { createServerClock } from '../../core/server-clock.ts'
import { createStore } from '../../core/store.ts'
import { aCall } from '../../core/testing/call-view.ts'
import { fakeConnection } from '../../core/testing/fake-connection.ts'
import { createCallController } from './call-controller.ts'
import type { CallCode } from './call-sessions.ts'
import { createLiveStore } from './live-store.ts'
import type { CallNotice } from './notice.ts'

export const RING = 7
export const NOW = '2026-11-21T10:00:00.000Z'
const ownCall = (fields: Partial<CallView> = {}): CallView =>
  aCall({ activityId: RING, state: 'connected', holder: { session: 'own', device: 'Laptop' }, ...fields })

export const callState = (fields: Partial<CallView>): ServerFrame => ({
  type: 'call_state',
  activityId: RING,
  call: ownCall(fields),
  now: NOW,
})

/** The call code with sessions that touch no device. */
function createCallCode() {
  const opened: number[] = []
  const closed: number[] = []
  /** The calls of the sessions' video methods, and the reports of joins whose call is an audio call. */
  const video: string[] = []
  const missed: (() => void)[] = []
  const camera = { isAllowed: true }
  const create = ({ activityId, videoMissed }: CallSessionDeps) => {
    opened.push(activityId)
    if (videoMissed) missed.push(videoMissed)
    const state = createStore<MediaState>(INITIAL_MEDIA)
    const enter = (phase: MediaState['phase']) => async () => state.set({ ...INITIAL_MEDIA, phase })
    const session: Pick<CallSession, 'state' | 'prepare' | 'start' | 'close' | 'addVideo' | 'becomeVideo'> = {
      state,
      prepare: enter('prepared'),
      start: enter('live'),
      close: () => void closed.push(activityId),
      addVideo: async () => {
        video.push('asked')
        return camera.isAllowed
      },
      becomeVideo: () => void video.push('became'),
    }
    // The controller uses no more of it; the rest is for views.
    return session as CallSession
  }
  const code: CallCode = { CallSession: { create } }
  return { opened, closed, video, missed, camera, code }
}

export const answered = (activity: Activity) => async () => new Response(JSON.stringify(activity))
export const refused = (code: string) => async () => new Response(JSON.stringify({ code, message: 'No.' }), { status: 409 })

/** @param claim the server's answer to a claim @param loaded when the call code has arrived */
export function openController(claim: () => Promise<Response> = refused('internal'), loaded: Promise<void> = Promise.resolve()) {
  const sent: ClientFrame[] = []
  const { connection, receive, subscriptions } = fakeConnection((frame) => sent.push(frame) > 0)
  const { code, ...sessions } = createCallCode()
  const intents: Intent[] = []
  const lost: LostHandler[] = []
  const notices: CallNotice[] = []
  const stored = new Map<string, string>()
  const store = createLiveStore()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const controller = createCallController({
    api: createApi({ routes: allRoutes, clock: createServerClock(), fetch: claim }),
    cache: createAccountCache(createQueryClient(storage), storage),
    connection,
    outbox: {
      pending: createStore<readonly Intent[]>([]),
      send: (intent) => void intents.push(intent),
      onLost: (handler) => {
        lost.push(handler)
        return () => {}
      },
      clear: () => {},
      close: () => {},
    },
    sounds: { unlock: () => {} },
    store,
    storage,
    locks: undefined,
    loadCallCode: async () => {
      await loaded
      return code
    },
    notify: (notice) => notices.push(notice),
  })
  const stop = controller.start()
  const lose: LostHandler = (...lossOf) => lost[0]?.(...lossOf)
  return { controller, store, stop, sent, receive, subscriptions, ...sessions, intents, lose, notices }
}
