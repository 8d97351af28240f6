import { expect, test } from '@jest/globals'
import { leftIds, readRows, readTests, summary, wrongComments, wrongRows } from './coverage.ts'

const page = (...rows: string[]) => ['## Things', '| Row | Test |', '|---|---|', ...rows].join('\n')
const rowsOf = (...rows: string[]) => readRows(page(...rows)).rows
const covering = (...ids: string[]) => [{ file: 'a.test.ts', line: 2, title: 'it rings', ids }]
const findings = (rows: string[], ids: string[], contract: string[] = []) =>
  wrongRows(rowsOf(...rows), covering(...ids), contract).map(({ message }) => message)

test('a row without a covering test is reported', () => {
  expect(findings(['| a bell | X-bell |'], ['X-bell'])).toEqual([])
  expect(findings(['| a bell | X-bell |'], [])).toEqual([expect.stringContaining('No test')])
  expect(findings(['| a bell | X-bell X-knob |'], ['X-bell'])).toEqual([expect.stringContaining('X-knob')])
})

test('an id that no row has is reported with its position', () => {
  const source = "// covers: X-bell X-knob\ntest('it rings', () => {})"
  expect(wrongComments('a.test.ts', source, readTests('a.test.ts', source), new Set(['X-bell']))).toEqual([
    { file: 'a.test.ts', line: 1, message: expect.stringContaining('X-knob is in no row') },
  ])
})

test('a covers comment that is not directly above a test is reported', () => {
  const source = "// covers: X-bell\n\ntest('it rings', () => {})"
  expect(wrongComments('a.test.ts', source, readTests('a.test.ts', source), new Set(['X-bell']))).toEqual([
    { file: 'a.test.ts', line: 1, message: expect.stringContaining('above its test') },
  ])
})

test('a duplicate or malformed row is reported', () => {
  expect(findings(['| a bell | X-bell |', '| a bell | X-bell |'], ['X-bell'])).toEqual([expect.stringContaining('twice')])
  for (const row of ['| a bell | [X-bell] |', '| a bell | X-bell soon |', '| a bell | |'])
    expect(readRows(page(row)).findings).toEqual([expect.objectContaining({ line: 4 })])
})

test('each contract entry needs a test with its id', () => {
  expect(findings([], ['auth.login'], ['auth.login'])).toEqual([])
  expect(findings([], [], ['auth.login'])).toEqual([expect.stringContaining('"// covers: auth.login"')])
})

test('every form of a test call is read with the ids above it', () => {
  const source = [
    '// covers: X-one X-more',
    "test('one', () => {})",
    'test(`two`, () => {})',
    '  // covers: X-three',
    "  test.each([['(', 1], [\")\", 2]])('three %s', () => {})",
    'test.each(list)(',
    '  "four",',
    '  () => {})',
    "it('five', () => {})",
    "// test('six', () => {})",
    "expect('test').toBe('seven')",
  ].join('\n')
  expect(readTests('a.test.ts', source).map(({ line, title, ids }) => [line, title, ids.join(' ')])).toEqual([
    [2, 'one', 'X-one X-more'],
    [3, 'two', ''],
    [5, 'three %s', 'X-three'],
    [6, 'four', ''],
    [9, 'five', ''],
  ])
})

test('rows and entries of the contract are counted', () => {
  const rows = rowsOf('| a bell | X-bell |', '| a knob | X-knob |')
  expect(summary(rows, covering('X-bell', 'X-knob', 'auth.login'), ['auth.login'])).toBe(
    '2 rows and 1 entries of the contract shown by 3 ids',
  )
})

test('a row is left to everything where every section that has it says so', () => {
  const left = 'What only a costly test shows here is left to `npm test -- --all`.'
  const page = ['## Toasts', '', left, '', '| a toast | T-toast |', '| both | T-both |', '', '## Screens', '', '| both | T-both |']
  expect([...leftIds(readRows(page.join('\n')).rows)]).toEqual(['T-toast'])
})
