import { expect, test } from '@jest/globals'
import { readTests } from './coverage.ts'
import { tagSummary, tagsOf, wrongTags } from './tags.ts'

const PAGE = 'web/e2e/pages/bell.spec.ts'
const WIRE = 'services/doorbell/test/bell.test.ts'
const UNIT = 'services/doorbell/src/bell.test.ts'

const file = (name: string, ...lines: string[]) => {
  const source = lines.join('\n')
  return tagsOf(name, source, readTests(name, source))
}
const browserTest = (id: string, tag = '') => [`// covers: ${id}`, `test('rings'${tag}, async ({ page }) => { await page.reload() })`]
const wireTest = (id: string) => [`// covers: ${id}`, "test('rings', async () => { await ring() })"]
const ALL = ", { tag: '@all' }"

test('a browser test that alone shows a row stays', () => {
  expect(wrongTags(file(PAGE, ...browserTest('X-bell')))).toEqual([])
})

test('a browser test whose row a cheaper test shows must be tagged', () => {
  const cheap = file(UNIT, ...wireTest('X-bell'))
  expect(wrongTags([...cheap, ...file(PAGE, ...browserTest('X-bell'))])).toEqual([
    { file: PAGE, line: 2, message: expect.stringContaining("tag it { tag: '@all' }") },
  ])
  expect(wrongTags([...cheap, ...file(PAGE, ...browserTest('X-bell', ALL))])).toEqual([])
})

test('a browser test without a row must be tagged', () => {
  expect(wrongTags(file(PAGE, '', "test('rings', async () => {})"))).toEqual([expect.objectContaining({ file: PAGE, line: 2 })])
})

test('a row that only a tagged test shows is reported', () => {
  expect(wrongTags(file(PAGE, ...browserTest('X-bell', ALL)))).toEqual([
    { file: PAGE, line: 2, message: expect.stringContaining('Only tests with the tag @all show X-bell') },
  ])
})

test('a row that is left to everything needs no costly test', () => {
  const left = new Set(['X-bell'])
  expect(wrongTags(file(PAGE, ...browserTest('X-bell', ALL)), left)).toEqual([])
  expect(wrongTags(file(PAGE, ...browserTest('X-bell')), left)).toEqual([expect.objectContaining({ file: PAGE, line: 2 })])
})

test('a file that starts a product of its own needs a row or the tag', () => {
  const own = ['beforeAll(() => startStack())', ...wireTest('X-bell')]
  expect(wrongTags(file(WIRE, ...own))).toEqual([])
  const cheap = file(UNIT, ...wireTest('X-bell'))
  expect(wrongTags([...cheap, ...file(WIRE, ...own)])).toEqual([expect.objectContaining({ file: WIRE, line: 1 })])
  expect(wrongTags([...cheap, ...file(WIRE, '// @all: a case of the same', ...own)])).toEqual([])
})

test('a product that a helper starts counts as well', () => {
  const source = wireTest('X-none').join('\n')
  const started = tagsOf(WIRE, source, readTests(WIRE, source), ['export const world = () => startStack()'])
  expect(started.map(({ costly }) => costly)).toEqual([true])
})

test('a file on the shared product needs neither', () => {
  expect(wrongTags(file(WIRE, "test('rings', async () => {})"))).toEqual([])
})

test('the summary counts what npm test runs', () => {
  const tests = [...file(WIRE, ...wireTest('X-bell')), ...file(PAGE, ...browserTest('X-bell', ALL), ...browserTest('X-knob'))]
  expect(tagSummary(tests)).toBe('1 of 1 wire, 1 of 2 browser')
})
