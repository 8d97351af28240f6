/** What the product needs to send pushes: a push service, a desktop, real browsers that can be closed. No internet is needed. */
import { StartError } from '#scripts/servers/server.ts'
import { cannotTry } from '../cannot-try.ts'
import { ChromiumBrowser } from './chromium-browser.ts'
import { ConnectProxy } from './connect-proxy.ts'
import { DesktopNotifications } from './desktop-notifications.ts'
import { findFirefox } from './find-firefox.ts'
import { FirefoxBrowser } from './firefox-browser.ts'
import { GooglePushServer } from './google-push-server.ts'
import { MozillaPushServer } from './mozilla-push-server.ts'
import type { Permission, PushBrowser } from './push-browser.ts'
import { PushService } from './push-service.ts'

export type BrowserName = 'Firefox' | 'Chromium'
type Lookup = {
  readonly platform?: NodeJS.Platform
  readonly env?: NodeJS.ProcessEnv
  readonly say?: (line: string) => void
  readonly find?: () => Promise<unknown>
}

/**
 * @returns the browsers whose pushes this machine can test; the reason for each one that is not among them is printed
 * @throws Error with it in continuous integration
 */
export async function pushBrowsers({ platform = process.platform, env, say, find = findFirefox }: Lookup = {}): Promise<BrowserName[]> {
  if (platform !== 'linux') {
    cannotTry('pushes to browsers are not tried: only on Linux can a test see what a browser shows on the desktop', { env, say })
    return []
  }
  try {
    await find()
    return ['Firefox', 'Chromium']
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    cannotTry(`pushes to Firefox are not tried: ${error.message}`, { isSetupIncomplete: true, cause: error, env, say })
    return ['Chromium']
  }
}

export class PushWorld {
  readonly service: PushService
  /** Where all browsers of this world show their notifications. */
  readonly desktop: DesktopNotifications
  /** The proxy by which the product reaches Chromium's endpoints. */
  readonly proxy: ConnectProxy
  readonly #browsers: PushBrowser[] = []
  readonly #servers: { stop(): Promise<void> }[] = []

  private constructor(service: PushService, desktop: DesktopNotifications, proxy: ConnectProxy) {
    this.service = service
    this.desktop = desktop
    this.proxy = proxy
  }

  static async start(options?: Parameters<typeof PushService.start>[0]): Promise<PushWorld> {
    const service = await PushService.start(options)
    return new PushWorld(service, await DesktopNotifications.listen(), await ConnectProxy.listen(service))
  }

  /** Environment variables that make a product send its pushes here. */
  get env(): Readonly<Record<string, string>> {
    const { host, certificate } = this.service
    return { PUSH_HOSTS: host, PUSH_PROXY: this.proxy.url, NODE_EXTRA_CA_CERTS: certificate.caFile }
  }

  /** Starts a browser with a new profile. @throws StartError where there is none */
  async browser(name: BrowserName, permission: Permission = 'granted'): Promise<PushBrowser> {
    const options = { desktop: this.desktop, permission }
    const add = <T extends { stop(): Promise<void> }>(server: T) => {
      this.#servers.push(server)
      return server
    }
    const browser =
      name === 'Firefox'
        ? await FirefoxBrowser.create({ ...options, push: add(await MozillaPushServer.listen(this.service)) })
        : await ChromiumBrowser.create({ ...options, push: add(await GooglePushServer.listen(this.service)) })
    this.#browsers.push(browser)
    return browser
  }

  /** Closes the browsers, and stops everything. */
  async stop(): Promise<void> {
    try {
      await Promise.all(this.#browsers.map((browser) => browser.remove()))
    } finally {
      const servers = [...this.#servers, this.proxy, this.desktop, this.service]
      await Promise.all(servers.map((server) => server.stop()))
    }
  }
}
