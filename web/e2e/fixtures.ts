/** One product per worker, and people in it: each person is a browser context of their own. */
import { type Browser, type BrowserContext, test as base, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/testing/chromium.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { watchConnections } from './media.ts'

/** Short enough to be waited for, long enough for a slow machine to answer in. */
const RING_LIFE_MS = 30_000

export type ResidentPage = { readonly page: Page; readonly context: BrowserContext; readonly resident: Resident }
export type VisitorPage = { readonly page: Page; readonly context: BrowserContext }
export type ResidentOptions = {
  readonly premium?: boolean
  readonly devices?: 'granted' | 'denied'
  readonly path?: string
  readonly locale?: string
}
/** What makes a lesser browser of this one, in the page before its own scripts; with its argument where it takes one. */
type Lesser = (() => void) | readonly [change: (argument: never) => void, argument: string]
export type VisitorOptions = {
  readonly devices?: 'granted' | 'denied'
  readonly phone?: boolean
  readonly lesser?: readonly Lesser[]
  readonly locale?: string
}

type Worlds = {
  readonly world: Stack
  /** A new account, signed in, its dashboard open. */
  readonly openResident: (options?: ResidentOptions) => Promise<ResidentPage>
  /** The same account on another device. */
  readonly openDevice: (resident: Resident) => Promise<ResidentPage>
  /** Somebody who has scanned the door's code. */
  readonly openVisitor: (door: Resident, options?: VisitorOptions) => Promise<VisitorPage>
}

type OwnFixtures = Omit<Worlds, 'world'> & {
  /** Moves the product's time for this test; the next one has the machine's time again, as its browser has. */
  readonly passTime: (milliseconds: number) => Promise<void>
  readonly consoleErrors: string[]
  readonly contexts: BrowserContext[]
}

export const test = base.extend<OwnFixtures, { readonly world: Stack; readonly browser: Browser }>({
  browser: [
    async ({ playwright: _ }, use) => {
      const { executablePath, env } = await findChromium()
      const environment = Object.fromEntries(
        Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], env: { ...environment, ...env } })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: [
    async ({ playwright: _ }, use) => {
      const world = await startStack({ supervised: true, env: { RING_LIFE_MS: String(RING_LIFE_MS), RING_COOLDOWN_MS: '2000' } })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  contexts: async ({ playwright: _ }, use) => {
    const contexts: BrowserContext[] = []
    await use(contexts)
    await Promise.all(contexts.map((context) => context.close()))
  },
  passTime: async ({ world }, use) => {
    let ahead = 0
    await use(async (milliseconds) => {
      ahead += milliseconds
      await world.clock.shift(milliseconds)
    })
    if (ahead) await world.clock.shift(-ahead)
  },
  consoleErrors: async ({ playwright: _ }, use) => {
    await use([])
  },
  openDevice: async ({ browser, world, contexts, consoleErrors }, use) => {
    await use(async (resident) => {
      const device = await resident.anotherDevice()
      const opened = await openSignedIn(browser, world, device, consoleErrors, {})
      contexts.push(opened.context)
      return opened
    })
  },
  openResident: async ({ browser, world, contexts, consoleErrors }, use) => {
    await use(async (options = {}) => {
      const resident = await world.resident({ premium: options.premium ?? false })
      const opened = await openSignedIn(browser, world, resident, consoleErrors, options)
      contexts.push(opened.context)
      return opened
    })
  },
  openVisitor: async ({ browser, world, contexts, consoleErrors }, use) => {
    await use(async (door, options = {}) => {
      const context = await newContext(browser, world, { devices: options.devices, phone: options.phone ?? true, locale: options.locale })
      contexts.push(context)
      for (const lesser of options.lesser ?? []) {
        if (typeof lesser === 'function') await context.addInitScript(lesser)
        else await context.addInitScript(lesser[0] as (argument: unknown) => void, lesser[1])
      }
      const page = await newPage(context, consoleErrors)
      await page.goto(`${world.url}/visitor/${door.user.qrCodeId}`)
      return { page, context }
    })
  },
})

async function openSignedIn(
  browser: Browser,
  world: Stack,
  resident: Resident,
  consoleErrors: string[],
  options: ResidentOptions,
): Promise<ResidentPage> {
  const context = await newContext(browser, world, { ...options, phone: false })
  await context.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url: world.url, httpOnly: true })))
  const page = await newPage(context, consoleErrors)
  await page.goto(`${world.url}${options.path ?? '/doorbell'}`)
  return { page, context, resident }
}

async function newContext(browser: Browser, world: Stack, options: VisitorOptions): Promise<BrowserContext> {
  const { devices = 'granted', phone, locale = 'en-US' } = options
  const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
  const context = await browser.newContext({ viewport, locale, ...(phone ? { hasTouch: true } : {}) })
  await context.grantPermissions(devices === 'granted' ? ['camera', 'microphone'] : [], { origin: world.url })
  await watchConnections(context)
  return context
}

/** No page writes an error to the console in ordinary use: what it wrote is kept for `expect(consoleErrors)`. */
async function newPage(context: BrowserContext, consoleErrors: string[]): Promise<Page> {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401 \(Unauthorized\)/.test(message.text())) consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  return page
}
