/**
 * Pushes to this browser: its permission, its subscription, and the server's record of both. Asks for permission only in a
 * press; what is allowed already is renewed at each load (docs/product/decisions.md, 33).
 */
import { isLanguage } from '#proto/languages.ts'
import type { Api } from '../api.ts'
import { isApiError } from '../api-error.ts'
import type { Desktop } from '../desktop.ts'
import type { KeyValues } from '../storage.ts'
import { createStore, type Store } from '../store.ts'
import type { AppWorker } from './app-worker.ts'
import { inputOf, subscribe } from './subscription.ts'

/**
 * `unsupported`: this browser has no pushes; `ask`: permission was not requested; `refused`: the browser allows none; `off`: allowed,
 * and turned off here; `failed`: allowed, but there is no subscription (`problem`).
 */
export type PushState = {
  readonly name: 'unsupported' | 'ask' | 'refused' | 'off' | 'starting' | 'on' | 'failed'
  readonly problem?: PushProblem
}
/** `service`: the browser could not subscribe; `endpoint`: this server may not send to its push service; `full`: too many devices. */
export type PushProblem = 'service' | 'endpoint' | 'full' | 'server'

/** Before the first ring, or later. */
export type Dismissed = 'never' | 'before_ring' | 'after_ring'

export type Push = {
  readonly state: Store<PushState>
  /** At each load of a signed-in page. */
  readonly renew: () => Promise<void>
  /** Asks for permission if necessary: only in the handler of a press. */
  readonly turnOn: () => Promise<void>
  readonly turnOff: () => Promise<void>
  /** When this browser's offer of pushes was dismissed. */
  readonly dismissed: Store<Dismissed>
  readonly dismiss: (when: Exclude<Dismissed, 'never'>) => void
  /** Ends the subscription, so that the next account of this browser gets no pushes of this one. Not awaited. */
  readonly signOut: () => void
}

type Deps = {
  readonly api: Api
  readonly worker: AppWorker
  readonly desktop: Pick<Desktop, 'permission' | 'ask'>
  readonly storage: KeyValues
  /** Of the page. */
  readonly language: () => string
  /** Whether this browser has pushes. */
  readonly isSupported?: () => boolean
}

/** `off` in a browser that allows notifications, and whose resident has turned them off. */
const STORAGE_KEY = 'push'
const OFF = 'off'
const DISMISSED_KEY = 'pushOffer'

const knowsPushes = () => 'PushManager' in globalThis && isSecureContext

function problemOf(error: unknown): PushProblem {
  if (isApiError(error, 'validation_failed')) return 'endpoint'
  if (isApiError(error, 'devices_full')) return 'full'
  return isApiError(error) ? 'server' : 'service'
}

export function createPush({ api, worker, desktop, storage, language, isSupported = knowsPushes }: Deps): Push {
  const isOff = () => storage.getItem(STORAGE_KEY) === OFF
  const found = (): PushState => {
    const permission = desktop.permission.get()
    if (permission === 'unsupported' || !isSupported()) return { name: 'unsupported' }
    if (permission === 'granted') return { name: isOff() ? 'off' : 'starting' }
    return { name: permission === 'denied' ? 'refused' : 'ask' }
  }
  const state = createStore<PushState>(found())
  const stored = storage.getItem(DISMISSED_KEY)
  const dismissed = createStore<Dismissed>(stored === 'before_ring' || stored === 'after_ring' ? stored : 'never')

  async function register(): Promise<void> {
    const manager = (await worker.start())?.pushManager
    if (!manager) throw new Error('no service worker')
    const { publicKey } = await api.call('notify.push_key', {})
    const subscription = await subscribe(manager, publicKey)
    const own = language()
    await api.call('notify.put_push', inputOf(subscription, publicKey, 'granted', isLanguage(own) ? own : undefined))
  }
  let renewing: Promise<void> | undefined
  async function renewOnce(): Promise<void> {
    state.set(found())
    if (state.get().name !== 'starting') return
    try {
      await register()
      // It may have been turned off meanwhile.
      if (state.get().name === 'starting') state.set({ name: 'on' })
    } catch (error) {
      state.set({ name: 'failed', problem: problemOf(error) })
    }
  }
  function renew(): Promise<void> {
    renewing ??= renewOnce().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  async function unsubscribe(): Promise<void> {
    const subscription = await (await worker.registration())?.pushManager.getSubscription()
    await subscription?.unsubscribe()
  }
  return {
    state,
    renew,
    dismissed,
    dismiss: (when) => {
      storage.setItem(DISMISSED_KEY, when)
      dismissed.set(when)
    },
    turnOn: async () => {
      storage.removeItem(STORAGE_KEY)
      await desktop.ask()
      await renew()
    },
    turnOff: async () => {
      storage.setItem(STORAGE_KEY, OFF)
      state.set(found())
      await Promise.all([api.call('notify.drop_push', {}), unsubscribe()]).catch(() => undefined)
    },
    signOut: () => void Promise.all([api.call('notify.drop_push', {}), unsubscribe()]).catch(() => undefined),
  }
}
