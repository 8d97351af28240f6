/** The product's source files and their imports, read as text, so that the rules also work on code that does not compile. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, relative } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

/** A finding of a rule. `file` is relative to the repository, `line` counts from 1. */
export type Finding = { readonly file: string; readonly line?: number; readonly message: string }

export type Import = {
  /** As written. */
  readonly specifier: string
  /** The imported file of the repository, or null for a package or a Node module. */
  readonly target: string | null
  /** Of types alone, which leave nothing in the running program. */
  readonly isType: boolean
  readonly line: number
}
export type Source = { readonly file: string; readonly text: string; readonly code: string; readonly imports: readonly Import[] }

const CODE = /\.(ts|tsx|mts|mjs|js|cjs)$/
const SUBPATHS: Record<string, string> = { '#proto/': 'proto/', '#kit/': 'services/kit/src/', '#scripts/': 'scripts/' }
/**
 * Static imports and re-exports, bare imports, dynamic imports of a literal, and `new URL('./x', import.meta.url)` (how a process is
 * spawned).
 */
const IMPORT = /(?:^|[;\n])\s*(?:(?:import|export)\b[^'"`;]*?\bfrom|import)\s*(['"])([^'"\n]+)\1|\bimport\(\s*(['"])([^'"\n]+)\3/g

/**
 * Tracked and new files, so that the rules hold before the first commit; nothing that .gitignore names. Read from the folder, because
 * a machine that only runs the product may have no git; our .gitignore contains only plain names and `*.ending`.
 */
export function listFiles(): string[] {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const names = ['.git', ...ignored.map((line) => line.replace(/\/$/, ''))]
  const inside = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      if (names.some((name) => matchesGlob(entry.name, name))) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? inside(path) : entry.isFile() ? [path] : []
    })
  return inside('')
}

/** Replaces comments by blanks, which keeps line numbers and hides commented imports. Strings stay. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*/g,
    (match, string) => (string === undefined ? match.replace(/[^\n]/g, ' ') : match),
  )
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return relative(ROOT, join(ROOT, dirname(from), specifier.replace(/\?.*$/, '')))
  const subpath = Object.keys(SUBPATHS).find((prefix) => specifier.startsWith(prefix))
  return subpath === undefined ? null : `${SUBPATHS[subpath]}${specifier.slice(subpath.length)}`
}

/** @returns every import of a file, in order of appearance. */
export function importsOf(file: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].flatMap((match) => {
    const specifier = match[2] ?? match[4]
    if (specifier === undefined) return []
    const line = code.slice(0, (match.index ?? 0) + match[0].length).split('\n').length
    return [{ specifier, target: resolve(file, specifier), isType: /^[;\s]*(?:import|export) type\b/.test(match[0]), line }]
  })
}

/** Parses one file's text for the rules. */
export function parse(file: string, text: string): Source {
  const code = withoutComments(text)
  return { file, text, code, imports: importsOf(file, code) }
}

export function readSources(): Source[] {
  return listFiles()
    .filter((file) => CODE.test(file))
    .map((file) => parse(file, readFileSync(join(ROOT, file), 'utf8')))
}
