/** One run: accounts, k6, verdicts, report. */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { ROOT } from '../bootstrap/launch.mjs'
import { checkProduct, prepareAccounts } from './accounts.ts'
import { findK6 } from './k6-program.ts'
import { NOT_LOCAL, openLocalProduct } from './local-product.ts'
import type { LoadOptions } from './options.ts'
import type { LoadPlan } from './plan.ts'
import type { Report, Verdict } from './report.ts'
import { runK6, type Summary } from './run-k6.ts'
import { Samples } from './samples.ts'
import { SCENARIOS, type ScenarioName, SOCKETS_PER_USER, shapeOf } from './scenarios.ts'
import { BOUNDS, expressionOf, type Part } from './thresholds.ts'
import { UsageSampler, usageSeconds } from './usage.ts'

export const PROGRESS_MS = 5_000

export type RunOptions = Extract<LoadOptions, { command: 'run' }>

/**
 * @param options `page`: the file for k6's report
 * @returns the figures, also of a run that missed a threshold @throws StartError where it could not run
 */
export async function runLoad(
  options: RunOptions & { readonly scenario: ScenarioName; readonly page: string },
  say: (line: string) => void,
): Promise<Report> {
  const { scenario, profile, profileName, url, senders, page } = options
  const shape = shapeOf(scenario, profile)
  await checkProduct(url, senders)
  const program = await findK6(say)
  const { accounts, password, preparation } = await prepareAccounts(url, senders, shape.accounts, say)
  const { registered, signedIn, reused } = preparation
  say(`accounts: ${registered} registered, ${signedIn} signed in, ${reused} used again, ${preparation.seconds.toFixed(1)} s`)
  const product = await openLocalProduct(accounts[0], process.env)
  if (!product) say(NOT_LOCAL)
  const plan: LoadPlan = {
    url,
    password,
    seconds: shape.seconds,
    answering: shape.answering,
    idle: shape.idle,
    socketsPerUser: SOCKETS_PER_USER,
    ...(senders.by === 'forwarded-from' ? { forwardedFrom: senders.range } : {}),
    options: {
      scenarios: shape.scenarios,
      thresholds: shape.thresholds,
      insecureSkipTLSVerify: senders.insecure,
      summaryTrendStats: ['count', 'p(95)', 'max'],
    },
  }
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
    const summary = await runK6({ program, senders, plan, accounts, samples, page, say, onStart })
    const parts = [...(shape.answering > 0 ? ['residents' as const] : []), ...(Object.keys(SCENARIOS[scenario].average) as Part[])]
    return {
      ...headOf(options),
      seconds: shape.seconds,
      usageSeconds: every,
      preparation,
      verdicts: verdictsOf(parts, profile.bounds, summary),
      steps: samples.steps(),
      errors: samples.errors(),
      refusals: samples.refusals(),
      mostSockets: samples.mostSockets,
      dropped: samples.dropped,
      usage: usage?.stop() ?? {},
      profile: profileName,
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

/** A part without measurements has missed its thresholds. */
function verdictsOf(parts: readonly Part[], bounds: 'ordinary' | 'peak', { metrics }: Summary): Verdict[] {
  return parts.flatMap((part) =>
    BOUNDS[part].map((bound) => {
      const { values, thresholds } = metrics[bound.metric] ?? { values: {} }
      const samples = values.count ?? (values.passes ?? 0) + (values.fails ?? 0)
      const expression = expressionOf(bound, bounds)
      const measured = samples > 0 ? (values[bound.of] ?? null) : null
      return {
        label: bound.label,
        expression,
        unit: bound.of === 'rate' ? 'share' : 'ms',
        measured,
        ok: measured !== null && thresholds?.[expression]?.ok === true,
      }
    }),
  )
}
