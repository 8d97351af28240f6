import { expect, test } from '@jest/globals'
import { compareAsvs, compareNames, OF_CHAPTER, PUBLISHED, type Tree } from './asvs.ts'

const TREE: Tree = {
  read: (file) => ({ 'a.test.ts': "test('it can\\'t ring', () => {})", 'a.ts': 'export const ring = 1' })[file],
  breaks: new Set(['silent-bell']),
}
const NO = 'does not apply: there is no bell.'

/** A page with every requirement; `cells` replaces what single rows say. */
function pageOf(cells: Readonly<Record<string, string>> = {}, summary = true): string {
  let left: number = PUBLISHED['1']
  const rows = OF_CHAPTER.map((count, index) =>
    Array.from({ length: count }, (_, row) => {
      const id = `${index + 1}.1.${row + 1}`
      left -= 1
      return `| ${id} | ${left >= 0 ? 1 : 2} | a bell | ${cells[id] ?? NO} |`
    }),
  )
  const figures = OF_CHAPTER.map((count, index) => `| V${index + 1} Bells | 0 | 0 | ${count} | 0 | 0 |`)
  return [...(summary ? figures : []), ...rows.flat()].join('\n')
}
/** Findings about a row, without the summary that has to follow it. */
const findings = (how: string) =>
  compareAsvs(pageOf({ '1.1.1': how }), TREE).flatMap(({ message }) => (message.startsWith('the summary') ? [] : [message]))

test('a page with every requirement and the right summary is accepted', () => {
  expect(compareAsvs(pageOf(), TREE)).toEqual([])
})

test('each kind of row is accepted', () => {
  const named = ['`a.test.ts` › "it can\'t ring"; break `silent-bell`', '`a.ts` › `ring`']
  const decided = 'not met, by [decision 3](product/decisions.md#3-doors): silence.'
  for (const how of [...named, NO, decided, 'not met: no.']) expect([how, findings(how)]).toEqual([how, []])
})

test('a file, title, symbol or break that is gone is named', () => {
  expect(findings('`b.ts` › `ring`')).toEqual(['1.1.1: there is no file b.ts.'])
  expect(findings('`a.test.ts` › "it rings"')).toEqual(['1.1.1: a.test.ts has no test "it rings".'])
  expect(findings('`a.ts` › `knock`')).toEqual(['1.1.1: a.ts has no knock.'])
  expect(findings('not met: only `a.ts` › `knock`')).toEqual(['1.1.1: a.ts has no knock.'])
  expect(findings('`a.ts` › `ring`; break `loud-bell`')).toEqual(['1.1.1: no break loud-bell.'])
})

test('another page’s tests are looked for too', () => {
  const page = ['Prose', '| bell | `a.test.ts` › "it rings" |', '| bell | `a.ts` › `ring` |'].join('\n')
  expect(compareNames('b.md', page, TREE)).toEqual([{ file: 'b.md', line: 2, message: 'b.md: a.test.ts has no test "it rings".' }])
})

test('a row that names nothing is refused', () => {
  for (const how of ['surely', 'see `a.ts` › `ring`', 'does not apply', 'not met, by [decision 3]: silence.'])
    expect([how, findings(how)]).toEqual([how, ['1.1.1: name a test or a file, or begin with "does not apply: " or "not met: ".']])
})

test('a requirement that is missing or listed twice is reported', () => {
  const page = pageOf()
  const row = `| 1.1.1 | 1 | a bell | ${NO} |`
  expect(compareAsvs(page.replace(`${row}\n`, ''), TREE).map(({ message }) => message)).toEqual([
    'level 1 has 70 requirements; listed are 69.',
    'V1 has 27 requirements; listed are 26.',
    'the summary of V1 is: 0 | 0 | 26 | 0 | 0',
  ])
  expect(compareAsvs(`${page}\n${row}`, TREE)).toContainEqual(expect.objectContaining({ message: '1.1.1 is listed twice.' }))
})

test('a summary that is not the sum of its rows is reported', () => {
  const page = pageOf({ '2.1.1': '`a.ts` › `ring`' })
  expect(compareAsvs(page, TREE).map(({ message }) => message)).toEqual(['the summary of V2 is: 0 | 1 | 10 | 0 | 0'])
  expect(compareAsvs(pageOf({}, false), TREE)).toHaveLength(OF_CHAPTER.length)
})
