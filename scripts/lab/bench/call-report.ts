/** The table of `npm run bench -- call` with the time of each step. */
import { inWords, quantile, spread } from './stats.ts'

export const KINDS = [
  { name: 'prepared, camera on', camera: true, cold: false },
  { name: 'cold, camera on', camera: true, cold: true },
  { name: 'prepared, camera off', camera: false, cold: false },
  { name: 'cold, camera off', camera: false, cold: true },
] as const
export type Kind = (typeof KINDS)[number]

/** Milliseconds from the press to each step. */
export type Hops = Readonly<Record<string, number>>
/** Milliseconds. `visitorFrame` counts from when the resident's devices were open, the others from the press. */
export type Call = {
  readonly residentFrame: number
  readonly devices: number
  readonly visitorFrame: number
  readonly prepared: boolean
  readonly hops: { readonly resident: Hops; readonly visitor: Hops }
}
type Rows = ReadonlyMap<string, readonly Call[]>
type Of = (call: Call) => number

export const FIGURES: readonly (readonly [string, Of])[] = [
  ["press → the resident's first frame", (call) => call.residentFrame],
  ["press → the resident's devices", (call) => call.devices],
  ["the resident's devices → the visitor's first frame", (call) => call.visitorFrame],
]

export function printCalls(rows: Rows): void {
  console.log('\nmilliseconds: median (least to most) over the rounds')
  for (const [name, calls] of rows)
    for (const [label, of] of FIGURES) console.log(`  ${name.padEnd(21)} ${label.padEnd(51)} ${inWords(spread(calls.map(of)), 0)}`)
  console.log('\nprepared ÷ cold, of the same round')
  for (const camera of ['camera on', 'camera off'])
    for (const [label, of] of FIGURES) {
      const cold = (rows.get(`cold, ${camera}`) ?? []).map(of)
      const ratios = (rows.get(`prepared, ${camera}`) ?? []).map((call, index) => of(call) / (cold[index] ?? Number.NaN))
      console.log(`  ${camera.padEnd(21)} ${label.padEnd(51)} ${inWords(spread(ratios))}`)
    }
  for (const [name, calls] of rows) printHops(name, calls)
}

/** Prints the median of every step that most calls have, in the order of the steps. */
function printHops(name: string, calls: readonly Call[]): void {
  console.log(`\n${name}: hops, milliseconds after the press (median)`)
  for (const side of ['resident', 'visitor'] as const) {
    const names = new Set(calls.flatMap((call) => Object.keys(call.hops[side])))
    const hops = [...names].flatMap((hop) => {
      const times = calls.map((call) => call.hops[side][hop]).filter((time): time is number => time !== undefined)
      return times.length * 2 > calls.length ? [{ hop, at: quantile(times, 0.5) }] : []
    })
    const steps = hops.sort((a, b) => a.at - b.at).map(({ hop, at }) => `${at.toFixed(0)} ${hop}`)
    console.log(`  ${side}: ${steps.join(' | ')}`)
  }
}
