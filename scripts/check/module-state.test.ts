import { expect, test } from '@jest/globals'
import { bundledBy, moduleStateIn } from './module-state.ts'
import { parse } from './source.ts'

const linesWithState = (code: readonly string[]) => moduleStateIn(parse('a.ts', code.join('\n'))).map(({ line }) => line)

test('variables, collections, instances and made objects at the top of a module are reported', () => {
  const code = [
    'let count = 0',
    'export const known = new Map<string, number>()',
    'const state = createStore<number | undefined>(1)',
    'export const { api, socket } = createServices()',
    'const client: QueryClient = new QueryClient({',
    'const list: string[] = []',
    'class Page {',
    '  static shown = 0',
    '}',
  ]
  expect(linesWithState(code)).toEqual([1, 2, 3, 4, 5, 6, 8])
})

test('constants, functions, contexts and what functions and classes own are not reported', () => {
  const code = [
    'const LIMITS = { name: 1 } as const',
    'const NONE: readonly string[] = []',
    "const list = new Intl.ListFormat('en-US')",
    'export const LayerContext = createContext(0)',
    'const slice = createSlice({',
    'const format = (at: Date) => at.toISOString()',
    'export function createPage() {',
    '  let inner = 0',
    '  const open = new Map<string, number>()',
    'class Page {',
    '  static create(): Page {',
    '  static readonly limit = 1',
    '  readonly #shown = createStore(0)',
  ]
  expect(linesWithState(code)).toEqual([])
})

test('a bundle has what its modules import, but no types', () => {
  const sources = [
    parse('web/a.ts', "import { b } from './b.ts'\nimport type { C } from './c.ts'\n"),
    parse('web/b.ts', "export { d } from './d.ts'\n"),
    parse('web/c.ts', ''),
    parse('web/d.ts', ''),
  ]
  expect(bundledBy('web/a.ts', sources).map(({ file }) => file)).toEqual(['web/a.ts', 'web/b.ts', 'web/d.ts'])
})
