/** Names that are only observable at run time (docs/surface/observed.txt): cookies, JetStream consumers, Redis keys, browser storage. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Observed = 'cookie' | 'consumer' | 'redis' | 'localStorage' | 'sessionStorage'

const FILE = join(import.meta.dirname, '..', '..', 'docs', 'surface', 'observed.txt')

/** @returns the recorded names of one kind; `{id}` stands for any text */
export function recorded(kind: Observed): string[] {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return lines.flatMap((line) => (line.startsWith(`${kind}  `) ? [line.slice(kind.length + 2)] : []))
}

/** @returns the names that are not recorded there */
export function unrecorded(kind: Observed, names: readonly string[]): string[] {
  const patterns = recorded(kind).map((name) => new RegExp(`^${name.replaceAll(/\{\w+\}/g, '.+')}$`))
  return names.filter((name) => !patterns.some((pattern) => pattern.test(name)))
}
