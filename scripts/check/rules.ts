/** The rules of `npm run check`, in the order in which they are reported. */
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { stalePictures } from '#scripts/lab/shots/readme-sources.ts'
import { cacheFolder } from '#scripts/servers/cache.ts'
import { prepareClients } from '#scripts/start/prepare.ts'
import { generatedPages } from '../docs/pages.ts'
import { asvs } from './asvs.ts'
import { textsAlone } from './bare-texts.ts'
import { boundaries, serviceFolders } from './boundaries.ts'
import { citedOf, readsCitations, wrongCitations } from './citations.ts'
import { conventions } from './conventions.ts'
import { coverageRule } from './coverage-rule.ts'
import { migrations } from './migrations.ts'
import { moduleState } from './module-state.ts'
import { pageSize } from './page-size.ts'
import { privacy } from './privacy.ts'
import { bin, program, programRule, type Rule } from './rule.ts'
import { schemas } from './schemas.ts'
import { listFiles, readSources, type Source } from './source.ts'
import { statements } from './statements.ts'
import { tagsRule } from './tags-rule.ts'
import { texts } from './texts.ts'
import { uniqueNames } from './unique-names.ts'

const sources = readSources()

async function drift() {
  const { pages, problems } = await generatedPages()
  const stale = pages.filter((page) => page.current !== page.expected)
  return { findings: [...problems, ...stale.map(({ file }) => ({ file, message: 'differs from the code it is written from' }))] }
}

/**
 * Two programs: what Vite bundles resolves its imports as a bundler does, the rest as Node does. Prisma's clients are generated first;
 * without them many stores have no types. Files that a change cannot have broken are not checked again, in a new clone neither: the
 * compiler compares the content of each file with what it has checked, in the clone that was last right.
 */
function typesRule(): Rule {
  const run = async (project: string, name: string) => {
    const own = join('node_modules', '.cache', `${name}.tsbuildinfo`)
    const shared = join(cacheFolder(), 'types', `${name}.tsbuildinfo`)
    if (!existsSync(own) && existsSync(shared)) copy(shared, own)
    const { code, output } = await program(bin('tsc'), ['-p', project, '--incremental', '--tsBuildInfoFile', own])
    if (code === 0) copy(own, shared)
    return code === 0 ? [] : [{ file: project, message: `tsc ended with ${code}\n${output}` }]
  }
  return {
    name: 'types',
    advice: 'Fix the types; a cast only moves the mistake.',
    run: async () => {
      await prepareClients(ROOT)
      return { findings: [...(await run('tsconfig.json', 'types')), ...(await run('web/tsconfig.json', 'web-types'))] }
    },
  }
}

/** Another run may read or write the same file. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const part = `${to}.${process.pid}`
  copyFileSync(from, part)
  renameSync(part, to)
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
    advice: 'The boundaries are in docs/architecture.md; each line says what to do instead.',
    run: async () => ({ findings: [...boundaries(sources), ...serviceFolders(sources)], note: `${sources.length} files` }),
  },
  {
    name: 'conventions',
    advice: 'Each line says what to do instead.',
    run: async () => ({ findings: conventions([...sources, ...sqlSources()]) }),
  },
  {
    name: 'unique names',
    advice: 'docs/glossary.md: one term for one thing, and one thing for one term.',
    run: async () => ({ findings: uniqueNames(sources) }),
  },
  programRule(
    'unused code and dependencies',
    'Delete it; git remembers. A package that a script runs is named in knip.json.',
    bin('knip'),
    ['--no-progress', '--treat-config-hints-as-errors'],
  ),
  { name: 'unused texts', advice: 'Delete it in every language, or show it.', run: texts },
  {
    name: 'texts alone in their elements',
    advice: 'docs/decisions/0061: what a page translator replaces must not be a node that React works on.',
    run: textsAlone,
  },
  { name: 'module state', advice: 'Make it where the app starts, and pass it on by argument or context.', run: moduleState },
  { name: 'contract drift', advice: 'Run npm run docs and commit what it writes.', run: drift },
  {
    name: 'schemas and migrations',
    advice: 'Write the migration: node scripts/run.mjs scripts/database/prisma.ts <service> migrate dev --name <what_changes>.',
    run: () => schemas(ROOT),
  },
  {
    name: 'citations',
    advice: 'docs/product and docs/decisions have what comments and documents may cite.',
    run: async () => ({ findings: citations() }),
  },
  {
    name: 'personal data',
    advice: 'docs/privacy.md lists what each service keeps, why, how long and how it is erased.',
    run: async () => privacy(ROOT),
  },
  {
    name: 'security requirements',
    advice: 'docs/asvs.md says what each row names; rename there what was renamed here.',
    run: async () => asvs(ROOT),
  },
  {
    name: 'expand and contract',
    advice: 'docs/decisions/0039: the previous version works with the new tables until an upgrade ends, and after a rollback.',
    run: migrations,
  },
  {
    name: 'statements and database',
    advice: 'Change the SQL or its description in the file named, as the schema now says.',
    run: () => statements(ROOT),
  },
  coverageRule,
  tagsRule,
  {
    name: 'pictures of the README',
    advice: 'Run npm run shots -- --readme, look at docs/images, and commit them.',
    run: async () => ({
      findings: stalePictures(ROOT).map(({ picture, source }) => ({ file: picture, message: `was taken before ${source} changed` })),
    }),
  },
  { name: 'visitor page size', advice: 'The budget is in docs/performance.md.', run: pageSize },
]

function citations() {
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
  const files = listFiles()
  const records = files.flatMap((file) => /^docs\/decisions\/(\d{4}-.+)$/.exec(file)?.[1] ?? [])
  const cited = citedOf((name) => read(`docs/product/${name}.md`), records)
  return files.filter(readsCitations).flatMap((file) => wrongCitations({ file, text: read(file) }, cited))
}

/** SQL and Prisma files import nothing, and keep the same conventions. */
function sqlSources(): Source[] {
  const files = listFiles().filter((file) => /\.(sql|prisma)$/.test(file))
  return files.map((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8')
    return { file, text, code: text, imports: [] }
  })
}
