/** The pages of one call in real browsers, each observed from inside, and what happens to them. */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { untilPressesCount } from '#scripts/testing/presses.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { readyNode } from '#scripts/testing/ready-node.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { AnyService } from '#scripts/testing/world.ts'
import { ring } from './call-pages.ts'
import { SAMPLE_MS, type Sample, watchMedia } from './call-watch.ts'

const VIEWPORT = { width: 1280, height: 800 }
const SHOWN_MS = 30_000

export class Watched {
  readonly context: BrowserContext
  readonly page: Page
  readonly samples: Sample[]

  private constructor(context: BrowserContext, page: Page, samples: Sample[]) {
    this.context = context
    this.page = page
    this.samples = samples
  }

  static async open(browser: Browser, url: string, cookies?: ReadonlyMap<string, string>): Promise<Watched> {
    const context = await browser.newContext({ viewport: VIEWPORT })
    await context.grantPermissions(['camera', 'microphone'], { origin: url })
    if (cookies) await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url, httpOnly: true })))
    return Watched.#watch(context)
  }

  static async #watch(context: BrowserContext): Promise<Watched> {
    const page = await context.newPage()
    page.setDefaultTimeout(SHOWN_MS)
    const samples: Sample[] = []
    await page.exposeFunction('noteMedia', (sample: Sample) => void samples.push(sample))
    await page.addInitScript(watchMedia, SAMPLE_MS)
    return new Watched(context, page, samples)
  }

  /** A further window of the same browser, on the same page. */
  async another(): Promise<Watched> {
    const tab = await Watched.#watch(this.context)
    await tab.page.goto(this.page.url())
    return tab
  }

  cutSocket(): Promise<void> {
    return this.page.evaluate(() => window.cutSocket())
  }

  async reload(): Promise<void> {
    await this.page.reload()
    const [back, end] = ['Return to the call', 'End'].map((name) => this.page.getByRole('button', { name, exact: true }))
    if (!back || !end) return
    await back.or(end).first().waitFor()
    // The page may return by itself while the button is being pressed.
    if (await back.isVisible()) await back.click({ timeout: 5_000 }).catch(() => undefined)
  }
}

export type Scene = {
  readonly world: Stack
  readonly home: Watched
  readonly door: Watched
  /** A second window of the resident's browser. */
  readonly tab: Watched | undefined
  /** The page that has the call. */
  holder: Watched
  /** How many milliseconds a killed service took to run again, or has not run until now. */
  down: () => number
  /** Resolves once it runs again, or after a deadline. */
  again: Promise<void> | undefined
}

const incoming = (page: Page) => page.getByRole('alertdialog', { name: 'Incoming Visitor' })

/** @returns when it was pressed, in milliseconds since the epoch */
export async function answer(pages: readonly Watched[], kind: 'video' | 'audio'): Promise<number> {
  const buttons = pages.map(({ page }) => incoming(page).getByRole('button', { name: kind === 'video' ? 'Video Call' : 'Audio Call' }))
  await Promise.all(buttons.map((button) => button.waitFor()))
  // Dispatched inside the pages, so that neither window learns of the other's answer before its own press.
  if (pages.length > 1) {
    await Promise.all(pages.map(({ page }) => untilPressesCount(page)))
    const at = Date.now()
    await Promise.all(buttons.map((button) => button.dispatchEvent('click')))
    return at
  }
  const at = Date.now()
  // The modal ignores presses for a moment after its buttons have appeared.
  await eventually(
    'the answer',
    async () => {
      await Promise.all(buttons.map((button) => button.click({ timeout: 1_000 }).catch(() => undefined)))
      return (await Promise.all(pages.map(({ page }) => incoming(page).isVisible()))).every((isVisible) => !isVisible)
    },
    SHOWN_MS,
  )
  return at
}

export const ringAt = (door: Watched, url: string, camera: boolean) => ring(door.page, url, { camera })

export const takeOverOf = ({ page }: Watched) => page.getByRole('button', { name: 'Take over' })

export async function takeOver(scene: Scene): Promise<void> {
  const other = scene.holder === scene.home ? scene.tab : scene.home
  if (!other) return
  await takeOverOf(other).click()
  scene.holder = other
}

/** An sfu runs once its node takes calls: its media workers are processes of their own, which start after it. */
async function running(world: Stack, service: AnyService, before: readonly string[]): Promise<void> {
  await world.running(service)
  if (service === 'sfu') await readyNode(world, before, SHOWN_MS)
}

export async function killService(scene: Scene, service: AnyService): Promise<void> {
  const nodes = await scene.world.redis.smembers('sfu:nodes')
  const from = Date.now()
  let runsSince: number | undefined
  await scene.world.kill(service)
  scene.down = () => (runsSince ?? Date.now()) - from
  const note = (at: number) => {
    runsSince = at
  }
  // A service that never runs again is judged as if it ran: its call has no media, which misses the bound.
  scene.again = running(scene.world, service, nodes).then(
    () => note(Date.now()),
    () => note(from),
  )
}

export async function killWorker({ world }: Scene): Promise<void> {
  for (const worker of childrenOf(world.service('sfu').pid ?? 0)) process.kill(worker, 'SIGKILL')
}

export async function record({ holder, door }: Scene): Promise<void> {
  await holder.page.getByRole('button', { name: 'Record', exact: true }).click()
  await holder.page.getByRole('button', { name: 'Ask to record' }).click()
  await door.page.getByRole('button', { name: 'Allow', exact: true }).click()
}
