/** Chromium with a separate profile, its pushes from this machine, and its notifications on the desktop of the tests. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts'
import { inTime } from '../wait.ts'
import type { DesktopNotifications } from './desktop-notifications.ts'
import type { GooglePushServer } from './google-push-server.ts'
import { type BrowserCookie, PERMISSION, type Permission, type PushBrowser } from './push-browser.ts'

type Options = { readonly push: GooglePushServer; readonly desktop: DesktopNotifications; readonly permission?: Permission }

const NO_INTERNET = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1'

export class ChromiumBrowser implements PushBrowser {
  readonly #options: Options
  readonly #profile: string
  #context: BrowserContext | undefined

  private constructor(options: Options, profile: string) {
    this.#options = options
    this.#profile = profile
  }

  /** Starts it. @throws StartError if there is no Chromium */
  static async create(options: Options): Promise<ChromiumBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'push-chromium-'))
    const browser = new ChromiumBrowser(options, profile)
    // A permission granted by DevTools is lost at a restart, and Chromium then unsubscribes.
    const settings = { notifications: PERMISSION[options.permission ?? 'granted'] }
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: settings } }))
    await browser.start()
    return browser
  }

  /** Playwright's own interface, for methods that are not here. @throws Error while it is closed */
  get context(): BrowserContext {
    if (!this.#context) throw new Error('Chromium is closed: start it first')
    return this.#context
  }

  get isConnected(): boolean {
    return this.#options.push.connected
  }

  async start(): Promise<void> {
    const { executablePath, env } = await findChromium()
    const { push, desktop } = this.#options
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath,
      env: { ...process.env, ...env, ...desktop.env },
      args: [...CHROMIUM_FLAGS, NO_INTERNET, ...push.flags],
    })
  }

  async close(): Promise<void> {
    const context = this.#context
    this.#context = undefined
    if (context) await inTime('Chromium to end', context.close())
  }

  async openPage(url: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(url)
    return page
  }

  async pageUrls(): Promise<readonly string[]> {
    return this.context.pages().map((page) => page.url())
  }

  async addCookies(cookies: readonly BrowserCookie[]): Promise<void> {
    await this.context.addCookies(cookies)
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.#profile, { recursive: true, force: true })
  }
}
