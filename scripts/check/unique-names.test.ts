import { expect, test } from '@jest/globals'
import { parse } from './source.ts'
import { uniqueNames } from './unique-names.ts'

const found = (files: Readonly<Record<string, string>>) =>
  uniqueNames(Object.entries(files).map(([file, text]) => parse(file, text))).map(({ file, message }) => `${file} ${message}`)

const ONE = 'services/auth/src/login.ts'
const OTHER = 'services/auth/src/policy.ts'

test.each([
  ['export function check() {}', 'export const check = 1'],
  ['export async function check() {}', 'export class check {}'],
  ['export type check = 1', 'const other = 1\nexport { other as check }'],
  ['export interface check {}', "import { check } from './a.ts'\nexport type { check }"],
])('a name that two files export is found: %s', (one, other) => {
  expect(found({ [ONE]: one, [OTHER]: other })).toEqual([
    `${OTHER} exports check, as ${ONE} does: name each after what it is, or import one`,
  ])
})

test.each([
  ['one file exports a schema and its type', { [ONE]: 'export const Door = 1\nexport type Door = 1' }],
  ['one of them is local', { [ONE]: 'export const check = 1', [OTHER]: 'const check = 2' }],
  ['it is in a comment', { [ONE]: 'export const check = 1', [OTHER]: '/*\nexport const check = 2\n*/' }],
  ['two services export it', { [ONE]: 'export const check = 1', 'services/billing/src/a.ts': 'export const check = 1' }],
  ['index.ts exports it again', { [ONE]: 'export const check = 1', 'services/auth/src/index.ts': "export { check } from './login.ts'" }],
  ['it is a text in two languages', { 'web/src/a/en-a.ts': 'export const aTexts = 1', 'web/src/a/de-a.ts': 'export const aTexts = 1' }],
  [
    'mails are in two languages',
    { 'services/auth/src/mails/en.ts': 'export const m = 1', 'services/auth/src/mails/de.ts': 'export const m = 1' },
  ],
  ['one of them is a test', { [ONE]: 'export const check = 1', 'services/auth/src/a.test.ts': 'export const check = 1' }],
])('nothing is found where %s', (_, files) => {
  expect(found(files)).toEqual([])
})

test('texts of one language in two files are found', () => {
  const text = 'export const aTexts = 1'
  expect(found({ 'web/src/a/en-a.ts': text, 'web/src/b/en-b.ts': text })).toHaveLength(1)
  expect(found({ 'web/src/a/en-a.ts': text, 'web/src/b/de-a.ts': text })).toHaveLength(1)
})
