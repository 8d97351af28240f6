/** Prints the result of a walk. */
import { shrink } from './shrink.ts'
import type { History } from './steps.ts'
import { takeWalk, type Walked } from './walk.ts'
import type { WalkWorld } from './world.ts'

export function countsTable({ counts, limited }: Walked): string {
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
  const lines = rows.map(([name, { done, refused, skipped }]) => [
    name.padEnd(34),
    ...[done, refused, skipped].map((n) => String(n).padStart(8)),
  ])
  const head = ['operation or frame'.padEnd(34), ...['done', 'refused', 'nothing'].map((word) => word.padStart(8))]
  return [head, ...lines]
    .map((line) => line.join(''))
    .join('\n')
    .concat(`\n429, and sent again after Retry-After: ${limited}`)
}

/** Shrinks a failing history on the same world. */
export async function explain(world: WalkWorld, history: History, { faults: [fault] }: Walked, seed: number, seconds: number) {
  if (!fault) throw new Error('nothing to explain')
  const { what } = fault.error
  const fails = async (shorter: History) => (await takeWalk(world, shorter)).faults[0]?.error.what === what
  const shortest = await shrink(history.slice(0, fault.at + 1), fails, seconds)
  const text = [
    `step ${fault.at + 1}: ${fault.error.message}`,
    `again: npm run walk -- --seed ${seed} --steps ${fault.at + 1}`,
    `the shortest history that fails so (${shortest.length} steps):`,
    ...shortest.map((step) => JSON.stringify(step)),
  ].join('\n')
  return { text, shortest }
}

/** Lists each kind of fault once. */
export const faultsList = ({ faults }: Walked): string =>
  faults.map(({ at, error, times }) => `step ${at + 1}, ${times} times: ${error.message}`).join('\n')
