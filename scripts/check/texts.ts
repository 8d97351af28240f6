/** Finds unused texts: knip checks exports, and a catalogue is one export with hundreds of keys. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Result } from './rule.ts'
import { type Finding, readSources, type Source } from './source.ts'

/** The English files of texts: shared ones in core/texts, the others beside the components that show them. */
const ENGLISH = /^web\/src\/.*\/en-[\w-]+\.ts$/
/** Catalogues that are looked up by the server's code, or by marks in the pages' markup. */
const READ_ELSEWHERE = /^web\/src\/core\/texts\/en-(errors|page|manifest|formats)\.ts$/

/** Catalogues by the name of their constant, which is unique. */
export type Catalogues = Readonly<Record<string, unknown>>
type Node = Readonly<Record<string, unknown>>
type Path = readonly string[]

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)

function leaves(value: unknown, path: Path): string[] {
  return isNode(value) ? Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, key])) : [path.join('.')]
}

/** All texts below the deepest part of the path in the catalogue: an object that is indexed or passed on uses all its texts. */
function shownBy(catalogues: Catalogues, path: Path): string[] {
  let [part, depth]: [unknown, number] = [catalogues, 0]
  for (const key of path) {
    if (!isNode(part) || !Object.hasOwn(part, key)) break
    part = part[key]
    depth += 1
  }
  return depth ? leaves(part, path.slice(0, depth)) : []
}

/** Precedes a name that is not part of another name, a text or a path; three dots spread it. */
const ALONE = "(?<![\\w'])(?<!(?<!\\.\\.)\\.)"
const keysOf = (dotted: string): Path => dotted.split('.').filter(Boolean)
const DECLARED = /\b(?:const|let)\s+(\w+|\{[^}]*\})\s*=\s*(\w+)((?:\.\w+)*)[ \t]*(?=\n|;|$)/g

const isText = (catalogues: Catalogues, path: Path) => shownBy(catalogues, path).join() === path.join('.')

/** A file's local names of catalogues and their parts, and its code without these declarations. */
function aliasesOf({ code }: Source, catalogues: Catalogues) {
  const aliases = new Map<string, Path[]>()
  const add = (name: string, path: Path) => aliases.set(name, [...(aliases.get(name) ?? []), path])
  const rest = code
    .replace(/import\s+\{([^}]*)\}\s+from\s+'[^']*\/en-[\w-]+\.ts'/g, (_import, names: string) => {
      for (const [, name = '', as] of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g))
        if (Object.hasOwn(catalogues, name)) add(as ?? name, [name])
      return ''
    })
    .replace(DECLARED, (all, left: string, root: string, tail: string) => {
      const paths = aliases.get(root)
      if (!paths) return all
      const named = left.startsWith('{') ? [...left.matchAll(/(\w+)(?:\s*:\s*(\w+))?/g)] : [[left, '', left]]
      for (const path of paths) for (const [, key = '', as] of named) add(as ?? key, [...path, ...keysOf(tail), ...keysOf(key)])
      return ''
    })
  return { aliases, rest }
}

function shownIn(source: Source, catalogues: Catalogues): string[] {
  const { aliases, rest } = aliasesOf(source, catalogues)
  return [...aliases].flatMap(([name, paths]) => {
    const parts = [...rest.matchAll(new RegExp(`${ALONE}${name}((?:\\??\\.\\w+)+)`, 'g'))].map(([, tail = '']) => tail.replaceAll('?', ''))
    const isWhole = new RegExp(`[({,:=[.]\\s*${name}\\s*[)},\\]]|${ALONE}${name}\\[`).test(rest)
    const isNamed = new RegExp(`${ALONE}${name}\\b`).test(rest)
    return paths.flatMap((path) =>
      [...(isWhole || (isNamed && isText(catalogues, path)) ? [''] : []), ...parts].flatMap((tail) =>
        shownBy(catalogues, [...path, ...keysOf(tail)]),
      ),
    )
  })
}

export function unusedTexts(catalogues: Catalogues, sources: readonly Source[]): string[] {
  const shown = new Set(sources.flatMap((source) => shownIn(source, catalogues)))
  return leaves(catalogues, []).filter((path) => !shown.has(path))
}

/** Reads the English catalogues; other languages have the same keys (catalogues.test.ts). @returns each with its file */
async function readCatalogues(sources: readonly Source[]): Promise<readonly (readonly [name: string, texts: Node, file: string])[]> {
  const files = sources.map(({ file }) => file).filter((file) => ENGLISH.test(file) && !READ_ELSEWHERE.test(file))
  const read = files.map(async (file) => {
    const module = (await import(pathToFileURL(join(ROOT, file)).href)) as Node
    return Object.entries(module).flatMap(([name, value]) => (isNode(value) ? [[name, value, file] as const] : []))
  })
  return (await Promise.all(read)).flat()
}

export async function texts(): Promise<Result> {
  const sources = readSources()
  const showing = sources.filter(({ file }) => file.startsWith('web/') && !file.includes('.test.') && !file.startsWith('web/e2e/'))
  const read = await readCatalogues(sources)
  const catalogues: Catalogues = Object.fromEntries(read)
  const fileOf = new Map(read.map(([name, , file]) => [name, file]))
  const twice = read.filter(([name, , file]) => fileOf.get(name) !== file)
  const unused = unusedTexts(catalogues, showing)
  const findings: Finding[] = [
    ...twice.map(([name, , file]) => ({ file, message: `${name} is also the name of the texts in ${fileOf.get(name)}` })),
    ...unused.map((path) => ({ file: fileOf.get(path.split('.')[0] ?? '') ?? '', message: `${path} is shown nowhere` })),
  ]
  return { findings, note: `${leaves(catalogues, []).length} texts` }
}
