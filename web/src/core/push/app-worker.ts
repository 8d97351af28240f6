/**
 * The app's service worker as its page uses it: registered once a user is signed in; a new version waits until the user
 * accepts it. Insecure pages have none.
 */
import { onPageBack } from '../page-events.ts'
import { createStore, type Store } from '../store.ts'
import { openPresses } from './presses.ts'

/** What the page sends to a waiting worker. */
export const ACTIVATE = 'activate'
/** What the worker sends to a page: a notification was pressed. */
export type OpenMessage = { readonly type: 'open'; readonly path: string }

export type AppWorker = {
  /** Registers it, once. @returns its registration when it is active; undefined where none is possible */
  readonly start: () => Promise<ServiceWorkerRegistration | undefined>
  /** The one of an earlier load, without registering. */
  readonly registration: () => Promise<ServiceWorkerRegistration | undefined>
  /** A new version of the app is ready. */
  readonly hasUpdate: Store<boolean>
  /** Asks the server for a new version now. @returns false where no worker keeps the page */
  readonly look: () => Promise<boolean>
  /** Reloads the page, in the new version. */
  readonly update: () => void
  /** @returns the unsubscribe function */
  readonly onOpen: (handler: (path: string) => void) => () => void
  /** Whether a notification's action has opened this address; true once. */
  readonly takePress: (path: string) => Promise<boolean>
}

type Container = Pick<
  ServiceWorkerContainer,
  'register' | 'ready' | 'controller' | 'getRegistration' | 'addEventListener' | 'removeEventListener'
>
type Deps = {
  readonly container: Container | undefined
  readonly caches: CacheStorage | undefined
  readonly reload: () => void
  readonly steady?: () => number
}

const FILE = '/sw.js'
/** A page may be open for weeks; the browser itself checks only at each load, and once a day. */
const LOOK_AFTER = 3_600_000

export function createAppWorker({ container, caches, reload, steady = () => performance.now() }: Deps): AppWorker {
  const hasUpdate = createStore(false)
  let waiting: ServiceWorker | undefined
  let isAsked = false
  let started: Promise<ServiceWorkerRegistration | undefined> | undefined

  /** The first worker of a browser replaces no version: it does not wait. */
  function noteWaiting(worker: ServiceWorker | null, active: ServiceWorker | null): void {
    if (worker?.state !== 'installed' || !active) return
    waiting = worker
    hasUpdate.set(true)
  }
  function watch(registration: ServiceWorkerRegistration): void {
    noteWaiting(registration.waiting, registration.active)
    registration.addEventListener('updatefound', () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => noteWaiting(installing, registration.active))
    })
    let lookedAt = steady()
    onPageBack(() => {
      if (steady() - lookedAt < LOOK_AFTER) return
      lookedAt = steady()
      void registration.update().catch(() => undefined)
    })
  }
  async function register(): Promise<ServiceWorkerRegistration | undefined> {
    if (!container) return undefined
    container.addEventListener('controllerchange', () => {
      if (isAsked) reload()
    })
    try {
      watch(await container.register(FILE, { updateViaCache: 'none' }))
      return await container.ready
    } catch {
      // The browser stores nothing, as in some private windows, or the server is down: the app works without a worker.
      return undefined
    }
  }
  return {
    start: () => {
      started ??= register()
      return started
    },
    registration: async () => container?.getRegistration().catch(() => undefined),
    hasUpdate,
    look: async () => {
      const registration = await container?.getRegistration().catch(() => undefined)
      await registration?.update().catch(() => undefined)
      return registration !== undefined
    },
    update: () => {
      isAsked = true
      // Another page of this browser may have activated it already.
      if (waiting?.state === 'installed') waiting.postMessage(ACTIVATE)
      else reload()
    },
    onOpen: (handler) => {
      const onMessage = ({ data }: MessageEvent) => {
        if ((data as Partial<OpenMessage> | null)?.type === 'open') handler((data as OpenMessage).path)
      }
      container?.addEventListener('message', onMessage)
      return () => container?.removeEventListener('message', onMessage)
    },
    takePress: openPresses(caches).take,
  }
}
