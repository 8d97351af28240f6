/** `npm run load -- calls`: video calls between real Chromium pages with fake cameras, several at once. */
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openPage, outcome, press, ring } from '../lab/bench/call-pages.ts'
import { quantile } from '../lab/bench/stats.ts'
import { StartError } from '../servers/server.ts'
import { HttpClient } from '../testing/http-client.ts'
import { childrenOf } from '../testing/process.ts'
import type { LoadAccount } from './account-set.ts'
import { prepareAccounts } from './accounts.ts'
import { addressAt } from './addresses.ts'
import { type LocalProduct, NOT_LOCAL, openLocalProduct } from './local-product.ts'
import type { RunOptions } from './options.ts'
import type { Report, Verdict } from './report.ts'
import { headOf, PROGRESS_MS } from './run.ts'
import { Samples } from './samples.ts'
import { CALL_BOUNDS, expressionOf } from './thresholds.ts'
import { UsageSampler, usageSeconds } from './usage.ts'

/** Concurrent calls, calls of each pair one after the other, and seconds that a call lasts. Each page encodes and decodes in software. */
export const CALL_PROFILES = {
  smoke: { pairs: 1, calls: 2, seconds: 5, bounds: 'ordinary' },
  average: { pairs: 2, calls: 3, seconds: 15, bounds: 'ordinary' },
  stress: { pairs: 4, calls: 3, seconds: 30, bounds: 'peak' },
} as const

/** A call is over by then: ring, preparation, first frames and end take some seconds each. */
const AROUND_CALL_SECONDS = 20

/** Milliseconds to the first frames, and frames shown a second on the page that shows fewer. */
type CallResult = { readonly resident: number; readonly visitor: number; readonly frames: number }
type CallProfile = (typeof CALL_PROFILES)[keyof typeof CALL_PROFILES]

/** @returns the report, also of a run that missed a bound @throws StartError where no call can be made */
export async function runCalls(options: RunOptions, say: (line: string) => void): Promise<Report> {
  const { profileName, url, senders } = options
  const profile = profileOf(profileName)
  const { accounts, preparation } = await prepareAccounts(url, senders, profile.pairs, say)
  const product = await openLocalProduct(accounts[0], process.env)
  if (!product) say(NOT_LOCAL)
  await ensurePremium(options, accounts, product)
  const browsers = await Promise.all([openBrowser(), openBrowser()])
  const seconds = profile.calls * (profile.seconds + AROUND_CALL_SECONDS)
  const samples = new Samples()
  const every = usageSeconds(seconds)
  const usage = product && new UsageSampler(() => [...product.processes(), ...browserProcesses()], every)
  const began = Date.now()
  const results: CallResult[] = []
  const progress = setInterval(() => {
    const passedSeconds = Math.round((Date.now() - began) / 1_000)
    say(`${String(passedSeconds).padStart(4)} of about ${seconds} s  ${results.length} of ${profile.pairs * profile.calls} calls done`)
  }, PROGRESS_MS)
  try {
    await Promise.all(
      accounts.map(async (account) => {
        for (let call = 0; call < profile.calls; call += 1) {
          const result = await oneCall(url, browsers, account, profile.seconds).catch((error: Error) => {
            samples.fail('call', error.message.split('\n')[0]?.slice(0, 120) ?? '')
            return undefined
          })
          if (!result) continue
          results.push(result)
          samples.note('press → resident’s first frame', result.resident)
          samples.note('resident’s devices → visitor’s first frame', result.visitor)
        }
      }),
    )
    return {
      ...headOf(options),
      seconds: Math.ceil((Date.now() - began) / 1_000),
      usageSeconds: every,
      preparation,
      verdicts: verdictsOf(results, profile),
      steps: samples.steps(),
      errors: samples.errors(),
      refusals: {},
      mostSockets: 0,
      dropped: 0,
      usage: usage?.stop() ?? {},
    }
  } finally {
    clearInterval(progress)
    usage?.stop()
    await Promise.all([product?.close(), ...browsers.map((browser) => browser.close())])
  }
}

