/**
 * `npm run bench -- call --count N [--at-once N] [--pages 1|2] [--stress] [--only part of a name]`: whether calls always have media.
 * N calls in real browsers, in turn through the variations; each is watched from the press on, on both sides.
 */
import type { Browser } from 'playwright-core'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { judge, type Span } from './call-judge.ts'
import { openBrowser } from './call-pages.ts'
import { answer, ringAt, type Scene, takeOverOf, Watched } from './call-scene.ts'
import { type Variation, variationsFor } from './call-variations.ts'
import { SAMPLE_MS } from './call-watch.ts'
import type { CallsOptions } from './calls-options.ts'
import { areWithinBounds, type CallResult, printCallResults } from './calls-report.ts'
import { saveReport } from './report.ts'
import { load, type Stress, startStress } from './stress.ts'

/** Rings live long enough for a slow machine. */
const ENVIRONMENT = { RING_LIFE_MS: '120000', TRUSTED_PROXIES: '127.0.0.1/32' }
/** How long a call is watched after the press, and after what happens in the call: longer than a side may be without media. */
const WATCHED_MS = 8_000
/** Under stress a call is watched until it has media again, at most this long. */
const WATCHED_STRESSED_MS = 20_000
/** Media flows if both sides receive it for `ms` without a gap longer than `pause`. */
const FLOWING = { ms: 3_000, pause: 1_500 } as const
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Browsers = { readonly home: Browser; readonly door: Browser }

/** A product with two browsers, in which one call at a time is made. */
class Lane {
  readonly world: Stack
  readonly browsers: Browsers

  private constructor(world: Stack, browsers: Browsers) {
    this.world = world
    this.browsers = browsers
  }

  /** A separate product, because a call that kills a service would disturb concurrent calls. */
  static async open(): Promise<Lane> {
    const world = await startStack({ supervised: true, env: ENVIRONMENT })
    // Two browsers, because in one browser the second page's camera would open after the first's.
    return new Lane(world, { home: await openBrowser(), door: await openBrowser() })
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.browsers).map((browser) => browser.close()))
    await this.world.stop()
  }
}

/** @returns whether every bound holds */
export async function benchCalls({ count, atOnce, pages, isStressed, only }: CallsOptions): Promise<boolean> {
  const variations = variationsFor(pages).filter(({ name }) => name.includes(only))
  const watched = isStressed ? WATCHED_STRESSED_MS : WATCHED_MS
  const lanes: Lane[] = []
  const results: CallResult[] = []
  let next = 0
  const makeCalls = async ({ world, browsers }: Lane) => {
    while (next < count) {
      const variation = variations[next % variations.length]
      next += 1
      if (!variation) return
      const result = await oneCall({ world, browsers, pages, watched }, variation)
      results.push(result)
      console.log(`${results.length} of ${count}  ${variation.name}: ${show(result)}`)
    }
  }
  let stress: Stress | undefined
  try {
    while (lanes.length < Math.min(atOnce, count)) lanes.push(await Lane.open())
    if (isStressed) stress = startStress()
    await Promise.all(lanes.map(makeCalls))
  } finally {
    stress?.stop()
    await Promise.all(lanes.map((lane) => lane.close()))
  }
  const conditions = stress ? `stressed by ${stress.generator}` : 'quiet'
  const bounds = { conditions, pages, atOnce: lanes.length, isStressed }
  printCallResults(results, bounds)
  saveReport(`calls-${pages}-${isStressed ? 'stressed' : 'quiet'}`, { ...bounds, results })
  return areWithinBounds(results, isStressed)
}

const inMs = (time: number | undefined) => time?.toFixed(0) ?? '-'
function show({ resident, visitor, error, down = 0, load: at }: CallResult): string {
  const firsts = `${inMs(resident?.first)}/${inMs(visitor?.first)}`
  const killed = down ? `, down ${down} ms` : ''
  return error ?? `first ${firsts} ms, gap ${inMs(resident?.gap)}/${inMs(visitor?.gap)} ms${killed}, load ${at}`
}

