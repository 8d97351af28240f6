// @all: k6 for some twenty seconds each, against a product of its own that trusts this machine as a proxy
/** k6 with its script alone, archived, in two parts, and by `npm run load`; no test asserts a latency. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { HttpClient } from '#scripts/testing/http-client.ts'
import { report } from '#scripts/testing/report.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { accountsFile, deleteAccounts, prepareAccounts, readAccounts } from './accounts.ts'
import { parseRange } from './addresses.ts'
import { findK6 } from './k6-program.ts'
import type { Senders } from './options.ts'
import type { Report } from './report.ts'
import type { Summary } from './verdicts.ts'

const run = promisify(execFile)
const SCRIPT = join(ROOT, 'scripts', 'load', 'k6', 'main.ts')
const FORWARDED = '198.18.0.0/15'
const SENDERS: Senders = { by: 'forwarded-from', range: parseRange(FORWARDED), insecure: false }
/** Go builds k6 where there is none. */
const BUILD_MS = 900_000
const RUN_MS = 180_000

let world: Stack
let k6: string
const folder = mkdtempSync(join(tmpdir(), 'load-test-'))
const say = (line: string) => report(line)

beforeAll(async () => {
  k6 = await findK6(say)
  world = await startStack({
    services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'gateway'],
    env: { TRUSTED_PROXIES: '127.0.0.1/32' },
  })
}, BUILD_MS)
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  rmSync(accountsFile(world.url), { force: true })
  await world.stop()
})

const loadOf = (values: Readonly<Record<string, string>>) => Object.entries(values).flatMap(([name, value]) => ['-e', `${name}=${value}`])
const visitors = () => loadOf({ URL: world.url, SCENARIO: 'visitors', PROFILE: 'smoke', SECONDS: '5', FORWARDED_FROM: FORWARDED })
const named = (name: string) => join(folder, name)
const readJson = <T>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as T
const loadAccounts = () => world.postgres('auth', `SELECT username FROM users WHERE username LIKE 'load-%'`)

/** @returns the standard output of k6, without the verdicts of thresholds in its exit code */
const runK6 = async (command: 'run' | 'archive', ...args: string[]) => run(k6, [command, ...args], { timeout: RUN_MS, maxBuffer: 64 << 20 })
const RUN = ['--no-thresholds', '--no-usage-report', '--address', ''] as const

test(
  'k6 alone registers residents, rings at their doors, and deletes them',
  async () => {
    const { stdout } = await runK6('run', ...RUN, ...visitors(), SCRIPT)
    expect(stdout).toMatch(/✓ ring: status 201/)
    expect(stdout).toMatch(/✓ visitor sees the answer/)
    expect(stdout).toMatch(/checks_failed\.*: 0\.00%/)
    expect(stdout).toMatch(/ring_receipt\.*: count=[1-9]/)
    // Printed once it has counted one.
    expect(stdout).not.toMatch(/load_errors/)
    await eventually('the accounts to be deleted', async () => (await loadAccounts()).length === 0)
  },
  RUN_MS,
)

test(
  'two parts of an archive ring at the doors of different accounts',
  async () => {
    await prepareAccounts(world.url, SENDERS, 20, say)
    const archive = named('archive.tar')
    await runK6('archive', ...visitors(), ...loadOf({ ACCOUNTS: accountsFile(world.url) }), '-O', archive, SCRIPT)
    const parts = await Promise.all(
      ['0:1/2', '1/2:1'].map(async (segment, index) => {
        const part = ['--execution-segment', segment, '--execution-segment-sequence', '0,1/2,1', '--http-debug']
        const summary = named(`part-${index}.json`)
        const { stdout, stderr } = await runK6('run', ...RUN, ...part, ...loadOf({ SUMMARY: summary }), archive)
        const doors = [...stderr.matchAll(/POST \/api\/doorbell\/ring\/([\w-]+) /g)].map(([, door]) => door)
        return { doors: new Set(doors), stdout, summary: readJson<Summary>(summary) }
      }),
    )
    const [first, second] = parts.map(({ doors }) => doors)
    expect(first?.size).toBeGreaterThan(0)
    expect(second?.size).toBeGreaterThan(0)
    expect([...(first ?? [])].filter((door) => second?.has(door))).toEqual([])
    for (const { stdout, summary } of parts) {
      expect(stdout).toMatch(/checks {2}(\d+) of \1 passed/)
      // Both sides of each ring are in the same part, whose clock measures it.
      const { rings_accepted: accepted, ring_frame: seen, load_errors: errors } = summary.metrics
      expect(errors).toBeUndefined()
      expect(seen?.values.count).toBe(accepted?.values.passes)
    }
  },
  RUN_MS,
)

test(
  'an archive is run as the load that it was made for',
  async () => {
    const archive = named('fixed.tar')
    await runK6('archive', ...visitors(), '-O', archive, SCRIPT)
    const other = runK6('run', ...RUN, ...loadOf({ PROFILE: 'average' }), archive)
    await expect(other).rejects.toMatchObject({ stderr: expect.stringMatching(/This archive is of the load .*visitors smoke 5s/) })
  },
  RUN_MS,
)

test(
  'npm run load gives k6 an output of the user beside its own',
  async () => {
    const csv = named('samples.csv')
    const args = ['visitors', 'smoke', '--seconds', '5', '--url', world.url, '--forwarded-from', FORWARDED]
    // 99: a threshold of latency is missed on a busy machine.
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/load/main.ts'), ...args, '--', '--out', `csv=${csv}`]).catch(
      (error: { code?: number; stdout: string }) => (error.code === 99 ? error : Promise.reject(error)),
    )
    const [, json = ''] = /^figures (.*)$/m.exec(stdout) ?? []
    const figures = readJson<Report>(json)
    for (const file of [json, json.replace(/json$/, 'html')]) rmSync(file, { force: true })
    expect(figures.errors).toEqual({})
    expect(figures.mostSockets).toBeGreaterThanOrEqual(20)
    expect(figures.steps.find(({ name }) => name === 'ring → resident’s frame')?.count).toBeGreaterThan(0)
    expect(readFileSync(csv, 'utf8')).toMatch(/^ring_frame,/m)
    expect(stdout).toMatch(/met {5}rings answered 201: 100 %/)
  },
  RUN_MS,
)

test('a clean deletes the kept accounts by their own password, also where a session has ended', async () => {
  await prepareAccounts(world.url, SENDERS, 20, say)
  const { password, accounts } = readAccounts(world.url) ?? { password: '', accounts: [] }
  const [first] = accounts
  const client = new HttpClient(world.url, '198.18.9.9', { by: 'forwarded-from' })
  client.keepCookies(first?.cookie.split('; '))
  await client.call('auth.logout', {})
  expect(await deleteAccounts(world.url, SENDERS, say)).toEqual({ kept: 20, deleted: 20 })
  const again = client.call('auth.login', { username: first?.username ?? '', password })
  await expect(again).rejects.toMatchObject({ code: 'credentials_wrong' })
  expect(readAccounts(world.url)).toBeUndefined()
  await client.close()
  await eventually('the accounts to be deleted', async () => (await loadAccounts()).length === 0)
})
