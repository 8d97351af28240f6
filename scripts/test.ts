/**
 * `npm test`: prepares what it needs, runs check and of each suite what every change needs, and ends with one line. `npm test -- --all`
 * runs everything. `npm test -- unit e2e` runs those suites alone, `npm test -- wire gateway/test/edge` all tests of the suite's files
 * whose path contains this text, `npm test -- --changed` those that the uncommitted changes can break (`--changed=main`: all since that
 * commit). `--within=<minutes>` leaves the tests with the tag `@all` of browser suites out where they would not end within this time, and
 * says so: a shared machine of continuous integration may be several times slower than on another day.
 * While the media worker is built and servers are fetched, only suites without timing or browser run. Check and unit run at low
 * priority beside the wire tests; the browser tests run alone afterwards.
 */
import { availableParallelism } from 'node:os'
import { selectChanged } from './testing/run/changed.ts'
import { checkSuite } from './testing/run/check-results.ts'
import {
  atLeastOne,
  type Count,
  FAILED,
  failureLines,
  flakyLines,
  inWords,
  isGreen,
  leftOutLines,
  NOTHING,
  sum,
} from './testing/run/count.ts'
import { jestSuite } from './testing/run/jest-results.ts'
import { playwrightSuite } from './testing/run/playwright-results.ts'
import {
  prepareBucket,
  prepareChromium,
  preparePushBrowsers,
  prepareRecorder,
  prepareServers,
  prepareSite,
  prepareSources,
  prepareStripeSpec,
  prepareWorker,
} from './testing/run/prepare.ts'
import type { Part } from './testing/run/program.ts'
import { fitsWithin, isWithin } from './testing/run/within.ts'

type Run = (part: Part) => Promise<Count>
type Suite = {
  readonly name: string
  /** Needs the servers, the media worker and the browser. */
  readonly needsProduct: boolean
  /** Runs beside other suites. */
  readonly run?: Run
  /** Runs when nothing else does. */
  readonly runAlone?: Run
}

