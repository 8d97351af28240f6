/**
 * The order of Jest's files. Files that start a separate product take longest and come first, so that no worker ends with a long file while
 * the other is idle. Files that share a product follow, sorted by its kind, because a worker keeps one product at a time
 * (shared-stacks.ts). No times of an earlier run are needed, which a clean clone does not have.
 */
import { readFileSync, statSync } from 'node:fs'

type TestFile = { readonly path: string }

/** A file has the kind of the first pattern that it contains. */
const KINDS = [/\bstart(Stack|Server)\(|\bScenes\.start\(/, /\bsharedClockStack\(|\bScenes\b/, /\bsharedStack\(/]

function rank({ path }: TestFile) {
  const text = readFileSync(path, 'utf8')
  const kind = KINDS.findIndex((pattern) => pattern.test(text))
  return { kind: kind === -1 ? KINDS.length : kind, size: statSync(path).size }
}

/** The methods of a sequencer that Jest calls. */
export default class Sequencer {
  sort<T extends TestFile>(tests: readonly T[]): T[] {
    const ranked = tests.map((test) => ({ test, ...rank(test) }))
    return ranked.sort((a, b) => a.kind - b.kind || b.size - a.size).map(({ test }) => test)
  }

  /** For `--onlyFailures`. */
  allFailedTests<T extends TestFile>(tests: T[]): T[] {
    return tests
  }

  cacheResults(): void {
    // Nothing is kept.
  }
}
