import { expect, test } from '@jest/globals'
import { bundledBy, mutableState } from './module-state.ts'
import { parse } from './source.ts'

test('a variable, a collection and a store at the top of a module are reported, constants and functions are not', () => {
  const code = [
    'let count = 0',
    'export const known = new Map<string, number>()',
    'const state = createStore(1)',
    'const LIMITS = { name: 1 } as const',
    'const format = (at: Date) => at.toISOString()',
    'function count() {',
    '  let inner = 0',
    '}',
  ].join('\n')
  expect(mutableState(parse('a.ts', code)).map(({ line }) => line)).toEqual([1, 2, 3])
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
