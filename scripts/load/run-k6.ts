/** Runs k6 with the script of k6/ and reads its measurements while it runs. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, createReadStream, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { StartError } from '../servers/server.ts'
import type { RunOptions } from './options.ts'
import type { Samples } from './samples.ts'
import type { Summary } from './verdicts.ts'

/** k6's exit code when a threshold is not met. */
const THRESHOLDS_FAILED = 99
const SCRIPT = join(import.meta.dirname, 'k6', 'main.ts')
const KEPT_LINES = 20
/** Printed once each: k6 had no virtual user left, which the report counts. */
const NOT_SHOWN = /Insufficient VUs|dropped/

export type K6Run = Pick<RunOptions, 'url' | 'scenario' | 'profileName' | 'senders' | 'seconds' | 'k6'> & {
  readonly program: string
  /** The file of the accounts (AccountSet). */
  readonly accountsFile: string
  readonly samples: Samples
  /** The file for its report with plots (HTML). */
  readonly page: string
  readonly say: (line: string) => void
  /** Called with k6's process id. */
  readonly onStart: (pid: number) => void
}

/** @returns the summary of a test that ran to its end @throws StartError with the end of k6's output otherwise */
export async function runK6(run: K6Run): Promise<Summary> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'))
  const summary = join(folder, 'summary.json')
  const pipe = new SamplePipe(folder, run.samples)
  const child = spawn(run.program, argumentsOf(run, pipe.path, process.env), {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...reportOf(run.page), ...process.env, ...settingsOf(run), SUMMARY: summary },
  })
  // A terminal sends Ctrl-C to k6 as well, which ends in order; the report is still written.
  const wait = () => run.say('ending')
  process.on('SIGINT', wait)
  const messages: string[] = []
  try {
    const ended = once(child, 'close')
    run.onStart(child.pid ?? 0)
    createInterface(child.stderr).on('line', (line) => {
      if (messages.push(line) <= KEPT_LINES && !NOT_SHOWN.test(line)) run.say(line)
    })
    const [code] = (await ended) as [number | null]
    if (code !== 0 && code !== THRESHOLDS_FAILED) throw new StartError(`k6 ended with ${code}:\n${messages.slice(-KEPT_LINES).join('\n')}`)
    return JSON.parse(readFileSync(summary, 'utf8')) as Summary
  } finally {
    process.off('SIGINT', wait)
    await pipe.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `--out` replaces K6_OUT, so its outputs are repeated as options. Of options that k6 takes once, the last one counts. */
function argumentsOf({ senders, k6 }: K6Run, samples: string, env: NodeJS.ProcessEnv): string[] {
  const outputs = [`json=${samples}`, ...(env.K6_OUT ?? '').split(',').filter(Boolean)]
  return [
    ...['run', '--quiet', '--no-usage-report', '--address', ''],
    ...outputs.flatMap((output) => ['--out', output]),
    ...(senders.by === 'local-ips' ? ['--local-ips', senders.range.cidr] : []),
    ...(senders.insecure ? ['--insecure-skip-tls-verify'] : []),
    ...k6,
    SCRIPT,
  ]
}

/** k6's own report, and no server for the page while it runs. K6_* of the environment take precedence. */
const reportOf = (page: string) => ({
  K6_WEB_DASHBOARD: 'true',
  K6_WEB_DASHBOARD_EXPORT: page,
  K6_WEB_DASHBOARD_PORT: '-1',
  K6_WEB_DASHBOARD_PERIOD: '2s',
})

/** What settings.ts reads. */
const settingsOf = ({ url, scenario, profileName, seconds, senders, accountsFile }: K6Run) => ({
  URL: url,
  SCENARIO: scenario,
  PROFILE: profileName,
  SECONDS: seconds ?? '',
  ACCOUNTS: accountsFile,
  FORWARDED_FROM: senders.by === 'forwarded-from' ? senders.range.cidr : '',
})

/** A named pipe for k6's samples: its standard output is for the terminal, and Node's own pipes are sockets, which cannot be opened. */
class SamplePipe {
  readonly path: string
  /** Keeps the pipe open, so that neither side waits for the other to open it. */
  readonly #held: number
  readonly #read: Promise<unknown>

  constructor(folder: string, samples: Samples) {
    this.path = join(folder, 'samples')
    execFileSync('mkfifo', ['-m', '600', this.path])
    this.#held = openSync(this.path, constants.O_RDWR | constants.O_NONBLOCK)
    const lines = createInterface(createReadStream(this.path))
    this.#read = once(lines, 'close')
    lines.on('line', (line) => samples.add(line))
  }

  /** Returns when everything that k6 has written is read. */
  async close(): Promise<void> {
    closeSync(this.#held)
    await this.#read
  }
}
