/** Replaces what browsers do for pushes: the permission prompt, the push service, and the delivery of a push. */
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import type { PushService, SubscriptionJson } from '#scripts/testing/push/push-service.ts'
import { eventually } from '#scripts/testing/wait.ts'

/** An init script: permission has not been asked for yet, and the prompt is left unanswered unless `__answer` is set. */
export function stubPermission(): void {
  if (typeof Notification === 'undefined') return
  const page = globalThis as typeof globalThis & { __answer?: NotificationPermission; __asked?: number }
  let permission: NotificationPermission = 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => {
    page.__asked = (page.__asked ?? 0) + 1
    permission = page.__answer ?? 'default'
    return permission
  }
}

/** How often the page has asked for permission. */
export const timesAsked = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as typeof globalThis & { __asked?: number }).__asked ?? 0)

/** Sets the answer to the next prompt. */
export const answerQuestion = (page: Page, answer: NotificationPermission): Promise<void> =>
  page.evaluate((given) => {
    Object.assign(globalThis, { __answer: given })
  }, answer)

/** The key of a server that has since been given new keys. */
const OTHER_KEY = `B${'A'.repeat(86)}`

/**
 * The test makes the subscriptions of this context, because Chromium would request them from Google's push service. They survive a reload,
 * as in a browser.
 * @returns all that were made, the newest last
 */
export async function stubSubscriptions(context: BrowserContext, push: PushService): Promise<SubscriptionJson[]> {
  const made: SubscriptionJson[] = []
  let current: { readonly json: SubscriptionJson; readonly key: string } | undefined
  await context.exposeFunction('__subscribe', (key: string) => {
    const json = push.createSubscription(key)
    made.push(json)
    current = { json, key }
    return current
  })
  await context.exposeFunction('__subscription', () => current)
  await context.exposeFunction('__unsubscribe', () => {
    current = undefined
  })
  await context.exposeFunction('__forgetKey', () => {
    if (current) current = { ...current, key: OTHER_KEY }
  })
  await context.addInitScript(() => {
    if (typeof PushManager === 'undefined') return
    type Made = { readonly json: SubscriptionJson; readonly key: string }
    const page = globalThis as typeof globalThis & {
      __subscribe: (key: string) => Promise<Made>
      __subscription: () => Promise<Made | undefined>
      __unsubscribe: () => Promise<void>
    }
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer
    const present = ({ json, key }: Made) => ({
      options: { applicationServerKey: bytes(key) },
      toJSON: () => json,
      unsubscribe: () => page.__unsubscribe().then(() => true),
    })
    Object.assign(PushManager.prototype, {
      getSubscription: async () => {
        const found = await page.__subscription()
        return found ? present(found) : null
      },
      subscribe: async ({ applicationServerKey }: { readonly applicationServerKey: string }) =>
        present(await page.__subscribe(applicationServerKey)),
    })
  })
  return made
}

/** The app's worker, once it is active and its shell is stored. */
export async function activeWorker(page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  return eventually('the worker', () => page.context().serviceWorkers()[0])
}

/** Hands a push to the worker as the browser does (DevTools protocol, ServiceWorker.deliverPushMessage). */
export async function createDelivery(page: Page): Promise<(payload: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  let registrationId: string | undefined
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId
  })
  await session.send('ServiceWorker.enable')
  const id = await eventually('the registration', () => registrationId)
  const { origin } = new URL(page.url())
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: id, data })
  }
}

export type ShownNotification = {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly icon: string
  readonly silent: boolean | null
  readonly data: { readonly kind?: string; readonly paths?: Readonly<Record<string, string>> }
}

/** The notifications of the app that this browser shows. */
export const notificationsOf = (page: Page): Promise<ShownNotification[]> =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, body, tag, icon, silent, data }) => ({ title, body, tag, icon, silent, data }))
  })

/** A press on a notification or on one of its buttons; DevTools has no press of its own. */
export const pressNotification = (worker: Worker, action = ''): Promise<void> =>
  worker.evaluate(async (pressed) => {
    const scope = globalThis as typeof globalThis & { readonly registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    if (!notification) throw new Error('no notification is shown')
    const event = Object.assign(new Event('notificationclick'), { notification, action: pressed, waitUntil: () => undefined })
    scope.dispatchEvent(event)
  }, action)
