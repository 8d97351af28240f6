/** The index of the decision records, from their titles. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export const DECISIONS = join('docs', 'decisions', 'README.md')

const FILE = /^(\d{4})-.+\.md$/
const TITLE = /^# \d+\. (.+)$/m
/** A record is not rewritten when another one takes its place: it names that one in its first paragraph. */
const SUPERSEDED = /^\*\*Superseded by.*?(\d{4})/m

export function decisionsPage(): string {
  const rows = readdirSync(join(ROOT, 'docs', 'decisions'))
    .filter((name) => FILE.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(ROOT, 'docs', 'decisions', name), 'utf8')
      const title = TITLE.exec(text)?.[1]
      if (title === undefined) throw new Error(`docs/decisions/${name} has no title "# <number>. <title>"`)
      const successor = SUPERSEDED.exec(text)?.[1]
      return `| ${name.slice(0, 4)} | [${title}](${name}) | ${successor ? `superseded by ${successor}` : 'holds'} |`
    })
  const head = [
    '# Decision records',
    '',
    'Why it is built as it is: context, decision, what was considered, consequences. Written by `npm run docs`.',
    '',
  ]
  return [...head, '| record | decision | state |', '|---|---|---|', ...rows, ''].join('\n')
}
