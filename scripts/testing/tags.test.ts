import { expect, test } from '@jest/globals'
import { isFileTagged, isTestTagged, levelOf } from './tags.ts'

test.each([
  ['web/e2e/pages/contacts.spec.ts', 'browser'],
  ['services/auth/test/login.test.ts', 'wire'],
  ['scripts/walk/walk.wire.test.ts', 'wire'],
  ['services/auth/src/domain/login.test.ts', 'unit'],
  ['web/src/ui/toast.test.tsx', 'unit'],
])('%s is a %s test', (file, level) => {
  expect(levelOf(file)).toBe(level)
})

test('a file of Jest is tagged in its first line, with a reason', () => {
  expect(isFileTagged('// @all: random input\nimport')).toBe(true)
  for (const source of ['// @all\nimport', 'import\n// @all: random input', '/** @all: random input */'])
    expect(isFileTagged(source)).toBe(false)
})

test('a browser test is tagged beside its title', () => {
  const source = [
    "test('one', async () => {",
    "  test('two', { tag: '@all' }, async () => {})",
    '})',
    'test(',
    "  `three, 'it' says`,",
    "  { tag: '@all' },",
  ]
  expect([1, 2, 4].map((line) => isTestTagged(source.join('\n'), line))).toEqual([false, true, true])
})
