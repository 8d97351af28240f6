/** Samples of the call of one product, for `--against`: one call of each kind. */
import { oneCall, startCalls } from '../call.ts'
import { FIGURES, KINDS } from '../call-report.ts'
import type { Sampler } from './sampler.ts'

export async function callSampler(): Promise<Sampler> {
  const { world, browsers, stop } = await startCalls()
  const sample = async () => {
    const figures: [string, number][] = []
    for (const kind of KINDS) {
      const call = await oneCall(world, browsers, kind)
      for (const [label, of] of FIGURES) figures.push([`${kind.name.padEnd(20)}  ${label}`, of(call)])
    }
    return Object.fromEntries(figures)
  }
  // The first calls of a browser and a node are slower.
  await sample()
  return { sample, stop }
}
