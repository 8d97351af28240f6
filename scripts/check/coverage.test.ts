import { expect, test } from '@jest/globals'
import { judge, readRows, readTitles, summary } from './coverage.ts'

const page = (...rows: string[]) => ['## Things', '| Row | Test |', '|---|---|', ...rows].join('\n')
const rowsOf = (...rows: string[]) => readRows(page(...rows)).rows
const titles = (...texts: string[]) => texts.map((text, index) => ({ file: 'a.test.ts', line: index + 1, text }))
const complaints = (rows: string[], shown: string[], contract: string[] = []) =>
  judge(rowsOf(...rows), titles(...shown), contract).map(({ message }) => message)

test('a row whose id ends a title is shown; without such a title it is told', () => {
  expect(complaints(['| a bell | [X-bell] |'], ['it rings [X-bell]'])).toEqual([])
  expect(complaints(['| a bell | [X-bell] |'], ['it rings'])).toEqual([expect.stringContaining('No test')])
  expect(complaints(['| a bell | [X-bell] [X-knob] |'], ['it rings [X-bell]'])).toEqual([expect.stringContaining('[X-knob]')])
})

test('an id that stands in no row, or not at the end of its title, is told where it stands', () => {
  expect(judge(rowsOf('| a bell | [X-bell] |'), titles('[X-bell] rings [X-knob]'), [])).toEqual([
    { file: 'a.test.ts', line: 1, message: expect.stringContaining('[X-knob] stands in no row') },
    { file: 'a.test.ts', line: 1, message: expect.stringContaining('[X-bell] belongs at the end') },
  ])
})

test('a row may wait for a part that is being built or for a later one, and for nothing else', () => {
  expect(complaints(['| a bell | [X-bell] later: push |'], [])).toEqual([])
  expect(complaints(['| a bell | [X-bell] later: someday |'], [])).toEqual([expect.stringContaining('is none of')])
  expect(complaints(['| a bell | [X-bell] open: Z |'], [])).toEqual([expect.stringContaining('open: Z')])
  expect(complaints(['| a bell | [X-bell] later: push |'], ['it rings [X-bell]'])).toEqual([expect.stringContaining('take "later" away')])
})

test('a row that stands twice, or is not written as a row, is told', () => {
  expect(complaints(['| a bell | [X-bell] |', '| a bell | [X-bell] |'], ['x [X-bell]'])).toEqual([expect.stringContaining('twice')])
  for (const row of ['| a bell | X-bell |', '| a bell | [X-bell] soon |', '| a bell | |'])
    expect(readRows(page(row)).findings).toEqual([expect.objectContaining({ line: 4 })])
})

test('what the contract declares needs its row, which may say more in brackets', () => {
  const rows = ['| GET /api/bell (the bell) | [X-bell] |']
  expect(complaints(rows, ['x [X-bell]'], ['GET /api/bell'])).toEqual([])
  expect(complaints(rows, ['x [X-bell]'], ['GET /api'])).toEqual([expect.stringContaining('proto/ declares GET /api')])
})

test('titles are read from every way to write a test, and from nowhere else', () => {
  const source = [
    "test('one [X-one]', () => {})",
    'test(`two [X-two]`, () => {})',
    "test.each([['(', 1], [\")\", 2]])('three %s [X-three]', () => {})",
    'test.each(list)(',
    '  "four [X-four]",',
    '  () => {})',
    "it('five', () => {})",
    "// test('six', () => {})",
    "expect('test').toBe('seven')",
  ].join('\n')
  expect(readTitles('a.test.ts', source).map(({ line, text }) => [line, text])).toEqual([
    [1, 'one [X-one]'],
    [2, 'two [X-two]'],
    [3, 'three %s [X-three]'],
    [4, 'four [X-four]'],
    [7, 'five'],
  ])
})

test('what is open is counted and named by its part, until a test shows it', () => {
  const rows = rowsOf('| a bell | [X-bell] |', '| a knob | [X-knob] open: G |', '| a door | [X-door] later: push |')
  expect(summary(rows, titles('x [X-bell]'))).toMatch(/^1 rows shown by 1 ids, 1 later, 1 open\n +open G: 1 rows, X-knob$/)
  expect(summary(rows, titles('x [X-bell]', 'y [X-knob]'))).toBe('2 rows shown by 2 ids, 1 later, 0 open')
})
