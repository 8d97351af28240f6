/** Creates the dependencies of the resident's app, once. */
import { createApi } from '../core/api.ts'
import { createArming } from '../core/arming.ts'
import { createChats } from '../core/chats.ts'
import { createDesktop } from '../core/desktop.ts'
import { createDeviceRecord } from '../core/device-record.ts'
import { createOutbox } from '../core/outbox.ts'
import { createAppWorker } from '../core/push/app-worker.ts'
import { createPush } from '../core/push/push.ts'
import { prefetchActivities } from '../core/queries/activities.ts'
import { prefetchUser } from '../core/queries/user.ts'
import { createAccountCache, createQueryClient, onSignedOut } from '../core/query-cache.ts'
import { allRoutes } from '../core/routes.static.ts'
import { createServerClock } from '../core/server-clock.ts'
import type { LastSession, Services } from '../core/services.ts'
import { createConnection } from '../core/socket.ts'
import { createSounds } from '../core/sounds.ts'
import { type KeyValues, openStorage } from '../core/storage.ts'
import { createStore } from '../core/store.ts'
import { hasUserRecord } from '../core/user-record.ts'
import { createWallRecord } from '../core/wall-record.ts'
import { type CallController, createCallController } from '../features/live-call/call-controller.ts'
import { toastOf } from '../features/live-call/call-toasts.ts'
import { createLiveStore, type LiveStore } from '../features/live-call/live-store.ts'
import { createKeptEdits, type KeptEditsStore } from '../features/settings/use-profile-edits.ts'
import { createToasts, type Toasts } from '../ui/toasts.tsx'
import { createTopLayer, type TopLayer } from '../ui/top-layer.ts'
import { createConditionalFetch } from './conditional-fetch.ts'
import { createRouter } from './routes.tsx'

export type ResidentApp = {
  readonly services: Services
  readonly liveStore: LiveStore
  readonly callController: CallController
  readonly topLayer: TopLayer
  readonly toasts: Toasts
  readonly keptEdits: KeptEditsStore
  readonly router: ReturnType<typeof createRouter>
}

type Stores = { readonly ofBrowser: KeyValues; readonly ofTab: KeyValues }

function createServices({ ofBrowser, ofTab }: Stores): Services {
  const clock = createServerClock()
  const connection = createConnection({ clock })
  const queryClient = createQueryClient(ofBrowser)
  const api = createApi({ routes: allRoutes, clock, fetch: createConditionalFetch() })
  const worker = createAppWorker({ container: navigator.serviceWorker, caches: globalThis.caches, reload: () => location.reload() })
  const desktop = createDesktop(worker)
  onSignedOut(queryClient, () => void desktop.closeAll().catch(() => undefined))
  const sounds = createSounds()
  return {
    api,
    clock,
    connection,
    queryClient,
    outbox: createOutbox({ connection, storage: ofTab }),
    sounds,
    arming: createArming(sounds),
    desktop,
    worker,
    push: createPush({ api, worker, desktop, storage: ofBrowser, language: () => document.documentElement.lang }),
    cache: createAccountCache(queryClient, ofBrowser),
    wallRecord: createWallRecord(ofBrowser),
    deviceRecord: createDeviceRecord(ofBrowser),
    chats: createChats({ side: 'resident', connection, api, clock, storage: ofTab }),
    lastSession: createStore<LastSession>(hasUserRecord(ofBrowser) ? 'ended_elsewhere' : 'none'),
  }
}

/** By this browser's record, before the server has answered. */
const isSignedIn = ({ lastSession }: Services) => lastSession.get() === 'ended_elsewhere'

export function createResidentApp(): ResidentApp {
  const ofTab = openStorage(() => sessionStorage)
  const services = createServices({ ofBrowser: openStorage(() => localStorage), ofTab })
  void prefetchUser(services)
  if (isSignedIn(services) && location.pathname.startsWith('/rings/')) void prefetchActivities(services)
  const liveStore = createLiveStore()
  const toasts = createToasts()
  const callController = createCallController({
    ...services,
    store: liveStore,
    storage: ofTab,
    locks: navigator.locks,
    loadCallCode: () => import('../core/media/call-session.ts'),
    notify: (notice) => toasts.show(toastOf(notice)),
  })
  return {
    services,
    liveStore,
    callController,
    toasts,
    topLayer: createTopLayer(),
    keptEdits: createKeptEdits(),
    router: createRouter(),
  }
}