function profileOf(name: string): CallProfile {
  if (name in CALL_PROFILES) return CALL_PROFILES[name as keyof typeof CALL_PROFILES]
  throw new StartError(`calls has the profiles ${Object.keys(CALL_PROFILES).join(', ')}: browsers on one machine are too few for ${name}.`)
}

/** Video needs Premium, which only the operator's tool can grant. */
async function ensurePremium(
  { url, senders }: RunOptions,
  accounts: readonly LoadAccount[],
  product: LocalProduct | undefined,
): Promise<void> {
  for (const { id } of product ? accounts : []) await product?.grantPremium(id)
  for (const [index, { cookie, username }] of accounts.entries()) {
    const client = new HttpClient(url, addressAt(senders.range, index), senders)
    client.keepCookies(cookie.split('; '))
    const { subscriptionTier } = await client.call('auth.user', {}).finally(() => client.close())
    if (subscriptionTier !== 'premium')
      throw new StartError(
        `Video calls need Premium. On the product's machine, for each of ${accounts.length} accounts: ` +
          `npm run admin -- grant-premium ${username}`,
      )
  }
}

/** The browsers are children of this process, with children of their own. */
function browserProcesses(): { readonly name: string; readonly pid: number }[] {
  const below = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...below(child)])
  return below(process.pid).map((pid) => ({ name: 'browsers', pid }))
}

async function oneCall(url: string, [home, door]: readonly Browser[], account: LoadAccount, seconds: number): Promise<CallResult> {
  if (!home || !door) throw new Error('a call needs two browsers')
  const [resident, visitor] = await Promise.all([openPage(home, url), openPage(door, url)])
  try {
    const cookies = account.cookie
      .split('; ')
      .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) }))
    await resident.context.addCookies(cookies.map((cookie) => ({ ...cookie, url, httpOnly: true })))
    await resident.page.goto(`${url}/doorbell`)
    await ring(visitor.page, `${url}/visitor/${account.qrCodeId}`, { camera: true })
    await press(resident.page, visitor.page)
    const { residentFrame, visitorFrame } = await outcome(resident.page, visitor.page)
    const frames = await Promise.all([resident.page, visitor.page].map((page) => framesPerSecond(page, seconds)))
    await resident.page.getByRole('button', { name: 'End', exact: true }).click()
    await visitor.page.getByText('Call Ended').first().waitFor()
    return { resident: residentFrame, visitor: visitorFrame, frames: Math.min(...frames) }
  } finally {
    await Promise.all([resident.context.close(), visitor.context.close()])
  }
}

/** @returns frames of the other side that the page showed in a second */
async function framesPerSecond(page: Page, seconds: number): Promise<number> {
  const shown = () =>
    page.evaluate(() => {
      const remote = document.querySelector('#remote-video')
      return remote instanceof HTMLVideoElement ? remote.getVideoPlaybackQuality().totalVideoFrames : 0
    })
  const before = await shown()
  await page.waitForTimeout(seconds * 1_000)
  return ((await shown()) - before) / seconds
}

function verdictsOf(results: readonly CallResult[], { bounds, pairs, calls }: CallProfile): Verdict[] {
  const { resident, visitor, frames, connected } = CALL_BOUNDS
  const verdict = (bound: typeof resident | typeof frames | typeof connected, measured: number | null, unit: Verdict['unit']): Verdict => {
    const ok = measured !== null && (bound.than === '<' ? measured < bound[bounds] : measured > bound[bounds])
    return { label: bound.label, expression: expressionOf(bound, bounds), unit, measured, ok }
  }
  const of = (values: readonly number[]) => (values.length > 0 ? quantile(values, 0.95) : null)
  return [
    verdict(connected, results.length / (pairs * calls), 'share'),
    verdict(resident, of(results.map((result) => result.resident)), 'ms'),
    verdict(visitor, of(results.map((result) => result.visitor)), 'ms'),
    verdict(frames, results.length > 0 ? Math.min(...results.map((result) => result.frames)) : null, 'count'),
  ]
}
