/**
 * Citations of the product's documents and of decision records: each target exists, and each has the one form that a reader can
 * open. In code that is `docs/product/decisions.md, 12`, in Markdown a link to the heading; a decision record is `record 0039`.
 */
import type { Finding } from './source.ts'

const DOCUMENTS = ['decisions', 'specification', 'interface', 'states'] as const
type Name = (typeof DOCUMENTS)[number]

/** Numbers of decisions and sections, names of the other headings, and all anchors. */
export type Headings = { readonly parts: ReadonlySet<string>; readonly anchors: ReadonlySet<string> }
export type Cited = { readonly documents: Record<Name, Headings>; readonly records: ReadonlySet<string> }
export type Text = { readonly file: string; readonly text: string }

/** Applied migrations are never changed; the rule and its tests contain the refused forms. */
const LEFT = /\/prisma\/migrations\/|^scripts\/check\/citations|^docs\/images\//
const READ = /\.(ts|tsx|mts|mjs|css|md|prisma|sql|ya?ml|tpl|conf|toml|html)$|(^|\/)(Dockerfile|Caddyfile)$/

export const readsCitations = (file: string): boolean => READ.test(file) && !LEFT.test(file)

/** As GitHub makes them. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** @returns the anchors and numbers of one document */
export function headingsOf(document: string): Headings {
  const headings = [...document.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading)
  return { parts: new Set(headings.map((heading) => /^(\d+)\. /.exec(heading)?.[1] ?? heading)), anchors: new Set(headings.map(anchorOf)) }
}

export const citedOf = (read: (name: Name) => string, records: readonly string[]): Cited => ({
  documents: Object.fromEntries(DOCUMENTS.map((name) => [name, headingsOf(read(name))])) as Record<Name, Headings>,
  records: new Set(records.map((file) => file.slice(0, 4))),
})

const PATH = /docs\/product\/([\w-]+)\.md(?:, ?(\d+(?:-\d+)?(?:, ?\d+(?:-\d+)?)*|[A-Z][^;:,.)`\n]*)|(,)$)?/gm
const ANCHOR = new RegExp(String.raw`\b(${DOCUMENTS.join('|')})\.md#([\w-]+)`, 'g')
const RECORD = /\brecords?\s+(\d{4}(?:(?:,| and)\s+\d{4})*)/gi
const OLD: readonly (readonly [RegExp, string])[] = [
  [/(?<!\[)(?<!\[product )\bdecisions?\s+\d+/gi, 'docs/product/decisions.md, 12 (in Markdown a link to its heading)'],
  [/\bdecision\s+records?\s+\d+/gi, 'record 0039'],
  [/\bspec(?:ification)?(?:'s)?,?\s+sections?\s+\d+/gi, 'docs/product/specification.md, 5 (in Markdown a link to its heading)'],
]
/** Only in comments and Markdown: code has variables of these names. */
const OLD_IN_PROSE = /\((?:states|interface|look)(?:[):;]|,\s)|[;,]\s+(?:states|look)\)|[;,]\s+interface:\s/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|^\s*(?:#|--)[^\n]*/gm

/** Marks of comments at the beginning of a line become blanks, so that a citation over two lines is one text; lines keep their numbers. */
const joined = (text: string) => text.replace(/^[ \t]*(?:\*(?!\/)|\/\/\/?|#|--)(?= |$)/gm, (mark) => ' '.repeat(mark.length))

function missing(numbers: string, { parts }: Headings): string[] {
  return numbers.split(/,\s*|-/).filter((number) => !parts.has(number))
}

function ofPath([, name = '', part, comma]: readonly (string | undefined)[], { documents }: Cited): string | undefined {
  const headings = documents[name as Name] as Headings | undefined
  if (!headings) return `There is no docs/product/${name}.md.`
  if (comma !== undefined) return 'Keep the number on the line of its document, so that it is found by a search.'
  if (part === undefined) return undefined
  if (!/^\d/.test(part)) return headings.parts.has(part.trim()) ? undefined : `docs/product/${name}.md has no heading "${part.trim()}".`
  const wrong = missing(part, headings)
  return wrong.length ? `docs/product/${name}.md has no ${wrong.join(', ')}.` : undefined
}

/** @returns citations of one file whose target does not exist, and citations of another form */
export function wrongCitations({ file, text }: Text, cited: Cited): Finding[] {
  const prose = joined(text)
  const lineAt = (index: number) => prose.slice(0, index).split('\n').length
  const each = (source: string, pattern: RegExp, say: (match: RegExpExecArray) => string | undefined, from = 0): Finding[] =>
    [...source.matchAll(pattern)].flatMap((match) => {
      const message = say(match)
      return message === undefined ? [] : [{ file, line: lineAt(from + match.index), message }]
    })
  const inProduct = file.startsWith('docs/product/')
  const comments = file.endsWith('.md') ? [{ 0: prose, index: 0 }] : [...text.matchAll(COMMENT)]
  return [
    ...each(prose, PATH, (match) => ofPath(match, cited)),
    ...each(prose, ANCHOR, ([, name = '', anchor = '']) =>
      cited.documents[name as Name].anchors.has(anchor) ? undefined : `docs/product/${name}.md has no heading #${anchor}.`,
    ),
    ...each(prose, RECORD, ([, numbers = '']) => {
      const wrong = numbers.split(/\D+/).filter((number) => !cited.records.has(number))
      return wrong.length ? `docs/decisions has no record ${wrong.join(', ')}.` : undefined
    }),
    ...(inProduct
      ? []
      : OLD.flatMap(([pattern, form]) => each(prose, pattern, ([old]) => `"${old.replace(/\s+/g, ' ')}": write ${form}.`))),
    ...(inProduct
      ? []
      : comments.flatMap(({ 0: comment, index }) =>
          each(
            comment,
            OLD_IN_PROSE,
            ([old]) => `"${old.trim()}": write docs/product/states.md, or docs/product/interface.md, HTTP.`,
            index,
          ),
        )),
  ]
}
