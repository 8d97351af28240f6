/**
 * Finds mutable state at the top of modules that the visitor's server bundle contains: it would be shared by all visitors whose pages one
 * process renders.
 */
import type { Result } from './rule.ts'
import { type Finding, readSources, type Source } from './source.ts'

const ENTRY = 'web/src/visitor/server.tsx'
/** Imports of types alone, which no bundle contains. */
const TYPE_IMPORT = /(?:^|\n)\s*(?:import|export)\s+type\b[^'"`;]*?\bfrom\s*(['"])[^'"\n]+\1/g
const VARIABLE = /^(?:export\s+)?(?:let|var)\s+([\w$]+)/
/** Constants whose value can change: collections, stores, and whatever a factory of ours makes. */
const CONSTANT = /^(?:export\s+)?const\s+([\w$]+)[^=]*=\s*/
const CHANGING = /^(?:new\s+(?:Map|Set|WeakMap|WeakSet|Array)\b|\[\]|\{\}|(?:create|open|start)[A-Z]\w*\()/

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

export function mutableState({ file, code }: Source): Finding[] {
  return code.split('\n').flatMap((text, index) => {
    const constant = CONSTANT.exec(text)
    const holder = constant && CHANGING.test(text.slice(constant[0].length)) ? constant : null
    const name = (VARIABLE.exec(text) ?? holder)?.[1]
    return name ? [{ file, line: index + 1, message: `${name} is shared by every visitor whose page this process renders` }] : []
  })
}

export async function serverState(): Promise<Result> {
  const bundled = bundledBy(ENTRY, readSources())
  return { findings: bundled.flatMap(mutableState), note: `${bundled.length} modules` }
}
