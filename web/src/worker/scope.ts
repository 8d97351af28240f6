/** The part of a service worker's global scope that ours uses: TypeScript has either a page's globals or a worker's. */

type Waiting = Event & { readonly waitUntil: (work: Promise<unknown>) => void }
export type FetchEvent = Waiting & {
  readonly request: Request
  /** The page that requests it; '' for a page's own address. */
  readonly clientId: string
  /** The page that a page's own address makes. */
  readonly resultingClientId: string
  readonly respondWith: (response: Promise<Response>) => void
}
export type PushEvent = Waiting & {
  readonly data: { readonly json: () => unknown } | null
  /** Only in browsers with declarative push: the notification that the browser shows if the worker shows none. */
  readonly notification?: Notification | null
}
type NotificationEvent = Waiting & { readonly notification: Notification; readonly action: string }
type MessageEvent = Waiting & { readonly data: unknown }

export type Window = {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  readonly focus: () => Promise<unknown>
  readonly postMessage: (message: unknown) => void
}

type Events = {
  readonly install: Waiting
  readonly activate: Waiting
  readonly fetch: FetchEvent
  readonly message: MessageEvent
  readonly push: PushEvent
  readonly notificationclick: NotificationEvent
  readonly notificationclose: NotificationEvent
  readonly pushsubscriptionchange: Waiting
}

export type Scope = {
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  readonly navigator: Pick<Navigator, 'userAgent'>
  readonly clients: {
    readonly claim: () => Promise<void>
    readonly get: (id: string) => Promise<Window | undefined>
    readonly matchAll: (options: { readonly type: 'window'; readonly includeUncontrolled: true }) => Promise<readonly Window[]>
    readonly openWindow: (url: string) => Promise<unknown>
  }
  readonly caches: CacheStorage
  readonly Notification: { readonly prototype: object }
  readonly fetch: typeof fetch
  readonly skipWaiting: () => Promise<void>
  readonly addEventListener: <T extends keyof Events>(type: T, listener: (event: Events[T]) => unknown) => void
}
