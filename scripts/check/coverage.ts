/**
 * docs/coverage.md and the contract against the tests: each row, and each operation, frame and error code, has a test with its id in a
 * `// covers:` comment, and each id is one of these.
 */
import { type Finding, withoutComments } from './source.ts'

export const PAGE = 'docs/coverage.md'
const CELL = /^(?:[A-Z]-[a-z0-9-]+ ?)+$/
const COVERS = /^[ \t]*\/\/ covers: (.*)$/

/** The heading of a section whose rows `npm test` may leave to `npm test -- --all`. */
const LEFT = 'What only a costly test shows here is left to `npm test -- --all`.'

/** `section` is the heading above the row; `left`: `npm test` need not show the row. */
export type Row = {
  readonly section: string
  readonly left: boolean
  readonly name: string
  readonly ids: readonly string[]
  readonly line: number
}
/**
 * A test. `line` counts from 1; `ids` are those of the comment above it.
 * `constantsOnly`: it compares constants with literals and runs no code of the product.
 */
export type Test = {
  readonly file: string
  readonly line: number
  readonly title: string
  readonly ids: readonly string[]
  readonly constantsOnly?: boolean
}

const idsOf = (text: string) => text.split(' ').filter(Boolean)
const at = (line: number, message: string): Finding => ({ file: PAGE, line, message })

/** Reads the page's tables of two columns: row and ids. */
export function readRows(page: string): { readonly rows: readonly Row[]; readonly findings: readonly Finding[] } {
  const rows: Row[] = []
  const findings: Finding[] = []
  let section = ''
  let left = false
  for (const [index, text] of page.split('\n').entries()) {
    if (text.startsWith('## ')) [section, left] = [text.slice(3), false]
    if (text === LEFT) left = true
    if (!text.startsWith('| ') || text === '| Row | Test |') continue
    const cells = text.slice(1, text.lastIndexOf('|')).split(' | ')
    const [name = '', ids = ''] = cells.map((cell) => cell.trim())
    if (cells.length !== 2 || !CELL.test(ids)) findings.push(at(index + 1, 'Write the row as | what | X-id |.'))
    else rows.push({ section, left, name, ids: idsOf(ids), line: index + 1 })
  }
  return { rows, findings }
}

/** @returns the ids of which every row is left to `npm test -- --all` */
export function leftIds(rows: readonly Row[]): ReadonlySet<string> {
  const wanted = new Set(rows.filter(({ left }) => !left).flatMap(({ ids }) => ids))
  return new Set(rows.flatMap(({ ids }) => ids).filter((id) => !wanted.has(id)))
}

/** The end of a call's arguments, starting after the opening bracket; ignores brackets in strings. */
function endOfArguments(code: string, from: number): number {
  const tokens = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[()]/g
  tokens.lastIndex = from
  let depth = 1
  for (let token = tokens.exec(code); token; token = tokens.exec(code)) {
    if (token[0] === '(') depth += 1
    if (token[0] === ')') depth -= 1
    if (depth === 0) return tokens.lastIndex
  }
  return code.length
}

/** Calls in a test that run no code of the product. */
const COMPARES = new RegExp(
  `^(${[
    /test|it|each|expect|not|to[A-Z]\w*|any|objectContaining|arrayContaining|stringContaining/.source,
    /sort|map|filter|values|keys|entries|fromEntries|Set|for|if|return/.source,
  ].join('|')})$`,
)

/** @param body a test's arguments after its title */
function comparesConstants(body: string): boolean {
  const code = body.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
  return !/\bawait\b/.test(code) && [...code.matchAll(/(\w+)\s*\(/g)].every(([, name]) => COMPARES.test(name ?? ''))
}

/** One comment, or several where its ids do not fit a line. */
function idsAbove(lines: readonly string[], index: number): string[] {
  const covers = COVERS.exec(lines[index] ?? '')?.[1]
  return covers === undefined ? [] : [...idsAbove(lines, index - 1), ...idsOf(covers)]
}

/** The tests of a file, `test(…)`, `it(…)` and `test.each(…)(…)`; each begins its line. */
export function readTests(file: string, source: string): Test[] {
  const code = withoutComments(source)
  const lines = source.split('\n')
  return [...code.matchAll(/^[ \t]*(?:test|it)(\.each)?\(/gm)].flatMap((match) => {
    const open = match.index + match[0].length
    const from = match[1] ? endOfArguments(code, open) : open
    const title = /^\(?\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/.exec(code.slice(from))
    if (!title) return []
    const begin = from + title[0].length
    const body = code.slice(begin, endOfArguments(code, match[1] ? from + title[0].indexOf('(') + 1 : from))
    const line = code.slice(0, match.index).split('\n').length
    const ids = idsAbove(lines, line - 2)
    return [{ file, line, title: title[2] ?? '', ids, constantsOnly: comparesConstants(body) }]
  })
}

/** Ids that are neither a row nor in the contract, and comments that are not above a test. */
export function wrongComments(file: string, source: string, tests: readonly Test[], known: ReadonlySet<string>): Finding[] {
  return source.split('\n').flatMap((text, index) => {
    const covers = COVERS.exec(text)?.[1]
    if (covers === undefined) return []
    const at = { file, line: index + 1 }
    const isAbove = tests.some(({ line }) => line === index + 2) || COVERS.test(source.split('\n')[index + 1] ?? '')
    const lost = isAbove ? [] : [{ ...at, message: 'Put the comment on the line above its test.' }]
    const strange = idsOf(covers).filter((id) => !known.has(id))
    return [
      ...lost,
      ...strange.map((id) => ({
        ...at,
        message: `${id} is in no row of ${PAGE} and not in proto/: add the row, or write the id that is there.`,
      })),
    ]
  })
}

/** @returns the entries of the page or the contract without a test */
const unshown = (ids: readonly string[], shown: ReadonlySet<string>, name: string, place: Omit<Finding, 'message'>): Finding[] =>
  ids
    .filter((id) => !shown.has(id))
    .map((id) => ({
      ...place,
      message: `No test that runs the product has the comment "// covers: ${id}": write the test that fails without "${name}".`,
    }))

function doubled(rows: readonly Row[]): Finding[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const key = `${row.section}: ${row.name}`
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [at(row.line, `"${row.name}" appears in this table twice: join the rows.`)]
  })
}

/** The ids that count: those of tests that run code. */
const shownBy = (tests: readonly Test[]) => new Set(tests.filter(({ constantsOnly }) => !constantsOnly).flatMap(({ ids }) => ids))

/**
 * Checks the rows.
 * @param contract the ids of what `proto/` declares
 */
export function wrongRows(rows: readonly Row[], tests: readonly Test[], contract: readonly string[]): Finding[] {
  const shown = shownBy(tests)
  return [
    ...rows.flatMap(({ ids, name, line }) => unshown(ids, shown, name, { file: PAGE, line })),
    ...doubled(rows),
    ...contract.flatMap((id) => unshown([id], shown, id, { file: 'proto' })),
  ]
}

export function summary(rows: readonly Row[], tests: readonly Test[], contract: readonly string[]): string {
  return `${rows.length} rows and ${contract.length} entries of the contract shown by ${shownBy(tests).size} ids`
}
