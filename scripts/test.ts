/**
 * `npm test`: prepares what it needs, runs check and all suites, and ends with one line. `npm test -- unit e2e` runs those suites alone,
 * `npm test -- wire gateway/test/edge` of the suite the files whose path has these words.
 * While the media worker is built, only suites without timing or browser run.
 */
import { availableParallelism } from 'node:os'
import { check } from './check/run.ts'
import { atLeastOne, type Count, FAILED, flakyLines, inWords, isGreen, NOTHING, sum } from './testing/run/count.ts'
import { jestSuite } from './testing/run/jest-results.ts'
import { playwrightSuite } from './testing/run/playwright-results.ts'
import { prepareChromium, prepareServers, prepareSite, prepareSources, prepareWorker } from './testing/run/prepare.ts'

type Suite = { readonly name: string; readonly needsCalm: boolean; readonly run: (paths: readonly string[]) => Promise<Count> }

const began = performance.now()
const cores = availableParallelism()
const clock = (from: number) => {
  const seconds = Math.round((performance.now() - from) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
const say = (line: string) => console.log(`[${clock(began)}] ${line}`)

const SUITES: readonly Suite[] = [
  { name: 'check', needsCalm: false, run: async () => ({ ...NOTHING, ...(await check()) }) },
  { name: 'unit', needsCalm: false, run: (paths) => jestSuite('unit', cores, paths) },
  { name: 'wire', needsCalm: true, run: (paths) => jestSuite('wire', Math.max(1, Math.floor(cores / 2)), paths) },
  { name: 'e2e', needsCalm: true, run: playwrightSuite },
]

const isSuite = (word: string) => SUITES.some(({ name }) => name === word)

/** A step that fails stops nothing by itself: the suites that need it fail and say why. */
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

async function runSuite(suite: Suite, paths: readonly string[]): Promise<Count> {
  const from = performance.now()
  say(`${suite.name} …`)
  const count = atLeastOne(
    await suite.run(paths).catch((error: unknown) => {
      console.error(error)
      return FAILED
    }),
  )
  say(`${suite.name}: ${inWords(count)} (${clock(from)})`)
  return count
}

async function main(words: readonly string[]): Promise<Count> {
  const [names, paths] = [words.filter(isSuite), words.filter((word) => !isSuite(word))]
  if (paths.length && !names.length) throw new Error(`Name the suite of ${paths.join(' ')}: ${SUITES.map(({ name }) => name).join(', ')}`)
  const suites = SUITES.filter(({ name }) => names.length === 0 || names.includes(name))
  const calm = suites.some((suite) => suite.needsCalm)
  const worker = calm ? step('media worker', () => prepareWorker(say)) : Promise.resolve(true)
  const prepared = [
    await step('prisma clients', prepareSources),
    await step('web', prepareSite),
    ...(calm ? await Promise.all([step('servers', () => prepareServers(say)), step('chromium', () => prepareChromium(say))]) : []),
  ]
  const counts: [string, Count][] = []
  for (const suite of suites) {
    if (suite.needsCalm) prepared.push(await worker)
    counts.push([suite.name, await runSuite(suite, paths)])
  }
  const preparation = prepared.includes(false) ? FAILED : NOTHING
  console.log('')
  for (const [name, count] of counts) console.log(`  ${name.padEnd(6)} ${inWords(count)}`)
  const total = sum([...counts.map(([, count]) => count), preparation])
  for (const line of flakyLines(total)) console.log(`  ${line}`)
  say('done')
  return total
}

const total = await main(process.argv.slice(2))
process.exitCode = isGreen(total) ? 0 : 1
console.log(inWords(total))
