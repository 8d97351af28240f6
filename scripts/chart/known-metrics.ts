/** The metrics that the product has: those that its sources declare, and Node's own by prom-client; and what a PromQL expression names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { listFiles } from '../check/source.ts'

/** Of a series: the labels that the product gives it, without those of its target. */
export type Series = { readonly name: string; readonly labels: readonly string[] }

/** A declaration: its function, and where its object begins. */
const DECLARED = /(\w+)(?:<[^>]*>)?\((?=\{\s*name: '(doorbell_\w+)')/g
const HISTOGRAMS = ['Histogram', 'waitHistogram']

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** @returns the object literal that begins at `from` */
function objectAt(text: string, from: number): string {
  let depth = 0
  for (let index = from; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1
    if (text[index] === '}') depth -= 1
    if (depth === 0) return text.slice(from, index + 1)
  }
  return text.slice(from)
}

/** `labels: ['a']`, `labelNames: ['a']`, or `labels: { a: (input) => … }`. */
function labelsIn(declaration: string): string[] {
  const list = /\blabel(?:Name)?s: \[([^\]]*)\]/.exec(declaration)?.[1]
  if (list !== undefined) return [...list.matchAll(/'(\w+)'/g)].map(([, label = '']) => snakeCase(label))
  const read = /\blabels: \{([\s\S]*)\}/.exec(declaration)?.[1] ?? ''
  return [...read.matchAll(/(\w+): \(/g)].map(([, label = '']) => label)
}

const seriesOf = (name: string, labels: readonly string[], isHistogram: boolean): Series[] =>
  isHistogram ? ['_bucket', '_sum', '_count'].map((end) => ({ name: `${name}${end}`, labels })) : [{ name, labels }]

/** @returns the series of one source file */
export function seriesIn(source: string): Series[] {
  return [...source.matchAll(DECLARED)].flatMap((found) => {
    const [whole, declare = '', name = ''] = found
    const declaration = objectAt(source, found.index + whole.length)
    return seriesOf(name, labelsIn(declaration), HISTOGRAMS.includes(declare))
  })
}

/** @returns the function that declares each metric of a source file */
export const declaredIn = (source: string): { readonly name: string; readonly by: string }[] =>
  [...source.matchAll(DECLARED)].map(([, by = '', name = '']) => ({ name, by }))

const metricSources = () => listFiles().filter((file) => /^services\/[^/]+\/src\/.*\.ts$/.test(file) && !file.endsWith('.test.ts'))

/** @returns the metrics that the product declares, in any file */
export const declaredMetrics = () => metricSources().flatMap((file) => declaredIn(readFileSync(join(ROOT, file), 'utf8')))

/** @returns every series that the product's services can have */
export async function knownSeries(): Promise<Series[]> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const own = await registry.getMetricsAsJSON()
  return [
    ...metricSources().flatMap((file) => seriesIn(readFileSync(join(ROOT, file), 'utf8'))),
    ...own.flatMap(({ name, type }) => seriesOf(name, [], String(type) === 'histogram')),
  ]
}

const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g
const OPERATORS = ['and', 'or', 'unless', 'bool']

/** @returns the names of the series of a PromQL expression, and the labels that it selects or groups by */
export function partsOf(expression: string): { readonly names: readonly string[]; readonly labels: readonly string[] } {
  const plain = expression.replaceAll(/"[^"]*"/g, '""')
  const matchers = [...plain.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = '']) => [...inner.matchAll(/(\w+)\s*(?:=|!)/g)])
  const grouped = [...plain.matchAll(GROUPING)].flatMap(([, inner = '']) => inner.split(',').map((label) => label.trim()))
  const rest = plain
    .replaceAll(/\{[^}]*\}/g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(GROUPING, ' ')
    .replaceAll(/\boffset\s+\w+/g, '')
  const words = [...rest.matchAll(/\b[a-zA-Z_]\w*\b(?!\s*\()/g)].map(([word]) => word)
  return {
    names: [...new Set(words.filter((word) => !OPERATORS.includes(word)))],
    labels: [...new Set([...matchers.map(([, label = '']) => label), ...grouped])].filter(Boolean),
  }
}
