/** Runs k6 with a plan and reads its measurements while it runs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StartError } from '../servers/server.ts'
import type { Senders } from './options.ts'
import type { LoadAccount, LoadPlan } from './plan.ts'
import type { Samples } from './samples.ts'

/** The part of k6's end-of-test summary that is read: a metric's values and the verdict of each threshold. */
export type Summary = {
  readonly metrics: Readonly<
    Record<
      string,
      { readonly values: Readonly<Record<string, number>>; readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>> }
    >
  >
}

/** k6's exit code when a threshold is not met. */
const THRESHOLDS_FAILED = 99
const SCRIPT = join(import.meta.dirname, 'k6', 'main.ts')
const TAGS = 'name,status,scenario,error_code'
const KEPT_LINES = 20
/** Printed once each: k6 had no virtual user left, which the report counts. */
const NOT_SHOWN = /Insufficient VUs|dropped/

export type K6Run = {
  readonly program: string
  readonly senders: Senders
  readonly plan: LoadPlan
  readonly accounts: readonly LoadAccount[]
  readonly samples: Samples
  /** The file for its report with plots (HTML). */
  readonly page: string
  readonly say: (line: string) => void
  /** Called with k6's process id. */
  readonly onStart: (pid: number) => void
}

/** @returns the summary of a test that ran to its end @throws StartError with the end of k6's output otherwise */
export async function runK6({ program, senders, plan, accounts, samples, page, say, onStart }: K6Run): Promise<Summary> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  const files = { plan: join(folder, 'plan.json'), accounts: join(folder, 'accounts.json'), summary: join(folder, 'summary.json') }
  writeFileSync(files.plan, JSON.stringify(plan), { mode: 0o600 })
  writeFileSync(files.accounts, JSON.stringify(accounts), { mode: 0o600 })
  const env = {
    ...{ LOAD_PLAN: files.plan, LOAD_ACCOUNTS: files.accounts, LOAD_SUMMARY: files.summary },
    // A report, and no server for the page while it runs.
    ...{ K6_WEB_DASHBOARD: 'true', K6_WEB_DASHBOARD_EXPORT: page, K6_WEB_DASHBOARD_PORT: '-1', K6_WEB_DASHBOARD_PERIOD: '2s' },
  }
  const args = ['run', '--quiet', '--no-usage-report', '--no-color', '--address', '', '--out', 'json=-', '--system-tags', TAGS]
  if (senders.by === 'local-ips') args.push('--local-ips', senders.range.cidr)
  const child = spawn(program, [...args, SCRIPT], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  // A terminal sends Ctrl-C to k6 as well, which ends in order; the report is still written.
  const wait = () => say('ending')
  process.on('SIGINT', wait)
  const messages: string[] = []
  try {
    const ended = once(child, 'close')
    onStart(child.pid ?? 0)
    createInterface(child.stdout).on('line', (line) => samples.add(line))
    createInterface(child.stderr).on('line', (line) => {
      if (messages.push(line) <= KEPT_LINES && !NOT_SHOWN.test(line)) say(line)
    })
    const [code] = (await ended) as [number | null]
    if (code !== 0 && code !== THRESHOLDS_FAILED) throw new StartError(`k6 ended with ${code}:\n${messages.slice(-KEPT_LINES).join('\n')}`)
    return JSON.parse(readFileSync(files.summary, 'utf8')) as Summary
  } finally {
    process.off('SIGINT', wait)
    rmSync(folder, { recursive: true, force: true })
  }
}
