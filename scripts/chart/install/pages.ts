/** A resident and a visitor in two real Chromiums, through the ingress. */
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { RECORDING } from '#proto/limits.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../testing/chromium.ts'
import type { Resident } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'

const VISITOR = 'Vera Visitor'
const FRAMES = 20
const MEDIA_MS = 60_000
/** On a busy machine a page takes seconds to show that a button is still. */
const PRESS_MS = 5_000
const ANSWERED_MS = 60_000
/** A piece of a recording lasts less than 10 s: with this one is sent, and another one is being written. */
const RECORDED_SECONDS = 12

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

  /** @param prepare a page before it opens anything */
  static async open(
    publicUrl: string,
    resident: Resident,
    prepare: (page: Page) => Promise<unknown> = async () => undefined,
  ): Promise<Pages> {
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
    await Promise.all([pages.home, pages.door].map(prepare))
    await open(pages.home, `${publicUrl}/doorbell`)
    await open(pages.door, `${publicUrl}/visitor/${resident.user.qrCodeId}`)
    return pages
  }

  async ring(): Promise<void> {
    await this.door.getByLabel('Your Name').fill(VISITOR)
    await this.door.getByRole('textbox', { name: /^Message/ }).fill('At the door.')
    await this.door.getByRole('button', { name: 'Ring Doorbell' }).click()
    await this.#incoming.waitFor()
  }

  get #incoming(): Locator {
    return this.home.getByRole('alertdialog', { name: 'Incoming Visitor' })
  }

  /** Presses until the dialog goes: it ignores presses just after it appears. */
  async #answer(how: 'Video Call' | 'Message'): Promise<void> {
    await eventually(
      `the answer "${how}" to be taken`,
      async () => {
        if (await this.#incoming.isHidden()) return true
        await this.#incoming.getByRole('button', { name: how }).click({ timeout: PRESS_MS })
        return false
      },
      ANSWERED_MS,
    )
  }

  /** Rings, answers with video, and ends the call once both sides show moving pictures. */
  async videoCall(onRing: () => Promise<void>): Promise<void> {
    await this.ring()
    await onRing()
    await this.connect()
    await this.home.getByRole('button', { name: 'End', exact: true }).click()
    await this.door.getByText('Call Ended').first().waitFor()
  }

  /** Answers a ring with video. Returns once both sides show moving pictures. */
  async connect(): Promise<void> {
    await this.door.getByRole('button', { name: 'Turn on camera and microphone' }).click()
    await this.door.getByRole('button', { name: 'Turn off' }).waitFor()
    await this.#answer('Video Call')
    const shown = (page: Page, label: string) => eventually(label, () => page.evaluate(shownFrames, [label, FRAMES] as const), MEDIA_MS)
    await Promise.all([shown(this.home, `Video from ${VISITOR}`), shown(this.door, 'Video from the resident')])
  }

  /** Rings, answers with video, and records until `work` ends: the visitor is asked and allows it. */
  async recordedCall(work: () => Promise<void>): Promise<void> {
    await this.ring()
    await this.connect()
    const time = this.home.getByRole('timer', { name: 'Recorded time' })
    // On a busy machine a page may report its REC mark too late; then the visitor is asked again.
    const failed = this.home.getByText('The REC mark could not be shown on both sides.')
    for (let asked = 1; asked <= RECORDING.asksMost && !(await time.isVisible()); asked += 1) {
      await this.home.getByRole('button', { name: 'Record', exact: true }).click()
      await this.home.getByRole('button', { name: 'Ask to record' }).click()
      await this.door.getByRole('button', { name: 'Allow' }).click()
      await time.or(failed).first().waitFor()
    }
    const recorded = async () => Number((await time.textContent({ timeout: PRESS_MS }))?.slice(-2)) >= RECORDED_SECONDS
    await eventually(`${RECORDED_SECONDS} s to be recorded`, recorded, MEDIA_MS)
    await work()
  }

  async stopRecording(): Promise<void> {
    await this.home.getByRole('button', { name: 'Stop recording' }).click()
    await this.door.getByText('Recording stopped').waitFor()
  }

  /** Rings, answers with a message, and waits until the visitor reads it. */
  async chat(onRing: () => Promise<void>): Promise<void> {
    await this.ring()
    await onRing()
    await this.#answer('Message')
    const box = this.home.getByPlaceholder('Type your message...')
    await box.fill('I am on my way.')
    await box.press('Enter')
    await this.door.getByText('I am on my way.').first().waitFor()
  }

  async close(): Promise<void> {
    await Promise.all(this.#browsers.map((browser) => browser.close()))
  }
}

/** An upgrade replaces all pods, one after another. */
const OPENED_MS = 120_000

/**
 * Where the cluster is on this machine, each pod that comes or goes changes its network interfaces, and Chromium drops what it loads, or
 * loads a failed page anew by itself.
 */
async function open(page: Page, url: string): Promise<void> {
  await eventually(`${url} to open`, async () => (await page.goto(url)) !== null, OPENED_MS)
}

/** Runs in the page: whether the other person's video, not the own one, has shown so many frames. */
function shownFrames([label, count]: readonly [string, number]): boolean {
  const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`)
  return (video?.getVideoPlaybackQuality().totalVideoFrames ?? 0) >= count
}
