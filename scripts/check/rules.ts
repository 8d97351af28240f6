/** The rules of `npm run check`, in the order in which they are reported. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareClients } from '#scripts/start/prepare.ts'
import { generatedPages } from '../docs/pages.ts'
import { coverageRule } from './coverage-rule.ts'
import { habits, sizes } from './habits.ts'
import { pageSize } from './page-size.ts'
import { bin, programRule, type Rule } from './rule.ts'
import { schemas } from './schemas.ts'
import { listFiles, ROOT, readSources } from './source.ts'
import { texts } from './texts.ts'
import { cycles, rooms, walls } from './walls.ts'

const TEXT = /\.(ts|tsx|mts|mjs|cjs|js|css|html|sql|prisma|sh|yaml|yml)$/
const sources = readSources()

function textFiles(): { readonly file: string; readonly text: string }[] {
  const files = listFiles().filter((file) => TEXT.test(file))
  return files.map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}

async function drift() {
  const { pages, problems } = await generatedPages()
  const stale = pages.filter((page) => page.current !== page.expected)
  return { findings: [...problems, ...stale.map(({ file }) => ({ file, message: 'differs from the code it is written from' }))] }
}

/** Prisma's clients are generated: without them half the stores have no types. */
function typesRule(): Rule {
  const rule = programRule('types', 'Fix the types; a cast only moves the mistake.', bin('tsc'), ['-p', 'tsconfig.json'])
  return { ...rule, run: () => prepareClients(ROOT).then(rule.run) }
}

export const rules: readonly Rule[] = [
  typesRule(),
  programRule('lint and format', 'Run npx biome check --write . and change what it leaves.', bin('biome'), [
    'check',
    '--error-on-warnings',
    '--max-diagnostics=100',
    '--colors=off',
    '.',
  ]),
  {
    name: 'import boundaries',
    advice: 'The walls are in docs/architecture.md; each line says what to do instead.',
    run: async () => ({ findings: [...walls(sources), ...rooms(sources)], note: `${sources.length} files` }),
  },
  { name: 'import cycles', advice: 'Two files that need each other need a third.', run: async () => ({ findings: cycles(sources) }) },
  {
    name: 'habits',
    advice: 'The house has one way of doing these; each line says which.',
    run: async () => ({ findings: [...habits(sources), ...habitsOfSql()] }),
  },
  { name: 'file sizes', advice: 'At most 400 lines, 200 are the aim.', run: async () => ({ findings: sizes(textFiles()) }) },
  programRule(
    'unused code and dependencies',
    'Delete it; git remembers. A package that a script runs is named in knip.json.',
    bin('knip'),
    ['--no-progress', '--treat-config-hints-as-errors'],
  ),
  { name: 'unused texts', advice: 'Delete it in every language, or show it.', run: texts },
  { name: 'contract drift', advice: 'Run npm run docs and commit what it writes.', run: drift },
  {
    name: 'schemas and migrations',
    advice: 'Write the migration: node scripts/run.mjs scripts/database/prisma.ts <service> migrate dev --name <what_changes>.',
    run: () => schemas(ROOT),
  },
  coverageRule,
  { name: 'visitor page size', advice: 'The budget is in docs/performance.md.', run: pageSize },
]

/** SQL and Prisma files are no sources with imports, but have the same habits. */
function habitsOfSql() {
  const sql = textFiles().filter(({ file }) => /\.(sql|prisma)$/.test(file))
  return habits(sql.map(({ file, text }) => ({ file, text, code: text, imports: [] })))
}
