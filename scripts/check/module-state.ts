/**
 * Finds mutable state at the top of the web's modules. No object owns it and no code ends it, two tests share it, and in the server bundle
 * all visitors whose pages one process renders would share it.
 */
import type { Result } from './rule.ts'
import { type Finding, readSources, type Source } from './source.ts'

const ENTRY = 'web/src/visitor/server.tsx'
/** Imports of types alone, which no bundle contains. */
const TYPE_IMPORT = /(?:^|\n)\s*(?:import|export)\s+type\b[^'"`;]*?\bfrom\s*(['"])[^'"\n]+\1/g
const VARIABLE = /^(?:export\s+)?(?:let|var)\s+([\w$]+|[{[][^=]*)/
const STATIC_FIELD = /^\s+(?:private\s+)?static\s+(?!readonly\b|override\b|async\b|get\b|set\b)(#?[\w$]+)\s*[:=;]/
/** The declared type says that the value does not change, as far as types can. */
const CONSTANT = /^(?:export\s+)?const\s+([\w$]+|[{[][^=]*[}\]])(?:\s*:(?!\s*(?:readonly\b|Readonly))[^=]*)?\s*=\s*/
/** Constants whose value can change: empty collections, instances, and results of factories. */
const CHANGING = /^(?:new\s+(?!Intl\.|TextEncoder\b|TextDecoder\b|RegExp\b)[A-Z]|\[\]|\{\}|(?:create|open|start)[A-Z]\w*[(<])/
/** Factories whose result has no state of its own: React keeps a context's value in the tree, redux a slice's in the store. */
const STATELESS = /^create(?:Context|Slice)\b/

/** Files that may keep state in the browser, and why. The server bundle contains none of them. */
const ALLOWED: Readonly<Record<string, string>> = {
  'web/src/core/zone.ts':
    'the zone in which every text of the page writes times, as the language is; texts are constants and take no context',
}

/** Files that a bundle of the entry contains. */
export function bundledBy(entry: string, sources: readonly Source[]): Source[] {
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const found = new Map<string, Source>()
  const waiting = [entry]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const source = byFile.get(file)
    if (!source || found.has(file)) continue
    found.set(file, source)
    const types = new Set([...source.code.matchAll(TYPE_IMPORT)].map(([statement]) => /(['"])([^'"]+)\1$/.exec(statement)?.[2]))
    for (const { specifier, target } of source.imports) if (target && !types.has(specifier)) waiting.push(target)
  }
  return [...found.values()]
}

function stateIn(line: string): string | undefined {
  const constant = CONSTANT.exec(line)
  const value = constant ? line.slice(constant[0].length) : ''
  const holder = constant && CHANGING.test(value) && !STATELESS.test(value) ? constant : null
  return (VARIABLE.exec(line) ?? STATIC_FIELD.exec(line) ?? holder)?.[1]
}

export function moduleStateIn({ file, code }: Source): Finding[] {
  return code.split('\n').flatMap((line, index) => {
    const name = stateIn(line)
    return name ? [{ file, line: index + 1, message: `${name.trim()} is state of the module` }] : []
  })
}

const isWeb = ({ file }: Source) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)

export async function moduleState(): Promise<Result> {
  const sources = readSources()
  const bundled = bundledBy(ENTRY, sources)
  const web = new Set([...bundled, ...sources.filter((source) => isWeb(source) && !(source.file in ALLOWED))])
  const stale = Object.keys(ALLOWED).filter((file) => !sources.some((source) => source.file === file && moduleStateIn(source).length > 0))
  return {
    findings: [...[...web].flatMap(moduleStateIn), ...stale.map((file) => ({ file, message: 'has no state: remove it from ALLOWED' }))],
    note: `${web.size} modules, ${bundled.length} of them in the server bundle`,
  }
}
