/**
 * `npm run bench -- call`: from the press to the first frame, prepared while ringing and cold, one call of each kind a round, in real
 * browsers.
 */
import type { Browser } from 'playwright-core'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { openBrowser, openPage, outcome, press, ring } from './call-pages.ts'
import { type Call, KINDS, type Kind, printCalls } from './call-report.ts'
import { filledNode } from './filled-node.ts'
import { saveReport } from './report.ts'

/** One worker, so that prepared and cold calls share it. */
const SFU = { MEDIA_WORKERS: '1', MEDIA_ROOMS_PER_WORKER: '20' }

/** Starts the product and the browsers that make calls in it. */
export async function startCalls(): Promise<{ readonly world: Stack; readonly browsers: Browsers; readonly stop: () => Promise<void> }> {
  const world = await startStack({ envOf: { sfu: SFU } })
  // Two browsers, because in one browser the second page's camera would open after the first's.
  const browsers: Browsers = { home: await openBrowser(), door: await openBrowser() }
  const stop = async () => {
    await Promise.all(Object.values(browsers).map((browser) => browser.close()))
    await world.stop()
  }
  return { world, browsers, stop }
}

export async function benchCall(rounds: number): Promise<void> {
  const { world, browsers, stop } = await startCalls()
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
    await stop()
  }
}

const show = (call: Call | undefined) => `${call?.residentFrame.toFixed(0)}/${call?.visitorFrame.toFixed(0)} ms`

type Browsers = { readonly home: Browser; readonly door: Browser }

/** A cold call rings while the only node is half full, when the product prepares no media. */
export async function oneCall(world: Stack, browsers: Browsers, kind: Kind): Promise<Call> {
  const resident = await world.resident({ premium: true })
  const release = kind.cold ? await filledNode(world, Number(SFU.MEDIA_ROOMS_PER_WORKER)) : undefined
  const [home, door] = await Promise.all([openPage(browsers.home, world.url), openPage(browsers.door, world.url)])
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
