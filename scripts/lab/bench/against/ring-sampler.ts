/** Samples of the ring of one product, for `--against`. */
import { collectTraces } from '#scripts/testing/trace-collector.ts'
import {
  ALL_CPU,
  addDoors,
  idleCost,
  measure,
  newCodes,
  productOf,
  RATES,
  ROWS,
  residentsOf,
  SECONDS,
  startProduct,
  WARM_UP_RINGS,
  warmUp,
} from '../ring-subject.ts'
import type { Sampler } from './sampler.ts'

/** @param traced whether the product sends the traces of all rings to a collector, which is in this process */
export async function ringSampler(traced = false): Promise<Sampler> {
  const collector = traced ? await collectTraces() : undefined
  const world = await startProduct(collector?.env)
  const residents = await residentsOf(world)
  const owners = residents.map((resident) => resident.user.id)
  const product = await productOf(world, residents)
  await addDoors(product, newCodes(WARM_UP_RINGS), owners)
  await warmUp([product])
  const sample = async () => {
    // Measured in each round, because work that follows the start and the warm-up is more than an idle product uses.
    const idle = (await idleCost([product])).get(product.name) ?? 0
    const figures: [string, number][] = []
    for (const rate of RATES) {
      await addDoors(product, newCodes(rate * SECONDS), owners)
      const round = await measure(product, rate, idle)
      for (const [label, pick] of [...ROWS, ALL_CPU]) figures.push([`${rate}/s  ${label}`, pick(round)])
    }
    if (collector && !collector.spans.length) throw new Error('no span was sent')
    collector?.forget()
    return Object.fromEntries(figures)
  }
  const stop = async () => {
    await world.stop()
    await collector?.stop()
  }
  return { sample, stop }
}
