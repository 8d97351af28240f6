/** One run: accounts, k6, verdicts, report. */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { ROOT } from '../bootstrap/launch.mjs'
import { accountsFile, checkProduct, prepareAccounts } from './accounts.ts'
import { findK6 } from './k6-program.ts'
import { NOT_LOCAL, openLocalProduct } from './local-product.ts'
import type { RunOptions } from './options.ts'
import type { Report } from './report.ts'
import { runK6 } from './run-k6.ts'
import { Samples } from './samples.ts'
import { partsOf, type ScenarioName, shapeOf } from './scenarios.ts'
import { accountsOf } from './segment.ts'
import { UsageSampler, usageSeconds } from './usage.ts'
import { verdictsOf } from './verdicts.ts'

export const PROGRESS_MS = 5_000

/**
 * @param options `page`: the file for k6's report
 * @returns the figures, also of a run that missed a threshold @throws StartError where it could not run
 */
export async function runLoad(
  options: RunOptions & { readonly scenario: ScenarioName; readonly page: string },
  say: (line: string) => void,
): Promise<Report> {
  const { scenario, profile, url, senders } = options
  const shape = shapeOf(scenario, profile)
  await checkProduct(url, senders)
  const program = await findK6(say)
  const { accounts, preparation } = await prepareAccounts(url, senders, accountsOf(shape, { count: 1 }), say)
  const { registered, signedIn, reused } = preparation
  say(`accounts: ${registered} registered, ${signedIn} signed in, ${reused} used again, ${preparation.seconds.toFixed(1)} s`)
  const product = await openLocalProduct(accounts[0], process.env)
  if (!product) say(NOT_LOCAL)
  const samples = new Samples()
  const every = usageSeconds(shape.seconds)
  const k6: { name: string; pid: number }[] = []
  const usage = product && new UsageSampler(() => [...product.processes(), ...k6], every)
  const began = Date.now()
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1_000)
    say(`${String(seconds).padStart(4)} of ${shape.seconds} s  ${samples.progress()}`)
  }, PROGRESS_MS)
  const onStart = (pid: number) => void k6.push({ name: 'k6', pid })
  try {
    const summary = await runK6({ ...options, program, accountsFile: accountsFile(url), samples, say, onStart })
    return {
      ...headOf(options),
      seconds: shape.seconds,
      usageSeconds: every,
      preparation,
      verdicts: verdictsOf(partsOf(scenario), profile.bounds, summary),
      steps: samples.steps(),
      errors: samples.errors(),
      refusals: samples.refusals(),
      mostSockets: samples.mostSockets,
      dropped: samples.dropped,
      usage: usage?.stop() ?? {},
    }
  } finally {
    clearInterval(progress)
    usage?.stop()
    await product?.close()
  }
}

/** The report's description of its run. */
export function headOf({ scenario, profileName, url, senders }: RunOptions) {
  const asked = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  return {
    scenario,
    profile: profileName,
    url,
    senders: `${senders.by} ${senders.range.cidr}`,
    at: new Date().toISOString(),
    commit: asked.status === 0 ? asked.stdout.trim() : 'unknown',
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
  }
}
