/** The product with a push service of the test's own, and browsers whose worker runs. */
import type { Page } from '@playwright/test'
import { PushService, type SubscriptionJson } from '#scripts/testing/push/push-service.ts'
import { startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { test as base, ENVIRONMENT, type ResidentOptions, type ResidentPage } from './fixtures.ts'
import { activeWorker, createDelivery, stubSubscriptions } from './push-browser.ts'

type PushDevice = ResidentPage & {
  readonly subscriptions: readonly SubscriptionJson[]
  /** Waits for the pushes that the server has sent to it, and hands the one with this number to its worker. */
  readonly receive: (number?: number) => Promise<void>
  /** The texts of all pushes sent to it. */
  readonly sent: () => readonly string[]
}

type Fixtures = {
  /** A new account whose browser allows notifications, its worker active and its subscription known to the server. */
  readonly openDeviceWithPush: (options?: ResidentOptions) => Promise<PushDevice>
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
    async ({ payments, push }, use) => {
      const envOf = { notify: { PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: push.certificate.caFile } }
      const world = await startStack({ supervised: true, payments, env: ENVIRONMENT, envOf })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
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
  await activeWorker(page)
  const deliver = await createDelivery(page)
  const sent = () => push.requestsTo(subscriptions.at(-1)?.endpoint ?? '').flatMap(({ plaintext }) => plaintext ?? [])
  return {
    sent,
    receive: async (number = 1) => deliver(await eventually(`push ${number}`, () => sent()[number - 1])),
  }
}