const began = performance.now()
const cores = availableParallelism()
const clock = (from: number) => {
  const seconds = Math.round((performance.now() - from) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
const say = (line: string) => console.log(`[${clock(began)}] ${line}`)

/** A file waits for a third of its time, so that two cores are busy with three. */
const wireWorkers = cores === 1 ? 1 : Math.max(3, Math.floor(cores / 2))

const SUITES: readonly Suite[] = [
  { name: 'check', needsProduct: false, run: () => checkSuite() },
  { name: 'unit', needsProduct: false, run: (part) => jestSuite('unit', { ...part, workers: cores, background: true }) },
  { name: 'wire', needsProduct: true, run: (part) => jestSuite('wire', { ...part, workers: wireWorkers }) },
  { name: 'e2e', needsProduct: true, runAlone: playwrightSuite },
]

const isSuite = (word: string) => SUITES.some(({ name }) => name === word)

/** A failing preparation does not stop the run: the suites that need it fail and say why. */
async function step(name: string, work: () => Promise<string>): Promise<boolean> {
  const from = performance.now()
  try {
    say(`${name}: ${await work()} (${clock(from)})`)
    return true
  } catch (error) {
    say(`${name} FAILED: ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

const fits = fitsWithin(process.argv.slice(2), () => performance.now() - began)

async function runPart({ suite, paths, all }: Chosen, run: Run | undefined): Promise<Count> {
  if (!run) return NOTHING
  const from = performance.now()
  const { name } = suite
  say(`${name} …`)
  const count = await run({ paths, all, ...(fits ? { fits } : {}) }).catch((error: unknown) => {
    console.error(error)
    return FAILED
  })
  say(`${name}: ${inWords(count)} (${clock(from)})`)
  return count
}

/** @returns the result of each suite, in the given order */
async function runAll(chosen: readonly Chosen[], product: Promise<unknown>): Promise<[string, Count][]> {
  const counts = new Map<Suite, Count>()
  const add = (one: Chosen, count: Count) => counts.set(one.suite, sum([counts.get(one.suite) ?? NOTHING, count]))
  const inTurn = async (needsProduct: boolean, kind: 'run' | 'runAlone') => {
    for (const one of chosen.filter(({ suite }) => suite.needsProduct === needsProduct)) add(one, await runPart(one, one.suite[kind]))
  }
  await Promise.all([inTurn(false, 'run'), product.then(() => inTurn(true, 'run'))])
  await inTurn(true, 'runAlone')
  return chosen.map((one) => {
    const count = counts.get(one.suite) ?? FAILED
    return [one.suite.name, one.mayBeEmpty ? count : atLeastOne(count)]
  })
}

/** A folder may have no tests of a suite, but a suite chosen by name must run at least one. */
type Chosen = Part & { readonly suite: Suite; readonly mayBeEmpty?: true }

function chooseByName(args: readonly string[], all: boolean): readonly Chosen[] {
  const [names, paths] = [args.filter(isSuite), args.filter((word) => !isSuite(word))]
  if (paths.length && !names.length) throw new Error(`Name the suite of ${paths.join(' ')}: ${SUITES.map(({ name }) => name).join(', ')}`)
  return SUITES.filter(({ name }) => names.length === 0 || names.includes(name)).map((suite) => ({
    suite,
    paths,
    all: all || paths.length > 0,
  }))
}

/** All checks, and of each suite the tests that the change can break; if that may be any test, those that every change needs. */
function chooseChanged(since: string | undefined, all: boolean): readonly Chosen[] {
  const { changed, selection } = selectChanged(since)
  say(`${changed.length} changed files`)
  return SUITES.flatMap((suite): Chosen[] => {
    const paths = suite.name in selection ? selection[suite.name as keyof typeof selection] : 'all'
    if (paths === 'all') return [{ suite, paths: [], all }]
    return paths.length ? [{ suite, paths, all: true, mayBeEmpty: true }] : []
  })
}

function choose(args: readonly string[]): readonly Chosen[] {
  const all = args.includes('--all')
  const changed = args.find((word) => /^--changed(=|$)/.test(word))
  const words = args.filter((word) => word !== '--all' && !isWithin(word))
  return changed ? chooseChanged(changed.split('=')[1], all) : chooseByName(words, all)
}

/** Check and unit tests run meanwhile. @returns whether each step succeeded */
async function prepareProduct(chosen: readonly Chosen[]): Promise<boolean[]> {
  if (!chosen.length) return []
  return Promise.all([
    step('media worker', () => prepareWorker(say)),
    step('servers', () => prepareServers(say)),
    ...(chosen.some(({ all }) => all)
      ? [step('versitygw', () => prepareBucket(say)), step('browsers of push', () => preparePushBrowsers(say))]
      : []),
    step('chromium', () => prepareChromium(say)),
    step('ffmpeg', () => prepareRecorder(say)),
    step("Stripe's OpenAPI", () => prepareStripeSpec(say)),
  ])
}

async function main(args: readonly string[]): Promise<Count> {
  const chosen = choose(args)
  const product = prepareProduct(chosen.filter(({ suite }) => suite.needsProduct))
  const sources = [await step('services', prepareSources), await step('web', prepareSite)]
  const counts = await runAll(chosen, product)
  const preparation = [...sources, ...(await product)].includes(false) ? FAILED : NOTHING
  console.log('')
  for (const [name, count] of counts) console.log(`  ${name.padEnd(6)} ${inWords(count)}`)
  const total = sum([...counts.map(([, count]) => count), preparation])
  for (const line of [...leftOutLines(total), ...flakyLines(total), ...failureLines(total)]) console.log(`  ${line}`)
  say('done')
  return total
}

const total = await main(process.argv.slice(2))
process.exitCode = isGreen(total) ? 0 : 1
console.log(inWords(total))
