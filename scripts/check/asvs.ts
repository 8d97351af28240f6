/**
 * Compares docs/asvs.md with the tree: every requirement of levels 1 and 2 once, the files, test titles, symbols and breaks that it names,
 * and the figures of its summary; and the tests that docs/security.md names.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTests } from './coverage.ts'
import { type Finding, listFiles } from './source.ts'

const PAGE = 'docs/asvs.md'
/** Requirements of OWASP ASVS 5.0.0, by level. */
export const PUBLISHED = { '1': 70, '2': 183 } as const
/** Those of both levels, by chapter: V1 to V17. */
export const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7] as const
const ROW = /^\| (\d+\.\d+\.\d+) \| (\S+) \| ([^|]+) \| (.*) \|$/
const SUMMARY = /^\| V(\d+) [^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$/
/** `path` › "a test's title" or `path` › `a symbol`; a break is named by itself: break `name`. */
const EVIDENCE = /`([^`]+)` › (?:"([^"]+)"|`([^`]+)`)/g
const BREAK = /\bbreak `([^`]+)`/g
const KINDS = ['test', 'file', 'does not apply', 'not met, by decision', 'not met'] as const
type Kind = (typeof KINDS)[number]

type Row = { readonly id: string; readonly level: string; readonly subject: string; readonly how: string; readonly line: number }
/** The inputs of the rule: a file's text, undefined if it does not exist; and the names of all breaks. */
export type Tree = { readonly read: (file: string) => string | undefined; readonly breaks: ReadonlySet<string> }

/** Finds names of tests in the same form. */
const SECURITY = 'docs/security.md'
const at = (line: number, message: string): Finding => ({ file: PAGE, line, message })
const chapterOf = ({ id }: Row) => Number(id.split('.')[0])

function rowsOf(page: string): Row[] {
  return page.split('\n').flatMap((text, index) => {
    const [, id, level = '', subject = '', how = ''] = ROW.exec(text) ?? []
    return id ? [{ id, level, subject, how, line: index + 1 }] : []
  })
}

/** @returns undefined for a cell with none of the five */
function kindOf({ how }: Row): Kind | undefined {
  if (/^does not apply: \S/.test(how)) return 'does not apply'
  if (/^not met, by \[decision \d+\]\(product\/decisions\.md#\S+\): \S/.test(how)) return 'not met, by decision'
  if (/^not met: \S/.test(how)) return 'not met'
  const named = [...how.matchAll(EVIDENCE)]
  if (!how.startsWith('`') || !named.length) return undefined
  return named.some(([, , title]) => title) ? 'test' : 'file'
}

/** Whether a test of the file has the title, which may be written with escaped quotes, and with the tag @all. */
const hasTest = (file: string, source: string, wanted: string) =>
  readTests(file, source).some(({ title }) => title.replace(/\\(['"`])/g, '$1').replace(/ @all$/, '') === wanted)

function wrongNames({ how, line, id }: Row, tree: Tree): Finding[] {
  const named = [...how.matchAll(EVIDENCE)].flatMap(([, file = '', title, symbol = '']) => {
    const source = tree.read(file)
    if (source === undefined) return [at(line, `${id}: there is no file ${file}.`)]
    if (title === undefined) return source.includes(symbol) ? [] : [at(line, `${id}: ${file} has no ${symbol}.`)]
    return hasTest(file, source, title) ? [] : [at(line, `${id}: ${file} has no test "${title}".`)]
  })
  const breaks = [...how.matchAll(BREAK)].flatMap(([, name = '']) => (tree.breaks.has(name) ? [] : [at(line, `${id}: no break ${name}.`)]))
  return [...named, ...breaks]
}

function wrongRow(row: Row, tree: Tree): Finding[] {
  const words = row.subject.trim().split(/\s+/).length
  return [
    ...(kindOf(row) ? [] : [at(row.line, `${row.id}: name a test or a file, or begin with "does not apply: " or "not met: ".`)]),
    ...(words > 12 ? [at(row.line, `${row.id}: the subject has ${words} words; twelve are enough.`)] : []),
    ...wrongNames(row, tree),
  ]
}

function wrongCounts(rows: readonly Row[]): Finding[] {
  const count = (of: string, wanted: number, isOf: (row: Row) => boolean) => ({ of, wanted, found: rows.filter(isOf).length })
  const counts = [
    ...Object.entries(PUBLISHED).map(([level, wanted]) => count(`level ${level}`, wanted, (row) => row.level === level)),
    ...OF_CHAPTER.map((wanted, index) => count(`V${index + 1}`, wanted, (row) => chapterOf(row) === index + 1)),
  ].filter(({ wanted, found }) => found !== wanted)
  const twice = rows.filter((row, index) => rows.findIndex(({ id }) => id === row.id) !== index)
  return [
    ...twice.map(({ line, id }) => at(line, `${id} is listed twice.`)),
    ...counts.map(({ of, wanted, found }) => ({ file: PAGE, message: `${of} has ${wanted} requirements; listed are ${found}.` })),
  ]
}

/** The figures of a chapter, as the summary lists them: by kind. */
const figuresOf = (rows: readonly Row[]) => KINDS.map((kind) => String(rows.filter((row) => kindOf(row) === kind).length))

function wrongSummary(page: string, rows: readonly Row[]): Finding[] {
  const lines = page.split('\n').flatMap((text, index) => {
    const [, chapter, ...figures] = SUMMARY.exec(text) ?? []
    return chapter ? [{ chapter: Number(chapter), figures, line: index + 1 }] : []
  })
  return OF_CHAPTER.flatMap((_wanted, index) => {
    const expected = figuresOf(rows.filter((row) => chapterOf(row) === index + 1)).join(' | ')
    const shown = lines.find(({ chapter }) => chapter === index + 1)
    if (shown?.figures.join(' | ') === expected) return []
    return [{ file: PAGE, ...(shown ? { line: shown.line } : {}), message: `the summary of V${index + 1} is: ${expected}` }]
  })
}

/** @returns the tests and symbols in a page of prose and tables that do not exist in the tree */
export function compareNames(file: string, page: string, tree: Tree): readonly Finding[] {
  const lines = page.split('\n').map((how, index) => ({ id: file, level: '', subject: '', how, line: index + 1 }))
  return lines.flatMap((row) => wrongNames(row, tree)).map((finding) => ({ ...finding, file }))
}

/** @returns the claims of the page that do not match the tree */
export function compareAsvs(page: string, tree: Tree): readonly Finding[] {
  const rows = rowsOf(page)
  return [...wrongCounts(rows), ...rows.flatMap((row) => wrongRow(row, tree)), ...wrongSummary(page, rows)]
}

/** @param root the tree whose page is compared */
export function asvs(root: string): { readonly findings: readonly Finding[]; readonly note: string } {
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined)
  const files = listFiles().filter((file) => /^scripts\/lab\/breaks\/\w+\.ts$/.test(file))
  const breaks = new Set(files.flatMap((file) => [...(read(file) ?? '').matchAll(/^ {4}name: '([^']+)'/gm)].map(([, name = '']) => name)))
  const page = read(PAGE) ?? ''
  const kinds = figuresOf(rowsOf(page)).map((figure, index) => `${figure} ${KINDS[index]}`)
  const findings = [...compareAsvs(page, { read, breaks }), ...compareNames(SECURITY, read(SECURITY) ?? '', { read, breaks })]
  return { findings, note: kinds.join(', ') }
}
