/**
 * The order of Jest's files: first those that start a product of their own, because they take longest, so that no worker ends with a long
 * one while the other has nothing left. It needs no times of an earlier run, which a clean clone has not.
 */
import { readFileSync, statSync } from 'node:fs'

type TestFile = { readonly path: string }

const rank = ({ path }: TestFile) => ({
  costly: /\bstart(Stack|Server)\(|Scenes\b/.test(readFileSync(path, 'utf8')),
  size: statSync(path).size,
})

/** What Jest asks of a sequencer. */
export default class Sequencer {
  sort<T extends TestFile>(tests: readonly T[]): T[] {
    const ranked = tests.map((test) => ({ test, ...rank(test) }))
    return ranked.sort((a, b) => Number(b.costly) - Number(a.costly) || b.size - a.size).map(({ test }) => test)
  }

  /** For `--onlyFailures`. */
  allFailedTests<T extends TestFile>(tests: T[]): T[] {
    return tests
  }

  cacheResults(): void {
    // Nothing is kept.
  }
}
