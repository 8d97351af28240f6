/** The table of `npm run bench -- abuse` and the bounds that were missed. */
import type { Answers } from './abuse-attacks.ts'
import type { Memory } from './heap.ts'
import { quantile } from './stats.ts'

/** Latencies of honest clients in milliseconds, and their failures. */
export type Honest = { readonly lists: readonly number[]; readonly rings: readonly number[]; readonly failures: readonly string[] }
export type Round = {
  readonly product: Honest
  readonly bare: Honest
  readonly answers: Answers
  /** Requests and frames of the attack. */
  readonly messages: number
  readonly bytesPerSecond: number
  /** Milliseconds until an honest visitor's photo is shown. */
  readonly photo: number
  /** Milliseconds until an honest visitor has rung at the door that many addresses attack. */
  readonly attackedDoor?: number
  readonly memory: Readonly<Record<string, Memory>>
}
export type Rounds = ReadonlyMap<string, readonly Round[]>

export const QUIET = 'quiet'
/** The control attack, requests to /healthz, and the attacks at the same rate that may hardly cost more. */
export const CONTROL = 'healthz'
export const LIKE_CONTROL: readonly string[] = ['pages', 'refused', 'cookies', 'documents', 'webhooks', 'silent']
const CONTROL_RATIO = 1.5
const LIST_MS = 150
const LIST_RATIO = 2
const RING_MS = 300
/** An honest visitor rings at the attacked door within this time. */
const ATTACKED_DOOR_MS = 10_000
const HEAP_RATIO = 1.1
/** The heap is compared from the third repetition on, because the first ones fill bounded caches. */
const HEAP_FROM = 2

type Who = 'product' | 'bare'
type Kind = 'lists' | 'rings'
const pooled = (rounds: readonly Round[], who: Who, kind: Kind, q: number) =>
  quantile(
    rounds.flatMap((round) => round[who][kind]),
    q,
  )

function heaps(rounds: readonly Round[], service: string): number[] {
  return rounds.map(({ memory }) => memory[service]?.heapMb ?? Number.NaN)
}

function totals(rounds: readonly Round[]): [string, number][] {
  const sum = new Map<string, number>()
  for (const { answers } of rounds) for (const [answer, count] of Object.entries(answers)) sum.set(answer, (sum.get(answer) ?? 0) + count)
  return [...sum].sort(([a], [b]) => a.localeCompare(b))
}

/** @returns a sentence for each kind of honest request that is slower than under the same rate of /healthz may be */
export function slowerThanControl(rounds: readonly Round[], control: readonly Round[]): string[] {
  return (['lists', 'rings'] as const).flatMap((kind) => {
    const [took, bound] = [pooled(rounds, 'product', kind, 0.95), CONTROL_RATIO * pooled(control, 'product', kind, 0.95)]
    return took <= bound
      ? []
      : [`${kind} p95 ${took.toFixed(0)} ms, at most ${CONTROL_RATIO} times that of ${CONTROL}: ${bound.toFixed(0)}`]
  })
}

/** @returns a sentence for each bound that an attack's rounds miss */
export function missedBounds(rounds: readonly Round[], quiet: readonly Round[]): string[] {
  const listBound = Math.max(LIST_RATIO * pooled(quiet, 'product', 'lists', 0.95), LIST_MS)
  const list = pooled(rounds, 'product', 'lists', 0.95)
  const ring = pooled(rounds, 'product', 'rings', 0.95)
  const failures = rounds.flatMap(({ product }) => product.failures)
  const broken = totals(rounds).filter(([answer]) => /^5\d\d$/.test(answer))
  const grown = Object.keys(rounds[0]?.memory ?? {}).flatMap((service) => {
    const [third, ...later] = heaps(rounds, service).slice(HEAP_FROM)
    const most = Math.max(...later)
    return third !== undefined && most > third * HEAP_RATIO ? [`heap of ${service} ${third.toFixed(1)} to ${most.toFixed(1)} MB`] : []
  })
  return [
    ...(list <= listBound ? [] : [`list p95 ${list.toFixed(0)} ms, at most ${listBound.toFixed(0)}`]),
    ...(ring <= RING_MS ? [] : [`ring p95 ${ring.toFixed(0)} ms, at most ${RING_MS}`]),
    ...rounds.flatMap(({ attackedDoor = 0 }) =>
      attackedDoor <= ATTACKED_DOOR_MS ? [] : [`ring at the attacked door ${attackedDoor.toFixed(0)} ms, at most ${ATTACKED_DOOR_MS}`],
    ),
    ...(failures.length ? [`${failures.length} honest requests failed: ${[...new Set(failures)].slice(0, 5).join('; ')}`] : []),
    ...broken.map(([status, count]) => `${count} answers ${status}`),
    ...grown,
  ]
}

/** @returns false if a bound is missed */
export function printAbuse(rounds: Rounds): boolean {
  const quiet = rounds.get(QUIET) ?? []
  console.log('\n| attack | list p50, p95 | bare | ring p50, p95 | bare | photo | sent | answers | heap of gateway | of doorbell |')
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, of] of rounds) console.log(row(name, of))
  for (const [name, of] of rounds) {
    const times = of.flatMap(({ attackedDoor }) => (attackedDoor === undefined ? [] : [attackedDoor.toFixed(0)]))
    if (times.length) console.log(`${name}: an honest visitor rang at the attacked door after ${times.join(', ')} ms`)
  }
  console.log(
    'milliseconds, pooled over the rounds; photo: median (most); sent: requests and frames, MB/s; heap after collection: MB in each round',
  )
  let holds = true
  const control = rounds.get(CONTROL) ?? []
  for (const [name, of] of rounds)
    for (const missed of [...missedBounds(of, quiet), ...(LIKE_CONTROL.includes(name) ? slowerThanControl(of, control) : [])]) {
      holds = false
      console.log(`MISSED ${name}: ${missed}`)
    }
  console.log(holds ? 'every bound holds' : 'not every bound holds')
  return holds
}

function row(name: string, rounds: readonly Round[]): string {
  const pair = (who: Who, kind: Kind) => [0.5, 0.95].map((q) => pooled(rounds, who, kind, q).toFixed(0)).join(', ')
  const photos = rounds.map(({ photo }) => photo)
  const messages = rounds.reduce((sum, round) => sum + round.messages, 0)
  const rate = rounds.reduce((sum, { bytesPerSecond }) => sum + bytesPerSecond, 0) / rounds.length / 1e6
  const answers = totals(rounds).map(([answer, count]) => `${count} × ${answer}`)
  return [
    '',
    name,
    pair('product', 'lists'),
    pair('bare', 'lists'),
    pair('product', 'rings'),
    pair('bare', 'rings'),
    `${quantile(photos, 0.5).toFixed(0)} (${Math.max(...photos).toFixed(0)})`,
    `${messages}, ${rate.toFixed(2)}`,
    answers.join(', ') || '–',
    ...['gateway', 'doorbell'].map((service) =>
      heaps(rounds, service)
        .map((mb) => mb.toFixed(1))
        .join(' '),
    ),
    '',
  ]
    .join(' | ')
    .trim()
}
