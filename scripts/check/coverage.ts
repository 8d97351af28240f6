/** docs/coverage.md against the tests' titles: what the specification names has a test that says so, and no id points nowhere. */
import { type Finding, withoutComments } from './source.ts'

export const PAGE = 'docs/coverage.md'
/** Parts of the product still being built: rows marked with their letter may wait for their test. Empty: nothing waits any more. */
const BUILDING: readonly string[] = []
const LATER: readonly string[] = ['security', 'billing', 'recording', 'push']
const ID = /\[([A-Z]-[a-z0-9-]+)\]/g
const CELL = /^((?:\[[A-Z]-[a-z0-9-]+\] ?)+)(?:(open|later): ([\w-]+))?$/

/** `section` is the heading the row stands under. */
export type Row = {
  readonly section: string
  readonly name: string
  readonly ids: readonly string[]
  readonly line: number
  readonly mark?: { readonly kind: 'open' | 'later'; readonly of: string }
}
/** `line` counts from 1. `constantsOnly`: the test compares constants with literals and runs nothing of the product. */
export type Title = { readonly file: string; readonly line: number; readonly text: string; readonly constantsOnly?: boolean }

const idsOf = (text: string) => [...text.matchAll(ID)].map((match) => match[1] ?? '')
const at = (line: number, message: string): Finding => ({ file: PAGE, line, message })

/** Reads the page's tables: two columns, what and by which ids. */
export function readRows(page: string): { readonly rows: readonly Row[]; readonly findings: readonly Finding[] } {
  const rows: Row[] = []
  const findings: Finding[] = []
  let section = ''
  for (const [index, text] of page.split('\n').entries()) {
    if (text.startsWith('## ')) section = text.slice(3)
    if (!text.startsWith('| ') || text === '| Row | Test |') continue
    const cells = text.slice(1, text.lastIndexOf('|')).split(' | ')
    const match = CELL.exec(cells[1]?.trim() ?? '')
    if (cells.length !== 2 || !match)
      findings.push(at(index + 1, 'Write the row as | what | [X-id] | or | what | [X-id] later: billing |.'))
    else rows.push({ section, name: cells[0]?.trim() ?? '', ids: idsOf(match[1] ?? ''), line: index + 1, ...markOf(match[2], match[3]) })
  }
  return { rows, findings }
}

function markOf(kind: string | undefined, of: string | undefined): { mark?: NonNullable<Row['mark']> } {
  return (kind === 'open' || kind === 'later') && of ? { mark: { kind, of } } : {}
}

/** The end of a call's arguments, from behind its opening bracket; brackets in strings do not count. */
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

/** What a test may call and still run nothing of the product. */
const COMPARES =
  /^(test|it|each|expect|not|to[A-Z]\w*|any|objectContaining|arrayContaining|stringContaining|sort|map|filter|values|keys|entries|fromEntries|Set|for|if|return)$/

/** @param body a test's arguments after its title */
function comparesConstants(body: string): boolean {
  const code = body.replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
  return !/\bawait\b/.test(code) && [...code.matchAll(/(\w+)\s*\(/g)].every(([, name]) => COMPARES.test(name ?? ''))
}

/** The titles of `test(…)`, `it(…)` and `test.each(…)(…)` in a test's source, as written; each begins its line. */
export function readTitles(file: string, source: string): Title[] {
  const code = withoutComments(source)
  return [...code.matchAll(/^[ \t]*(?:test|it)(\.each)?\(/gm)].flatMap((match) => {
    const open = match.index + match[0].length
    const from = match[1] ? endOfArguments(code, open) : open
    const title = /^\(?\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/.exec(code.slice(from))
    if (!title) return []
    const begin = from + title[0].length
    const body = code.slice(begin, endOfArguments(code, match[1] ? from + title[0].indexOf('(') + 1 : from))
    return [{ file, line: code.slice(0, from).split('\n').length, text: title[2] ?? '', constantsOnly: comparesConstants(body) }]
  })
}

function wrongTitles(titles: readonly Title[], known: ReadonlySet<string>): Finding[] {
  return titles.flatMap(({ file, line, text }) => {
    const strange = idsOf(text).filter((id) => !known.has(id))
    const inside = idsOf(text.replace(/( \[[A-Z]-[a-z0-9-]+\])+$/, ''))
    return [
      ...strange.map((id) => ({ file, line, message: `[${id}] stands in no row of ${PAGE}: add the row, or write the id that is there.` })),
      ...inside.map((id) => ({ file, line, message: `[${id}] belongs at the end of the title.` })),
    ]
  })
}

function wrongRow(row: Row, shown: ReadonlySet<string>): Finding[] {
  const missing = row.ids.filter((id) => !shown.has(id))
  const { mark } = row
  if (!mark)
    return missing.map((id) =>
      at(row.line, `No test that runs the product has [${id}] at its title's end: write the test that fails without "${row.name}".`),
    )
  const known = mark.kind === 'open' ? BUILDING : LATER
  if (!known.includes(mark.of))
    return [
      at(
        row.line,
        `"${mark.kind}: ${mark.of}" is none of ${known.join(', ') || 'no part, all are built'}: write the test and take it away.`,
      ),
    ]
  if (mark.kind === 'later' && missing.length === 0) return [at(row.line, `"${row.name}" is shown by a test now: take "later" away.`)]
  return []
}

function doubled(rows: readonly Row[]): Finding[] {
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const key = `${row.section}: ${row.name}`
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [at(row.line, `"${row.name}" stands in this table twice: join the rows.`)]
  })
}

/** The ids that count: of tests that run something. */
const shownBy = (titles: readonly Title[]) =>
  new Set(titles.filter(({ constantsOnly }) => !constantsOnly).flatMap(({ text }) => idsOf(text)))

/**
 * Everything that is wrong between page, tests and contract.
 * @param contract rows that must be there because `proto/` declares them
 */
export function judge(rows: readonly Row[], titles: readonly Title[], contract: readonly string[]): Finding[] {
  const shown = shownBy(titles)
  const known = new Set(rows.flatMap(({ ids }) => ids))
  const names = rows.map(({ name }) => name)
  const absent = contract.filter((wanted) => !names.some((name) => name === wanted || name.startsWith(`${wanted} (`)))
  return [
    ...rows.flatMap((row) => wrongRow(row, shown)),
    ...doubled(rows),
    ...absent.map((wanted) => ({ file: PAGE, message: `proto/ declares ${wanted}: give it a row, | ${wanted} | [X-id] |.` })),
    ...wrongTitles(titles, known),
  ]
}

/** What stands open, by part: counted and named, because it must come to nothing. */
export function summary(rows: readonly Row[], titles: readonly Title[]): string {
  const shown = shownBy(titles)
  const later = rows.filter(({ mark }) => mark?.kind === 'later')
  const waiting = rows.filter(({ mark, ids }) => mark?.kind === 'open' && !ids.every((id) => shown.has(id)))
  const parts = [...new Set(waiting.map(({ mark }) => mark?.of))].sort()
  const lines = parts.map((part) => {
    const names = waiting.filter(({ mark }) => mark?.of === part).flatMap(({ ids }) => ids.filter((id) => !shown.has(id)))
    return `\n        open ${part}: ${waiting.filter(({ mark }) => mark?.of === part).length} rows, ${[...new Set(names)].join(' ')}`
  })
  return `${rows.length - later.length - waiting.length} rows shown by ${shown.size} ids, ${later.length} later, ${waiting.length} open${lines.join('')}`
}
