import { expect, test } from '@jest/globals'
import { isTestTagged, levelOf, UNTAGGED_NAMES } from './tags.ts'

test.each([
  ['web/e2e/pages/contacts.spec.ts', 'browser'],
  ['services/auth/test/login.test.ts', 'wire'],
  ['scripts/lab/walk/walk.wire.test.ts', 'wire'],
  ['services/auth/src/sign-in/verify-credentials.test.ts', 'unit'],
  ['web/src/ui/toast.test.tsx', 'unit'],
])('%s is a %s test', (file, level) => {
  expect(levelOf(file)).toBe(level)
})

const WIRE = 'services/auth/test/login.test.ts'
const PAGE = 'web/e2e/pages/contacts.spec.ts'
const one = { title: 'one', line: 1 }

test('a file of Jest is tagged in its first line, with a reason', () => {
  expect(isTestTagged(WIRE, '// @all: random input\nimport', one)).toBe(true)
  for (const source of ['// @all\nimport', 'import\n// @all: random input', '/** @all: random input */'])
    expect(isTestTagged(WIRE, source, one)).toBe(false)
})

test('a test of Jest is tagged at the end of its title', () => {
  const titles = ['a crash @all', 'a crash', '@all of it']
  expect(titles.map((title) => isTestTagged(WIRE, '', { title, line: 1 }))).toEqual([true, false, false])
  expect(titles.filter((title) => new RegExp(UNTAGGED_NAMES, 'i').test(title))).toEqual(['a crash', '@all of it'])
})

test('a browser test is tagged beside its title', () => {
  const source = [
    "test('one', async () => {",
    "  test('two', { tag: '@all' }, async () => {})",
    '})',
    'test(',
    "  `three, 'it' says`,",
    '  {',
    "    tag: '@all',",
    '  },',
  ].join('\n')
  expect([1, 2, 4].map((line) => isTestTagged(PAGE, source, { ...one, line }))).toEqual([false, true, true])
})
