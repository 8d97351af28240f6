/** Samples of the ring of one product, for `--against`. */
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

export async function ringSampler(): Promise<Sampler> {
  const world = await startProduct()
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
    return Object.fromEntries(figures)
  }
  return { sample, stop: () => world.stop() }
}
