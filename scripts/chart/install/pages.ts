/** A resident and a visitor in two real Chromiums, through the ingress. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium.ts'
import type { Resident } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'

const VISITOR = 'Vera Visitor'
const FRAMES = 20
const MEDIA_MS = 30_000

export class Pages {
  readonly home: Page
  readonly door: Page
  /** Scripts, styles and fonts that were refused or failed. */
  readonly broken: string[] = []
  readonly #browsers: readonly Browser[]

  private constructor(browsers: readonly Browser[], home: Page, door: Page) {
    this.#browsers = browsers
    this.home = home
    this.door = door
    for (const page of [home, door])
      page.on('response', (answer) => {
        if (new URL(answer.url()).pathname.startsWith('/assets/') && !answer.ok()) this.broken.push(`${answer.status()} ${answer.url()}`)
      })
  }

  static async open(publicUrl: string, resident: Resident): Promise<Pages> {
    const { executablePath, env } = await findChromium()
    const args = [...CHROMIUM_FLAGS, '--ignore-certificate-errors', `--host-resolver-rules=MAP ${new URL(publicUrl).hostname} 127.0.0.1`]
    const launch = () => chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> })
    const browsers = await Promise.all([launch(), launch()])
    const contexts: BrowserContext[] = []
    for (const browser of browsers) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ignoreHTTPSErrors: true })
      await context.grantPermissions(['camera', 'microphone'], { origin: publicUrl })
      contexts.push(context)
    }
    const cookies = [...resident.client.cookies].map(([name, value]) => ({ name, value, url: publicUrl, httpOnly: true, secure: true }))
    const [home, door] = contexts as [BrowserContext, BrowserContext]
    await home.addCookies(cookies)
    const pages = new Pages(browsers, await home.newPage(), await door.newPage())
    await pages.home.goto(`${publicUrl}/doorbell`)
    await pages.door.goto(`${publicUrl}/visitor/${resident.user.qrCodeId}`)
    return pages
  }

  async ring(): Promise<void> {
    await this.door.getByLabel('Your Name').fill(VISITOR)
    await this.door.getByRole('textbox', { name: /^Message/ }).fill('At the door.')
    await this.door.getByRole('button', { name: 'Ring Doorbell' }).click()
    await this.home.getByRole('alertdialog', { name: 'Incoming Visitor' }).waitFor()
  }

  /** Rings, answers with video, and ends the call once both sides show moving pictures and a message has arrived. */
  async videoCall(): Promise<void> {
    await this.ring()
    await this.door.getByRole('button', { name: 'Turn on camera and microphone' }).click()
    await this.door.getByRole('button', { name: 'Turn off' }).waitFor()
    await this.home.getByRole('alertdialog').getByRole('button', { name: 'Video Call' }).click()
    const shown = (page: Page, label: string) =>
      eventually(label, () => page.evaluate(shownFrames, [label, FRAMES] as const), MEDIA_MS)
    await Promise.all([shown(this.home, `Video from ${VISITOR}`), shown(this.door, 'Video from the resident')])
    await this.home.getByRole('button', { name: 'End', exact: true }).click()
    await this.door.getByText('Call Ended').first().waitFor()
  }

  /** Rings, answers with a message, and waits until the visitor reads it. */
  async chat(): Promise<void> {
    await this.ring()
    await this.home.getByRole('alertdialog').getByRole('button', { name: 'Message' }).click()
    const box = this.home.getByRole('textbox', { name: /message/i }).last()
    await box.fill('I am on my way.')
    await box.press('Enter')
    await this.door.getByText('I am on my way.').first().waitFor()
  }

  async close(): Promise<void> {
    await Promise.all(this.#browsers.map((browser) => browser.close()))
  }
}

/** Runs in the page: whether the other person's video, not the own one, has shown so many frames. */
function shownFrames([label, count]: readonly [string, number]): boolean {
  const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`)
  return (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) >= count
}
