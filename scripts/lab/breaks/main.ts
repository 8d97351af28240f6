/**
 * `npm run breaks [-- --only <name> | --area <area>] [--json <file>]`: whether the tests find breaks of the product. Each break is made in
 * a throw-away worktree of HEAD, its test files run one after the other until one fails, and it is reverted.
 * Exits with 1 where one is not found.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { table } from '#scripts/docs/markdown.ts'
import { prepareServices, prepareWeb } from '#scripts/start/prepare.ts'
import { prepareBucket, prepareChromium, prepareServers, prepareWorker } from '#scripts/testing/run/prepare.ts'
import { AREAS } from './areas.ts'
import type { Break } from './break.ts'

const USAGE = `npm run breaks [-- --only <name> | --area <area>] [--json <file>]

areas: ${Object.keys(AREAS).join(', ')}`
/** A test file that runs longer has failed. */
const LIMIT_MS = 15 * 60_000

type AreaBreak = Break & { readonly area: string }
/** `foundBy`: the file that failed, `title` its first failing test. */
type Verdict = {
  readonly area: string
  readonly name: string
  readonly file: string
  readonly foundBy: string | null
  readonly title: string | null
  readonly seconds: number
}
type Suite = 'unit' | 'wire' | 'e2e'
type JestReport = {
  readonly testResults: readonly {
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const say = (line: string) => console.log(line)
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })

function suiteOf(file: string): Suite {
  if (file.startsWith('web/e2e/')) return 'e2e'
  return /^services\/\w+\/test\/|\.wire\.test\.ts$/.test(file) ? 'wire' : 'unit'
}

/** @returns the first failing test of a report, or why its file did not run */
function firstFailure(suite: Suite, report: string): string | undefined {
  if (suite === 'e2e') {
    const specs = (one: JSONReportSuite): JSONReportSuite['specs'] => [...one.specs, ...(one.suites ?? []).flatMap(specs)]
    const { suites, errors } = JSON.parse(report) as JSONReport
    return suites.flatMap(specs).find(({ ok }) => !ok)?.title ?? errors[0]?.message
  }
  const { testResults } = JSON.parse(report) as JestReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return tests.find(({ status }) => status === 'failed')?.fullName ?? testResults.find(({ status }) => status === 'failed')?.message
}

/** @returns the first failing test of the file; undefined where all passed */
function runTests(tree: string, file: string): string | undefined {
  const suite = suiteOf(file)
  const report = `${tree}.json`
  rmSync(report, { force: true })
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const jest = [...flags, 'node_modules/jest/bin/jest.js', '--selectProjects', suite, '--json', `--outputFile=${report}`]
  const playwright = ['node_modules/@playwright/test/cli.js', 'test']
  const args = suite === 'e2e' ? [...playwright, file] : [...jest, '--maxWorkers=1', '--ci', file]
  const env = { ...process.env, CI: undefined, E2E_JSON: report }
  const { status } = spawnSync(process.execPath, args, { cwd: tree, env, stdio: 'ignore', timeout: LIMIT_MS })
  if (status === 0) return undefined
  const title = existsSync(report) ? firstFailure(suite, readFileSync(report, 'utf8')) : undefined
  return title?.trim().split('\n')[0] ?? `ended with ${status ?? 'a signal'}`
}

async function findBreak(tree: string, { area, name, file, find, replace, tests }: AreaBreak): Promise<Verdict> {
  const began = performance.now()
  const verdict = (foundBy: string | null, title: string | null): Verdict => {
    const seconds = Math.round((performance.now() - began) / 1000)
    say(`${name}: ${foundBy ? `found by ${foundBy}: ${title}` : `NOT FOUND by ${tests.join(', ')}`} (${seconds} s)`)
    return { area, name, file, foundBy, title, seconds }
  }
  const path = join(tree, file)
  const broken = readFileSync(path, 'utf8').replace(find, () => replace)
  writeFileSync(path, broken)
  try {
    for (const test of tests) {
      // Services and pages are built again if a break, or its reversal, has changed their sources.
      if (suiteOf(test) !== 'unit') await Promise.all([prepareServices(tree), prepareWeb(tree)])
      const title = runTests(tree, test)
      if (title !== undefined) return verdict(test, title)
    }
    return verdict(null, null)
  } finally {
    git('-C', tree, 'checkout', '--quiet', '--', '.')
  }
}

/** @throws Error if a text does not exist, or a test file is missing: the product has changed since the break was written */
function checkBreaks(tree: string, breaks: readonly AreaBreak[]): void {
  const stale = breaks.filter(({ file, find, tests }) => {
    const parts = existsSync(join(tree, file)) ? readFileSync(join(tree, file), 'utf8').split(find) : []
    return parts.length !== 2 || tests.some((test) => !existsSync(join(tree, test)))
  })
  if (stale.length) throw new Error(`These breaks do not fit the tree any more: ${stale.map(({ name }) => name).join(', ')}`)
}

async function findAll(breaks: readonly AreaBreak[]): Promise<Verdict[]> {
  const tree = join(dirname(ROOT), `breaks-${process.pid}`)
  git('worktree', 'add', '--quiet', '--detach', tree, 'HEAD')
  // The running test file receives the signal too, and ends.
  let stopped = false
  process.once('SIGINT', () => {
    stopped = true
  })
  try {
    checkBreaks(tree, breaks)
    execFileSync('cp', ['-al', join(ROOT, 'node_modules'), join(tree, 'node_modules')])
    await Promise.all([prepareServers(say), prepareBucket(say), prepareChromium(say), prepareWorker(say), prepareServices(tree)])
    const verdicts: Verdict[] = []
    for (const one of breaks) if (!stopped) verdicts.push(await findBreak(tree, one))
    return verdicts
  } finally {
    git('worktree', 'remove', '--force', tree)
    rmSync(`${tree}.json`, { force: true })
  }
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    area: { type: 'string' },
    json: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  say(USAGE)
  process.exit()
}
const all = Object.entries(AREAS).flatMap(([area, breaks]) => breaks.map((one): AreaBreak => ({ area, ...one })))
const chosen = all.filter(({ area, name }) => (!values.only || name === values.only) && (!values.area || area === values.area))
if (!chosen.length) throw new Error(`There is no such break. Areas: ${Object.keys(AREAS).join(', ')}.`)
const verdicts = await findAll(chosen)
const rows = verdicts.map(({ area, name, foundBy, seconds }) => [area, name, foundBy ?? 'NOT FOUND', `${seconds} s`])
say(`\n${table(['area', 'break', 'found by', 'time'], rows)}`)
const found = verdicts.filter(({ foundBy }) => foundBy !== null).length
say(`\n${found} of ${chosen.length} found`)
if (values.json) writeFileSync(values.json, `${JSON.stringify(verdicts, null, 2)}\n`)
process.exitCode = found === chosen.length ? 0 : 1