type Setting = { readonly world: Stack; readonly browsers: Browsers; readonly pages: number; readonly watched: number }

async function oneCall(setting: Setting, variation: Variation): Promise<CallResult> {
  const { world, browsers } = setting
  const opened: Watched[] = []
  const open = async (browser: Browser, cookies?: ReadonlyMap<string, string>) => {
    const watched = await Watched.open(browser, world.url, cookies)
    opened.push(watched)
    return watched
  }
  const at = { name: variation.name, load: Math.round(load()) }
  let resident: Resident | undefined
  let scene: Scene | undefined
  try {
    resident = await world.resident({ premium: true })
    const [home, door] = [await open(browsers.home, resident.client.cookies), await open(browsers.door)]
    await home.page.goto(`${world.url}/doorbell`)
    if (variation.device) {
      const device = await open(browsers.home, (await resident.anotherDevice()).client.cookies)
      await device.page.goto(`${world.url}/doorbell`)
    }
    const tab = setting.pages === 2 ? await home.another() : undefined
    await ringAt(door, `${world.url}/visitor/${resident.user.qrCodeId}`, variation.camera ?? false)
    if (variation.doorTab) await door.another()
    scene = { world, home, door, tab, holder: home, down: () => 0, again: undefined }
    return { ...at, ...(await watchCall(setting, scene, variation)) }
  } catch (error) {
    return { ...at, error: String(error).split('\n')[0] ?? 'failed' }
  } finally {
    await Promise.all(opened.map(({ context }) => context.close()))
    await resident?.leave()
    // Otherwise the next call would begin while a service is still starting.
    await scene?.again
  }
}

async function watchCall(
  { watched }: Setting,
  scene: Scene,
  variation: Variation,
): Promise<Pick<CallResult, 'resident' | 'visitor' | 'down'>> {
  const { home, door, tab } = scene
  if (!variation.isAtOnce) await pause(2_000)
  const answering = variation.bothAnswer && tab ? [home, tab] : [home]
  const from = await answer(answering, variation.kind ?? 'video')
  if (answering.length > 1) scene.holder = await holderOf(scene)
  if (variation.afterPress) await variation.afterPress(scene)
  // A call that was taken over has media in one page after the other.
  const holders = new Set([scene.holder])
  const wants = { video: variation.kind !== 'audio', audio: true }
  const judgeBoth = (span: Span) => {
    const [residents, visitors] = [[...holders].map(({ samples }) => samples), [door.samples]]
    return {
      resident: judge({ pages: residents, others: visitors, wants }, span),
      visitor: judge({ pages: visitors, others: residents, wants }, span),
    }
  }
  const flows = (now: number) => Object.values(judgeBoth({ from: now - FLOWING.ms, to: now })).every(({ gap }) => gap < FLOWING.pause)
  await watch(scene, watched, flows)
  if (variation.inCall) {
    await variation.inCall(scene)
    holders.add(scene.holder)
    await watch(scene, watched, flows)
  }
  return { down: scene.down(), ...judgeBoth({ from, to: Date.now() }) }
}

/** Watches as long as in a quiet run, then until media flows. @param most milliseconds, from the restart of a killed service */
async function watch(scene: Scene, most: number, flows: (now: number) => boolean): Promise<void> {
  const began = Date.now()
  await pause(WATCHED_MS)
  while (Date.now() - began < most + scene.down() && !flows(Date.now())) await pause(SAMPLE_MS)
}

/** Of two windows that answered, the one that has the call; the other one offers to take it over. */
async function holderOf({ home, tab }: Scene): Promise<Watched> {
  return eventually('one of two windows to have the call', async () => {
    if (tab && (await takeOverOf(home).isVisible())) return tab
    return tab && (await takeOverOf(tab).isVisible()) ? home : undefined
  })
}
