/** Firefox with a profile of its own, its pushes from this machine, and its notifications on the desktop of the tests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, inTime } from '../wait.ts'
import { BidiConnection } from './bidi.ts'
import type { DesktopNotifications } from './desktop-notifications.ts'
import { findFirefox } from './find-firefox.ts'
import { FirefoxPage } from './firefox-page.ts'
import type { MozillaPushServer } from './mozilla-push-server.ts'
import { type BrowserCookie, PERMISSION, type Permission, type PushBrowser } from './push-browser.ts'

type Options = { readonly push: MozillaPushServer; readonly desktop: DesktopNotifications; readonly permission?: Permission }
type Running = { readonly child: ChildProcess; readonly ended: Promise<unknown>; readonly bidi: BidiConnection }
type Tabs = { readonly contexts: readonly { readonly context: string; readonly url: string }[] }

const START_MS = 60_000
const LISTENING = /WebDriver BiDi listening on (ws:\S+)/

const preferences = ({ push, permission = 'granted' }: Options) => ({
  'dom.push.serverURL': push.url,
  'dom.push.testing.allowInsecureServerURL': true,
  // Remote control disables it.
  'dom.push.connection.enabled': true,
  // Remote control enables it, and Firefox would then be offline on a machine without a network.
  'network.manage-offline-status': false,
  'permissions.default.desktop-notification': PERMISSION[permission],
  'alerts.useSystemBackend': true,
  // Calls: devices that always work, permitted and audible without a question, and media on this machine.
  'media.navigator.streams.fake': true,
  'permissions.default.microphone': PERMISSION.granted,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  // No requests to the internet.
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.enabled': false,
})

export class FirefoxBrowser implements PushBrowser {
  readonly #options: Options
  readonly #profile: string
  #running: Running | undefined

  private constructor(options: Options, profile: string) {
    this.#options = options
    this.#profile = profile
  }

  /** Starts it. @throws StartError if there is no Firefox */
  static async create(options: Options): Promise<FirefoxBrowser> {
    const profile = await mkdtemp(join(tmpdir(), 'push-firefox-'))
    const lines = Object.entries(preferences(options)).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    )
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const browser = new FirefoxBrowser(options, profile)
    await browser.start()
    return browser
  }

  get isConnected(): boolean {
    return this.#options.push.connected
  }

  async start(): Promise<void> {
    const { executablePath, env } = await findFirefox()
    const args = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', this.#profile, 'about:blank']
    const child = spawn(executablePath, args, {
      env: { ...process.env, ...env, ...this.#options.desktop.env, HOME: this.#profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = once(child, 'exit')
    let printed = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      printed += chunk
    })
    try {
      const url = await eventually('Firefox to listen', () => LISTENING.exec(printed)?.[1] ?? child.exitCode !== null, START_MS)
      if (typeof url !== 'string') throw new Error(`it ended with ${child.exitCode}`)
      this.#running = { child, ended, bidi: await BidiConnection.open(url) }
    } catch (error) {
      child.kill('SIGKILL')
      throw new Error(`Firefox did not start: ${(error as Error).message}\n${printed}`, { cause: error })
    }
  }

  async close(): Promise<void> {
    const running = this.#running
    if (!running) return
    this.#running = undefined
    try {
      await running.bidi.call('browser.close')
      await inTime('Firefox to end', running.ended)
    } finally {
      running.child.kill('SIGKILL')
      running.bidi.close()
    }
  }

  async openPage(url: string): Promise<FirefoxPage> {
    const { context } = await this.#bidi.call<{ readonly context: string }>('browsingContext.create', { type: 'tab' })
    const page = new FirefoxPage(this.#bidi, context)
    await page.goto(url)
    return page
  }

  /** A tab whose address begins with this, whether the test or the page opened it. */
  async pageAt(start: string): Promise<FirefoxPage | undefined> {
    const { contexts } = await this.#bidi.call<Tabs>('browsingContext.getTree', { maxDepth: 0 })
    const found = contexts.find(({ url }) => url.startsWith(start))
    return found && new FirefoxPage(this.#bidi, found.context)
  }

  async pageUrls(): Promise<readonly string[]> {
    const { contexts } = await this.#bidi.call<Tabs>('browsingContext.getTree', { maxDepth: 0 })
    return contexts.map(({ url }) => url)
  }

  async addCookies(cookies: readonly BrowserCookie[]): Promise<void> {
    for (const { name, value, url, httpOnly = false } of cookies) {
      const cookie = { name, value: { type: 'string', value }, domain: new URL(url).hostname, path: '/', httpOnly }
      await this.#bidi.call('storage.setCookie', { cookie })
    }
  }

  async remove(): Promise<void> {
    await this.close()
    await rm(this.#profile, { recursive: true, force: true })
  }

  get #bidi(): BidiConnection {
    if (!this.#running) throw new Error('Firefox is closed: start it first')
    return this.#running.bidi
  }
}
