/**
 * The tests of `npm test` (scripts/testing/README.md): together they show every row of docs/coverage.md that its page does not leave to
 * `npm test -- --all`; an expensive test is among them only if it is the only one of them that shows such a row. All others have the tag
 * `@all`.
 */
import { isTestTagged, type Level, levelOf } from '#scripts/testing/tags.ts'
import type { Test } from './coverage.ts'
import type { Finding } from './source.ts'

/**
 * A test and its place. `unit`: the file of Jest or the one browser test that counts for a row.
 * `costly`: a browser test, or a file that starts a separate product.
 */
export type Tagged = Test & { readonly unit: string; readonly level: Level; readonly tagged: boolean; readonly costly: boolean }

const STARTS_PRODUCT = /\bstartStack\(/

/** @param helpers the texts of the files in the service's test folder that this one imports */
export function tagsOf(file: string, source: string, tests: readonly Test[], helpers: readonly string[] = []): Tagged[] {
  const level = levelOf(file)
  return tests.map((test) => ({
    ...test,
    level,
    unit: level === 'browser' ? `${file}:${test.line}` : file,
    tagged: isTestTagged(file, source, test),
    costly: level === 'browser' || (level === 'wire' && [source, ...helpers].some((text) => STARTS_PRODUCT.test(text))),
  }))
}

/** The units without the tag, by the id that they show. */
function shownBy(tests: readonly Tagged[]): ReadonlyMap<string, ReadonlySet<string>> {
  const units = new Map<string, Set<string>>()
  for (const { ids, unit } of tests.filter(({ tagged, constantsOnly }) => !tagged && !constantsOnly))
    for (const id of ids) units.set(id, (units.get(id) ?? new Set()).add(unit))
  return units
}

/** The tests without the ids that are left to `npm test -- --all`. */
const withoutLeft = (tests: readonly Tagged[], left: ReadonlySet<string>) =>
  tests.map((test) => ({ ...test, ids: test.ids.filter((id) => !left.has(id)) }))

/** Rows that only tests with the tag show. */
function lost(tests: readonly Tagged[], shown: ReadonlyMap<string, unknown>): Finding[] {
  const first = new Map<string, Tagged>()
  for (const test of tests.filter(({ tagged }) => tagged))
    for (const id of test.ids) if (!shown.has(id) && !first.has(id)) first.set(id, test)
  return [...first].map(([id, { file, line }]) => ({
    file,
    line,
    message: `Only tests with the tag @all show ${id}: take the tag from the cheapest of them.`,
  }))
}

/** Expensive tests without the tag whose rows others show. */
function needless(tests: readonly Tagged[], shown: ReadonlyMap<string, ReadonlySet<string>>): Finding[] {
  const costly = tests.filter((test) => test.costly && !test.tagged)
  return [...Map.groupBy(costly, ({ unit }) => unit).values()].flatMap((group) => {
    const [{ file, line, level } = { file: '', line: 1, level: 'wire' }] = group
    if (group.some(({ ids }) => ids.some((id) => shown.get(id)?.size === 1))) return []
    const [what, how] = level === 'browser' ? ['this test', "{ tag: '@all' }"] : ['this file', 'in its first line, // @all: why']
    const message = `No row that npm test has to show is shown by ${what} alone: tag it ${how}, or write the row and its id.`
    return [{ file, line: level === 'browser' ? line : 1, message }]
  })
}

/**
 * @param left ids of which `npm test` need show no row
 * @returns tests that are tagged and must not be, and tests that must be tagged and are not
 */
export function wrongTags(tests: readonly Tagged[], left: ReadonlySet<string> = new Set()): Finding[] {
  const wanted = withoutLeft(tests, left)
  const shown = shownBy(wanted)
  return [...lost(wanted, shown), ...needless(wanted, shown)]
}

/** How many of each level `npm test` runs. */
export function tagSummary(tests: readonly Tagged[]): string {
  const of = (wanted: Level) => {
    const all = tests.filter(({ level }) => level === wanted)
    return `${all.filter(({ tagged }) => !tagged).length} of ${all.length} ${wanted}`
  }
  return `${of('wire')}, ${of('browser')}`
}
