/**
 * People and pages for pictures: one product, two browsers (the cameras' videos are set per browser), and pages that close after each shot.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { createDemo } from '#scripts/demo/demo.ts'
import { film, type SceneName } from '#scripts/demo/scene.ts'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/testing/chromium.ts'
import { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'

export type PageOptions = {
  readonly devices?: 'granted' | 'denied'
  readonly script?: boolean
  readonly path?: string
  /** The browser's language; the pages follow it. */
  readonly locale?: 'en-US' | 'de-DE'
  /** The notification permission of this browser; without it the dashboard offers none. */
  readonly notifications?: NotificationPermission
  /** The user agent of another browser. */
  readonly userAgent?: string
  /** Runs before the first address is opened, for example to change how the network behaves. */
  readonly before?: (page: Page) => Promise<unknown>
}

export class Studio {
  readonly world: Stack
  readonly #browsers: Readonly<Record<SceneName, Browser>>
  readonly #isPublic: boolean
  readonly #contexts: BrowserContext[] = []
  #demo: Promise<Resident> | undefined

  private constructor(world: Stack, browsers: Readonly<Record<SceneName, Browser>>, isPublic: boolean) {
    this.world = world
    this.#browsers = browsers
    this.#isPublic = isPublic
  }

  /**
   * @param folder the videos of the fake cameras
   * @param publicUrl the address that the pictures show as the product's; by default its address on this machine
   */
  static async open(folder: string, publicUrl?: string): Promise<Studio> {
    const world = await startStack({ env: { STATUS_PAGE: '1', ...(publicUrl ? { PUBLIC_URL: publicUrl } : {}) } })
    const browsers = { doorstep: await launch('doorstep', folder), room: await launch('room', folder) }
    return new Studio(world, browsers, publicUrl !== undefined)
  }

  /** A signed-in account's page. */
  async home(resident: Resident, options: PageOptions = {}): Promise<Page> {
    const context = await this.#context('room', options)
    // With a public address the cookies are Secure, and a browser also sends those to localhost.
    const url = this.world.url.replace('http:', this.#isPublic ? 'https:' : 'http:')
    await context.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })))
    return this.#page(context, options.path ?? '/doorbell', options)
  }

  /** A visitor who scanned the door's code. */
  async door(resident: Resident, options: PageOptions = {}): Promise<Page> {
    return this.stranger({ path: `/visitor/${resident.user.qrCodeId}`, ...options })
  }

  /** A browser without cookies. */
  async stranger(options: PageOptions): Promise<Page> {
    return this.#page(await this.#context('doorstep', options), options.path ?? '/', options)
  }

  /** The account of `npm run demo`, with its doors, contacts and sixty days of visits; created on the first call. */
  demo(): Promise<Resident> {
    this.#demo ??= this.#createDemo()
    return this.#demo
  }

  async #createDemo(): Promise<Resident> {
    const { world } = this
    const storage = { databaseUrl: world.databaseUrl('doorbell'), filesDir: world.filesDir }
    const { username, password } = await createDemo({ call: world.rpc.bind(world) }, storage, new Date(), () => undefined)
    return Resident.signIn(this.world.url, { username, password })
  }

  /** The texts of every open page when a shot failed. */
  async lastSeen(path: string): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    for (const [index, page] of pages.entries()) await page.screenshot({ path: `${path}-${index}.png` })
  }

  /** Between two shots. */
  async clear(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()))
  }

  async close(): Promise<void> {
    await this.clear()
    await (await this.#demo)?.leave()
    await Promise.all(Object.values(this.#browsers).map((browser) => browser.close()))
    await this.world.stop()
  }

  async #context(
    scene: SceneName,
    { devices = 'granted', script = true, locale = 'en-US', ...options }: PageOptions,
  ): Promise<BrowserContext> {
    const { notifications, userAgent } = options
    const context = await this.#browsers[scene].newContext({
      locale,
      // The worker would fetch the whole app into each browser.
      serviceWorkers: 'block',
      ...(userAgent ? { userAgent } : {}),
      javaScriptEnabled: script,
      viewport: { width: 390, height: 844 },
    })
    this.#contexts.push(context)
    await context.grantPermissions(devices === 'granted' ? ['camera', 'microphone'] : [], { origin: this.world.url })
    if (notifications)
      await context.addInitScript((value) => Object.defineProperty(Notification, 'permission', { get: () => value }), notifications)
    else await context.addInitScript(() => localStorage.setItem('pushOffer', 'after_ring'))
    return context
  }

  async #page(context: BrowserContext, path: string, options: PageOptions): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await options.before?.(page)
    await page.goto(`${this.world.url}${path}`)
    return page
  }
}

async function launch(scene: SceneName, folder: string): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  const own = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
  const camera = `--use-file-for-fake-video-capture=${await film(scene, folder)}`
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, camera], env: { ...own, ...env } })
}
