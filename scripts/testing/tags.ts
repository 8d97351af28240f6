/**
 * The tag `@all` marks tests that run only in `npm test -- --all` (README.md says which). A browser test has it as Playwright's tag,
 * `test('…', { tag: '@all' }, …)`; Jest has no tags: a wire test has it at the end of its title, a whole file in its first line,
 * `// @all: <why>`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export const TAG = '@all'
/** Matches Jest's full names of tests without the tag. */
export const UNTAGGED_NAMES = `^(?!.* ${TAG}$)`
const FILE_TAG = /^\/\/ @all: \S/
const TITLE_TAG = / @all$/
const BROWSER_TAG = /^\s*test\(\s*(['"`])(?:\\.|(?!\1)[^\\])*\1,\s*\{\s*tag: '@all',?\s*\},/

export type Level = 'unit' | 'wire' | 'browser'

/** @param file path of a test from the root */
export function levelOf(file: string): Level {
  if (file.startsWith('web/e2e/')) return 'browser'
  return /^services\/[^/]+\/test\/|\.wire\.test\.ts$/.test(file) ? 'wire' : 'unit'
}

/** @param title of a test of Jest */
export const isTitleTagged = (title: string): boolean => TITLE_TAG.test(title)

/** @param source of the whole file @param line where the test begins, from 1 */
export function isTestTagged(file: string, source: string, { title, line }: { readonly title: string; readonly line: number }): boolean {
  if (levelOf(file) !== 'browser') return isFileTagged(source) || isTitleTagged(title)
  const lines = source.split('\n').slice(line - 1)
  return BROWSER_TAG.test(lines.join('\n'))
}

/** Whether all tests of a file of Jest are tagged. */
const isFileTagged = (source: string): boolean => FILE_TAG.test(source)

/** @param files paths from the root @returns the files of wire tests that have the tag */
export const taggedFiles = (files: readonly string[]): readonly string[] =>
  files.filter((file) => /\.test\.ts$/.test(file) && levelOf(file) === 'wire' && isFileTagged(readFileSync(join(ROOT, file), 'utf8')))
