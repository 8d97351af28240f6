/** `npm test -- --changed`: which tests a change can break, by the folder that was changed. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

type Tested = 'unit' | 'wire' | 'e2e'
/** For each suite, parts of the paths of the test files to run: `all`, or an empty list for none. */
export type Selection = Readonly<Record<Tested, readonly string[] | 'all'>>
type Named = { readonly file: string; readonly text: string }

/** A change of one of these files can break any test. */
const EVERYTHING = [
  /^(proto|services\/kit|scripts\/(testing|servers|start|bootstrap|database|media-worker))\//,
  /^(package(-lock)?|tsconfig)\.json$/,
  /^(jest|playwright)\.config\./,
  /^scripts\/(test|run)\./,
]
const E2E = 'web/e2e/'

const words = (path: string) =>
  path.split(/[/.]/).filter((word) => !['web', 'src', 'features', 'ts', 'tsx', 'css', 'module'].includes(word))

/** @returns the situations whose text names a changed file or its folder; `all` if none does */
function naming(path: string, situations: readonly Named[]): readonly string[] | 'all' {
  const names = words(path).reverse()
  for (const name of names) {
    const found = situations.filter(({ file, text }) => file.includes(name) || text.includes(name))
    if (found.length > 0) return found.map(({ file }) => file)
  }
  return 'all'
}

function testsOf(path: string, situations: readonly Named[]): Partial<Selection> {
  const [top, folder = '', tool = ''] = path.split('/')
  if (EVERYTHING.some((pattern) => pattern.test(path))) return { unit: 'all', wire: 'all', e2e: 'all' }
  if (/\.md$|^docs\//.test(path)) return {}
  if (top === 'services') return { unit: [`services/${folder}/`], wire: [`services/${folder}/test/`, 'services/gateway/test/'] }
  if (top === 'scripts') {
    const part = folder === 'lab' ? `scripts/lab/${tool}` : `scripts/${folder}`
    return { unit: [part], wire: [part] }
  }
  if (path.startsWith(E2E)) return { e2e: path.endsWith('.spec.ts') ? [path] : 'all' }
  if (top === 'web') return { unit: ['web/'], e2e: naming(path, situations) }
  return { unit: 'all' }
}

/**
 * @param changed paths from the root @param situations the browser tests with their texts
 */
export function selectTests(changed: readonly string[], situations: readonly Named[]): Selection {
  const selected: Record<Tested, Set<string> | 'all'> = { unit: new Set(), wire: new Set(), e2e: new Set() }
  for (const path of changed) {
    for (const [suite, paths] of Object.entries(testsOf(path, situations)) as [Tested, readonly string[] | 'all'][]) {
      const before = selected[suite]
      if (paths === 'all' || before === 'all') selected[suite] = 'all'
      else for (const part of paths) before.add(part)
    }
  }
  const listed = (suite: Tested) => (selected[suite] === 'all' ? 'all' : [...selected[suite]])
  return { unit: listed('unit'), wire: listed('wire'), e2e: listed('e2e') }
}

/** @param since a commit; without it, what is not committed yet @returns paths from the root */
function changedFiles(since: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/** @returns the browser tests of every project, with their texts */
export function readSituations(): readonly Named[] {
  const names = readdirSync(join(ROOT, E2E), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts'))
  return names.map((name) => ({ file: `${E2E}${name}`, text: readFileSync(join(ROOT, E2E, name), 'utf8') }))
}

/** @param since a commit; without it, what is not committed yet */
export function selectChanged(since = 'HEAD'): { readonly changed: readonly string[]; readonly selection: Selection } {
  const changed = changedFiles(since)
  return { changed, selection: selectTests(changed, readSituations()) }
}
