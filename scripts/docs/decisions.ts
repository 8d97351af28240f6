/** The index of the decision records, from their titles. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export const DECISIONS = join('docs', 'decisions', 'README.md')

const FILE = /^(\d{4})-.+\.md$/
const TITLE = /^# \d+\. (.+)$/m
/** Below its title a record names the one that replaces it, or has changed a part of it. */
const STATE = /^(Superseded|Changed) by \[record (\d{4})\]\(/m

export function decisionsPage(): string {
  const rows = readdirSync(join(ROOT, 'docs', 'decisions'))
    .filter((name) => FILE.test(name))
    .toSorted()
    .map((name) => {
      const text = readFileSync(join(ROOT, 'docs', 'decisions', name), 'utf8')
      const title = TITLE.exec(text)?.[1]
      if (title === undefined) throw new Error(`docs/decisions/${name} has no title "# <number>. <title>"`)
      const [, how, later] = STATE.exec(text) ?? []
      return `| ${name.slice(0, 4)} | [${title}](${name}) | ${how ? `${how.toLowerCase()} by ${later}` : 'holds'} |`
    })
  const head = [
    '# Decision records',
    '',
    'Why it is built as it is: context, decision, what was considered, consequences. What it does is decided in',
    '[product/decisions.md](../product/decisions.md). A record that is changed by a later one holds but for that part. There is no 0043.',
    'Written by `npm run docs`.',
    '',
  ]
  return [...head, '| record | decision | state |', '|---|---|---|', ...rows, ''].join('\n')
}
