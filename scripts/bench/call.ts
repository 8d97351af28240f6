/**
 * `npm run bench -- call`: from the press to the first frame, prepared while ringing and cold, one call of each kind a round, in real
 * browsers.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '#scripts/testing/chromium.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { type Mark, probe } from './call-probe.ts'
import { type Call, type Hops, KINDS, type Kind, printCalls } from './call-report.ts'
import { filledNode } from './filled-node.ts'
import { saveReport } from './report.ts'

/** One worker, so that prepared and cold calls share it. */
const SFU = { MEDIA_WORKERS: '1', MEDIA_ROOMS_PER_WORKER: '20' }
/** Preparation is complete when a page has sent no request for this long; a person needs longer to press. */
const STILL_MS = 800
const FIRST_FRAMES_MS = 20_000
const JOINING = 'out media_request join'

export async function benchCall(rounds: number): Promise<void> {
  const world = await startStack({ envOf: { sfu: SFU } })
  // Two browsers, because in one browser the second page's camera would open after the first's.
  const browsers: Browsers = { home: await openBrowser(), door: await openBrowser() }
  try {
    for (const kind of KINDS) await oneCall(world, browsers, kind)
    const rows = new Map<string, Call[]>(KINDS.map((kind) => [kind.name, []]))
    for (let round = 1; round <= rounds; round += 1) {
      for (const kind of round % 2 ? KINDS : [...KINDS].reverse()) rows.get(kind.name)?.push(await oneCall(world, browsers, kind))
      console.log(`round ${round}  ${KINDS.map(({ name }) => `${name}: ${show(rows.get(name)?.at(-1))}`).join('  ')}`)
    }
    printCalls(rows)
    saveReport('call', Object.fromEntries(rows))
  } finally {
    await Promise.all(Object.values(browsers).map((browser) => browser.close()))
    await world.stop()
  }
}

const show = (call: Call | undefined) => `${call?.residentFrame.toFixed(0)}/${call?.visitorFrame.toFixed(0)} ms`

type Browsers = { readonly home: Browser; readonly door: Browser }

async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium()
  return chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS], env: { ...process.env, ...env } as Record<string, string> })
}

async function openPage(browser: Browser, world: Stack): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.grantPermissions(['camera', 'microphone'], { origin: world.url })
  await context.addInitScript(probe)
  return { context, page: await context.newPage() }
}

/** A cold call rings while the only node is half full, when the product prepares no media. */
async function oneCall(world: Stack, browsers: Browsers, kind: Kind): Promise<Call> {
  const resident = await world.resident({ premium: true })
  const release = kind.cold ? await filledNode(world, Number(SFU.MEDIA_ROOMS_PER_WORKER)) : undefined
  const [home, door] = await Promise.all([openPage(browsers.home, world), openPage(browsers.door, world)])
  try {
    await home.context.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url: world.url, httpOnly: true })))
    await home.page.goto(`${world.url}/doorbell`)
    await ring(door.page, `${world.url}/visitor/${resident.user.qrCodeId}`, kind)
    await press(home.page, door.page)
    const call = await outcome(home.page, door.page)
    if (call.prepared === kind.cold) throw new Error(`a call that should be ${kind.name} was not`)
    await home.page.getByRole('button', { name: 'End', exact: true }).click()
    await door.page.getByText('Call Ended').first().waitFor()
    return call
  } finally {
    await release?.()
    await Promise.all([home.context.close(), door.context.close()])
    await resident.leave()
  }
}

async function ring(page: Page, url: string, kind: Kind): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Your Name').fill('Bench Visitor')
  await page.getByRole('textbox', { name: /^Message/ }).fill('At the door.')
  await page.getByRole('button', { name: 'Ring Doorbell' }).click()
  await page.getByText('Calling Resident...').waitFor()
  if (!kind.camera) return
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()
}

async function press(home: Page, door: Page): Promise<void> {
  const button = home.getByRole('alertdialog').getByRole('button', { name: 'Video Call' })
  await button.waitFor()
  const from = Date.now()
  await eventually('both pages to be still', async () => {
    const asked = await Promise.all([home, door].map((page) => page.evaluate(() => window.bench.lastRequest)))
    return Date.now() - Math.max(from, ...asked) > STILL_MS
  })
  await button.click()
}

async function outcome(home: Page, door: Page): Promise<Call> {
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
