/** The product with a push service of the test's own, and browsers whose worker runs. */
import type { Page } from '@playwright/test'
import { PushService, type SubscriptionJson } from '#scripts/testing/push/push-service.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { test as base, type ResidentOptions, type ResidentPage, useStack } from './fixtures.ts'
import { activeWorker, createDelivery, stubSubscriptions } from './push-browser.ts'

type PushDevice = ResidentPage & {
  readonly subscriptions: readonly SubscriptionJson[]
  /** Waits for the pushes that the server has sent to it, and hands the one with this number to its worker. */
  readonly receive: (number?: number) => Promise<void>
  /** The texts of all pushes sent to it. */
  readonly sent: () => readonly string[]
  /** Waits until the worker has nothing left to do. */
  readonly settled: () => Promise<void>
}

type Fixtures = {
  /** A new account whose browser allows notifications, its worker active and its subscription known to the server. */
  readonly openDeviceWithPush: (options?: ResidentOptions) => Promise<PushDevice>
  /** Opens an address as a press on a notification does where no page is open. */
  readonly pressAddress: (page: Page, path: string) => Promise<void>
  /** Gives this browser's subscription another key than the server's. */
  readonly resetKey: (page: Page) => Promise<void>
}

export const test = base.extend<Fixtures, { push: PushService }>({
  push: [
    async ({ playwright: _ }, use) => {
      const push = await PushService.start()
      await use(push)
      await push.stop()
    },
    { scope: 'worker' },
  ],
  world: [
    ({ payments, push }, use) =>
      useStack({ payments, envOf: { notify: { PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: push.certificate.caFile } } }, use),
    { scope: 'worker', timeout: 180_000 },
  ],
  pressAddress: ({ world }, use) =>
    use(async (page, path) => {
      // A file of the same origin that does not run the app.
      await page.goto(`${world.url}/sounds/notification.mp3`)
      await page.evaluate(async (pressed) => {
        await (await caches.open('presses')).put(`/presses${pressed}`, new Response())
      }, path)
      // A script of the test counts as a user's press, which the next page of the same origin would inherit.
      await page.goto('about:blank')
      await page.goto(`${world.url}${path}`)
    }),
  resetKey: ({ playwright: _ }, use) =>
    use((page) => page.evaluate(() => (globalThis as typeof globalThis & { __forgetKey: () => Promise<void> }).__forgetKey())),
  openDeviceWithPush: async ({ openResident, push }, use) => {
    await use(async (options = {}) => {
      const opened = await openResident({ worker: true, notifications: 'granted', ...options, path: '/auth' })
      const subscriptions = await stubSubscriptions(opened.context, push)
      const registered = opened.page.waitForResponse((response) => response.url().endsWith('/api/devices/current/push') && response.ok())
      await opened.page.goto(new URL(options.path ?? '/doorbell', opened.page.url()).href)
      await registered
      return { ...opened, subscriptions, ...(await receiver(opened.page, push, subscriptions)) }
    })
  },
})

async function receiver(page: Page, push: PushService, subscriptions: readonly SubscriptionJson[]) {
  const worker = await activeWorker(page)
  const deliver = await createDelivery(page)
  const sent = () => push.requestsTo(subscriptions.at(-1)?.endpoint ?? '').flatMap(({ plaintext }) => plaintext ?? [])
  return {
    sent,
    settled: () => worker.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve, 500))),
    receive: async (number = 1) => deliver(await eventually(`push ${number}`, () => sent()[number - 1])),
  }
}
