/**
 * The tag `@all`: a test that `npm test` leaves to `npm test -- --all` (README.md says which). A file of Jest has it in its first line,
 * `// @all: <why>`; a browser test as Playwright's tag, `test('…', { tag: '@all' }, …)`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export const TAG = '@all'
const FILE_TAG = /^\/\/ @all: \S/
const TEST_TAG = /^\s*test\(\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,\s*\{\s*tag: '@all',?\s*\},/

export type Level = 'unit' | 'wire' | 'browser'

/** @param file path of a test from the root */
export function levelOf(file: string): Level {
  if (file.startsWith('web/e2e/')) return 'browser'
  return /^services\/[^/]+\/test\/|\.wire\.test\.ts$/.test(file) ? 'wire' : 'unit'
}

/** @param source of a file of Jest @returns whether all its tests are tagged */
export const isFileTagged = (source: string): boolean => FILE_TAG.test(source)

/** @param source of a file of the browser tests @param line where the test begins, from 1 */
export const isTestTagged = (source: string, line: number): boolean =>
  TEST_TAG.test(
    source
      .split('\n')
      .slice(line - 1)
      .join('\n'),
  )

/** @param files paths from the root @returns the files of wire tests that have the tag */
export const taggedFiles = (files: readonly string[]): readonly string[] =>
  files.filter((file) => /\.test\.ts$/.test(file) && levelOf(file) === 'wire' && isFileTagged(readFileSync(join(ROOT, file), 'utf8')))
