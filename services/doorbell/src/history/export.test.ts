import { expect, test } from '@jest/globals'
import type { HistoryFilter } from '#proto/history.ts'
import { csvCell, exportName } from './export.ts'

// covers: doorbell.export_activities
test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\n'=1"`],
  ['\tx', `"'\tx"`],
  ['＝1', "'＝1"],
  [' =1', " '=1"],
  ['x;=1+1;', `"x;'=1+1;"`],
  ['a\n=2+2;', `"a\n'=2+2;"`],
  ['a\r\n=2', `"a\n'=2"`],
  ['a\r@x', `"a\n'@x"`],
  ['a\t+1', `"a\t'+1"`],
  ['a,-1', `"a,'-1"`],
  ['a; \u00a0=1', `"a; \u00a0'=1"`],
  ['a;"=1', `"a;""'=1"`],
  ['a; "" =1', `"a; """" '=1"`],
  ['a;;\n;=1', `"a;;\n;'=1"`],
  ['=1;=2\n=3', `"'=1;'=2\n'=3"`],
  ['a;＋1', `"a;'＋1"`],
  ['=cmd|"/c calc"!A0', `"'=cmd|""/c calc""!A0"`],
])('%j is escaped against formulas', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test.each([
  ['Vera', 'Vera'],
  ['a, b', '"a, b"'],
  ['a; b', '"a; b"'],
  ['She said "hi"', '"She said ""hi"""'],
  ['two\r\nlines', '"two\nlines"'],
  ['Zoë 👋 李', 'Zoë 👋 李'],
  ['a=b', 'a=b'],
  ['1, 2', '"1, 2"'],
  ['a; -b', `"a; '-b"`],
  ['well-known; ada@example.org, 1+1', '"well-known; ada@example.org, 1+1"'],
  ['5 - 3', '5 - 3'],
  [null, ''],
  [-14, '-14'],
])('%j is written as %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

test('a cell of separators and spaces is written in linear time', () => {
  const start = performance.now()
  for (const text of [';'.repeat(200_000), ' '.repeat(200_000), '; \n"'.repeat(50_000)]) csvCell(`${text}x`)
  expect(performance.now() - start).toBeLessThan(2_000)
})

const filter: HistoryFilter = {}
// covers: doorbell.export_activities
test('the file name describes the filter', () => {
  expect(exportName(filter, 'csv', '2026-11-21', undefined)).toBe('visitors_until-2026-11-21.csv')
  expect(exportName({ ...filter, search: '"\r\nX: y; \u2028' }, 'csv', '2026-11-21', '"; x')).toMatch(/^[\w.-]+$/)
  const all = { ...filter, from: '2026-11-01', to: '2026-11-20', outcome: 'missed', type: 'message', search: 'Ä / b' } as const
  expect(exportName(all, 'json', '2026-11-21', "Ada's door ü")).toBe('visitors_2026-11-01_2026-11-20_message_missed_ada-s-door-u_a-b.json')
})
