/** The two pages of a video call in real browsers: opened, rung, answered, timed. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/testing/chromium.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Mark, probe } from './call-probe.ts'
import type { Call, Hops } from './call-report.ts'

/** Preparation is complete when a page has sent no request for this long; a person needs longer to press. */
const STILL_MS = 800
const FIRST_FRAMES_MS = 20_000
const JOINING = 'out media_request join'

/** A Chromium with fake devices. @throws StartError that says how to get one */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], env: { ...process.env, ...env } as Record<string, string> })
}

/** A new window, whose pages record their steps (call-probe.ts). */
export async function openPage(browser: Browser, url: string): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['camera', 'microphone'], { origin: url })
  await context.addInitScript(probe)
  return { context, page: await context.newPage() }
}

/** Fills in the visitor's form and rings; returns when it rings. */
export async function ring(page: Page, url: string, { camera }: { readonly camera: boolean }): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Your Name').fill('Bench Visitor')
  await page.getByRole('textbox', { name: /^Message/ }).fill('At the door.')
  await page.getByRole('button', { name: 'Ring Doorbell' }).click()
  await page.getByText('Calling Resident...').waitFor()
  if (!camera) return
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
}

/** Answers with video once neither page has anything left to prepare. */
export async function press(home: Page, door: Page): Promise<void> {
  const button = home.getByRole('alertdialog').getByRole('button', { name: 'Video Call' })
  await button.waitFor()
  const from = Date.now()
  await eventually('both pages to be still', async () => {
    const asked = await Promise.all([home, door].map((page) => page.evaluate(() => window.bench.lastRequest)))
    return Date.now() - Math.max(from, ...asked) > STILL_MS
  })
  await button.click()
}

/** @returns the times of the first frames @throws Error if there are none */
export async function outcome(home: Page, door: Page): Promise<Call> {
  let seen = {}
  const look = async () => {
    const [at, there] = await Promise.all([home, door].map((page) => page.evaluate(() => window.bench.marks)))
    const press = at?.find(([name]) => name === 'press')?.[1] ?? Number.NaN
    const resident = since(press, at ?? [])
    const visitor = since(press, there ?? [])
    seen = { resident, visitor }
    const { devices, frame } = resident
    if (devices === undefined || frame === undefined || visitor.frame === undefined) return null
    const prepared = at?.some(([name, time]) => name === JOINING && time < press) ?? false
    return { residentFrame: frame, devices, visitorFrame: visitor.frame - devices, prepared, hops: { resident, visitor } }
  }
  return eventually('both first frames', look, FIRST_FRAMES_MS).catch((cause: unknown) => {
    throw new Error(`no first frames; hops: ${JSON.stringify(seen)}`, { cause })
  })
}

/** The first step of each name after the press, in milliseconds since it. */
function since(press: number, marks: readonly Mark[]): Hops {
  const after = marks.filter(([, at]) => at >= press).reverse()
  return Object.fromEntries(after.map(([name, at]) => [name, at - press]))
}
