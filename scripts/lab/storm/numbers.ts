import fc from 'fast-check'

const NUMBERS = 20_000

/** The same numbers from 0 to 1 for the same seed. */
export function numbersOf(seed: number): () => number {
  const numbers = fc.sample(fc.noBias(fc.nat(999_999)), { seed, numRuns: NUMBERS })
  let at = 0
  return () => (numbers[at++ % NUMBERS] ?? 0) / 1_000_000
}
