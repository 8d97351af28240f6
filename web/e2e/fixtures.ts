/** One product per worker; each person has their own browser context. */
import { type Browser, type BrowserContext, test as base, chromium, expect, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/testing/chromium.ts'
import { unrecorded } from '#scripts/testing/observed.ts'
import { nextAddress, type Resident } from '#scripts/testing/people.ts'
import { ALL_SERVICES, type Stack, type StackOptions, startStack } from '#scripts/testing/stack.ts'
import { watchConnections } from './media.ts'
import { stubPermission } from './push-browser.ts'

/** The browser is a trusted proxy, which sets each person's address. Rings live long enough for a slow machine to answer. */
export const ENVIRONMENT = { RING_LIFE_MS: '30000', RING_COOLDOWN_MS: '2000', TRUSTED_PROXIES: '127.0.0.1/32', STATUS_PAGE: '1' }

export type ResidentPage = { readonly page: Page; readonly context: BrowserContext; readonly resident: Resident }
export type VisitorPage = { readonly page: Page; readonly context: BrowserContext }
export type ResidentOptions = {
  readonly premium?: boolean
  readonly devices?: 'granted' | 'denied'
  readonly path?: string
  readonly locale?: string
  readonly phone?: boolean
  /** Allows the app's service worker. By default it is blocked, because it would fetch the whole app in each test. */
  readonly worker?: boolean
  /** The notification permission. By default, this browser has not been asked yet. */
  readonly notifications?: 'granted' | 'denied' | 'default'
  /** Run in every page before the page's own scripts. */
  readonly degraded?: readonly Degradation[]
}
/** An init script that removes or breaks a browser feature, with its argument where it takes one. */
type Degradation = (() => void) | readonly [change: (argument: never) => void, argument: string]
export type VisitorOptions = {
  readonly devices?: 'granted' | 'denied'
  readonly phone?: boolean
  readonly degraded?: readonly Degradation[]
  readonly locale?: string
  readonly worker?: boolean
}

type Worlds = {
  readonly world: Stack
  /** A new account, signed in, its dashboard open. */
  readonly openResident: (options?: ResidentOptions) => Promise<ResidentPage>
  /** The same account on another device. */
  readonly openDevice: (resident: Resident) => Promise<ResidentPage>
  /** A visitor who has scanned the door's code. */
  readonly openVisitor: (door: Resident, options?: VisitorOptions) => Promise<VisitorPage>
}

type OwnFixtures = Omit<Worlds, 'world'> & {
  readonly people: People
  /** Shifts the product's clock for this test; the next test has the machine's time again. */
  readonly passTime: (milliseconds: number) => Promise<void>
  readonly consoleErrors: string[]
  readonly contexts: BrowserContext[]
  /** What the services printed while a test failed is attached to it. */
  readonly logs: undefined
}

const printed = (world: Stack) => ALL_SERVICES.map((name) => world.service(name).log)

/** `payments`: the product of this file takes payments, at a local Stripe. */
type OfWorker = { readonly world: Stack; readonly browser: Browser; readonly payments: boolean }

/** The product as these tests start it, for as long as a worker uses it. @param envOf in addition to the environment of all services */
export async function useStack(
  options: { readonly payments: boolean; readonly envOf?: StackOptions['envOf'] },
  use: (world: Stack) => Promise<void>,
): Promise<void> {
  const world = await startStack({ supervised: true, env: ENVIRONMENT, ...options })
  await use(world)
  await world.stop()
}

export const test = base.extend<OwnFixtures, OfWorker>({
  payments: [false, { option: true, scope: 'worker' }],
  browser: [
    async ({ playwright: _ }, use) => {
      const { executablePath, env } = await findChromium()
      const environment = Object.fromEntries(
        Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      const browser = await chromium.launch({
        executablePath,
        args: [...CHROMIUM_FLAGS, ...(process.env.E2E_FLAGS ?? '').split(' ').filter(Boolean)],
        env: { ...environment, ...env },
      })
      await use(browser)
      await browser.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  world: [({ payments }, use) => useStack({ payments }, use), { scope: 'worker', timeout: 180_000 }],
  contexts: async ({ playwright: _ }, use) => {
    const contexts: BrowserContext[] = []
    await use(contexts)
    for (const page of contexts.flatMap((context) => context.pages())) await expectRecordedStorage(page)
    await Promise.all(contexts.map((context) => context.close()))
  },
  logs: [
    async ({ world }, use, info) => {
      const before = printed(world)
      await use(undefined)
      if (info.status === info.expectedStatus) return
      for (const [index, text] of printed(world).entries())
        await info.attach(`log of ${ALL_SERVICES[index]}`, { body: text.slice(before[index]?.length), contentType: 'text/plain' })
    },
    { auto: true },
  ],
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
  people: async ({ browser, world, contexts, consoleErrors }, use) => {
    await use(new People(browser, world, contexts, consoleErrors))
  },
  openDevice: ({ people }, use) => use((resident) => people.openDevice(resident)),
  openResident: ({ people }, use) => use((options) => people.openResident(options)),
  openVisitor: ({ people }, use) => use((door, options) => people.openVisitor(door, options)),
})

/** Waits until a press rings in the page; before that, a press posts the form. */
async function liveCodeLoaded(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('live').length > 0)
}

/** Opens pages for people. A file whose tests share people creates one in `beforeAll`; others use the fixtures. */
export class People {
  readonly #browser: Browser
  readonly #world: Stack
  readonly #contexts: BrowserContext[]
  readonly #consoleErrors: string[]

  constructor(browser: Browser, world: Stack, contexts: BrowserContext[] = [], consoleErrors: string[] = []) {
    this.#browser = browser
    this.#world = world
    this.#contexts = contexts
    this.#consoleErrors = consoleErrors
  }

  async openResident(options: ResidentOptions = {}): Promise<ResidentPage> {
    const resident = await this.#world.resident({ premium: options.premium ?? false })
    return this.#openSignedIn(resident, options)
  }

  async openDevice(resident: Resident): Promise<ResidentPage> {
    return this.#openSignedIn(await resident.anotherDevice(), {})
  }

  async openVisitor(door: Resident, options: VisitorOptions = {}): Promise<VisitorPage> {
    const { devices, phone = true, locale, worker } = options
    const context = await this.#newContext({ devices, phone, locale, worker })
    await degrade(context, options.degraded)
    const page = await newPage(context, this.#consoleErrors)
    await page.goto(`${this.#world.url}/visitor/${door.user.qrCodeId}`)
    await liveCodeLoaded(page)
    return { page, context }
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()))
  }

  async #openSignedIn(resident: Resident, options: ResidentOptions): Promise<ResidentPage> {
    const { url } = this.#world
    const context = await this.#newContext({ ...options, phone: options.phone ?? false })
    await degrade(context, options.degraded)
    await context.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })))
    const page = await newPage(context, this.#consoleErrors)
    await page.goto(`${url}${options.path ?? '/doorbell'}`)
    return { page, context, resident }
  }

  async #newContext(options: Omit<ResidentOptions, 'premium' | 'path'>): Promise<BrowserContext> {
    const { devices = 'granted', phone, locale = 'en-US', worker = false, notifications = 'default' } = options
    const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }
    // Each person has their own address, because limits count by address.
    const extraHTTPHeaders = { 'x-forwarded-for': nextAddress() }
    const serviceWorkers = worker ? 'allow' : 'block'
    const context = await this.#browser.newContext({
      viewport,
      locale,
      extraHTTPHeaders,
      serviceWorkers,
      ...(phone ? { hasTouch: true } : {}),
    })
    this.#contexts.push(context)
    const granted = [...(devices === 'granted' ? ['camera', 'microphone'] : []), ...(notifications === 'granted' ? ['notifications'] : [])]
    await context.grantPermissions(granted, { origin: this.#world.url })
    // Headless Chromium denies notifications without being asked.
    if (notifications === 'default') await context.addInitScript(stubPermission)
    await watchConnections(context)
    return context
  }
}

async function degrade(context: BrowserContext, degradations: readonly Degradation[] = []): Promise<void> {
  for (const degradation of degradations) {
    if (typeof degradation === 'function') await context.addInitScript(degradation)
    else await context.addInitScript(degradation[0] as (argument: unknown) => void, degradation[1])
  }
}

/** Collects console errors for `expect(consoleErrors)`; pages write none in ordinary use. */
async function newPage(context: BrowserContext, consoleErrors: string[]): Promise<Page> {
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401 \(Unauthorized\)/.test(message.text())) consoleErrors.push(message.text())
  })
  page.on('pageerror', (error) => consoleErrors.push(error.message))
  return page
}

/** Checks that the page's keys in browser storage are recorded (observed.txt); skips closed pages and other sites. */
async function expectRecordedStorage(page: Page): Promise<void> {
  const keys = await page
    .evaluate(() => ({ localStorage: Object.keys(localStorage), sessionStorage: Object.keys(sessionStorage) }))
    .catch(() => ({ localStorage: [], sessionStorage: [] }))
  expect(unrecorded('localStorage', keys.localStorage), 'localStorage').toEqual([])
  expect(unrecorded('sessionStorage', keys.sessionStorage), 'sessionStorage').toEqual([])
}
