import { expect, test } from '@jest/globals'
import { citedOf, readsCitations, wrongCitations } from './citations.ts'

const DOCUMENTS = {
  decisions: '# Product decisions\n\n### 1. Link and QR code\n\n### 12. Identity of a socket\n',
  specification: '# Specification\n\n## 2. Screens\n\n### Dashboard (/doorbell)\n\n## 5. Validation rules\n',
  interface: '# The interface\n\n## HTTP\n\n## Devices and push\n',
  states: '# States\n\n## On the server\n',
}
const cited = citedOf((name) => DOCUMENTS[name], ['0039-expand-then-contract.md'])
const messages = (text: string, file = 'proto/bell.ts') => wrongCitations({ file, text }, cited).map(({ message }) => message)

test.each([
  '/** A door (docs/product/decisions.md, 1, 12; docs/product/specification.md, 2, 5). */',
  '/** A door (docs/product/decisions.md, 1-12): more. */',
  '// docs/product/interface.md, HTTP; docs/product/interface.md, Devices and push.',
  '// As docs/product/states.md says (record 0039).',
  "const rows = rule(states, 'decision')",
])('%s is accepted', (text) => {
  expect(messages(text)).toEqual([])
})

test.each([
  ['/** A door (docs/product/decisions.md, 13). */', 'docs/product/decisions.md has no 13.'],
  ['/** A door (docs/product/decisions.md, 1-40). */', 'docs/product/decisions.md has no 40.'],
  ['/** A door (docs/product/specification.md, 2, 3). */', 'docs/product/specification.md has no 3.'],
  ['// docs/product/interface.md, Sockets', 'docs/product/interface.md has no heading "Sockets".'],
  ['// docs/product/rules.md, 1', 'There is no docs/product/rules.md.'],
  ['// record 0040', 'docs/decisions has no record 0040.'],
  ['/**\n * A door (docs/product/decisions.md,\n * 12).\n */', expect.stringContaining('Keep the number on the line')],
])('%s names what is not there', (text, message) => {
  expect(messages(text)).toEqual([message])
})

test.each([
  ['// A door (decision 12).', '"decision 12"'],
  ['/**\n * A door (decision\n * 12).\n */', '"decision 12"'],
  ['/** Product decisions 1-3 */', '"decisions 1"'],
  ["const text = 'A door (decision 1)'", '"decision 1"'],
  ['// Spec section 5.', '"Spec section 5"'],
  ['// the specification, section 5', '"specification, section 5"'],
  ['// A call (states).', '"(states)"'],
  ['# The address (interface: HTTP)', '"(interface:"'],
  ['// A page (docs/product/specification.md, 2, look).', '", look)"'],
])('%s has the old form', (text, old) => {
  expect(messages(text)).toEqual([expect.stringContaining(old)])
})

test('a decision record is cited as a record', () => {
  expect(messages('// A door (decision record 0039).')).toEqual([expect.stringContaining('write record 0039')])
})

test('Markdown cites by a link to a heading that is there', () => {
  const page = 'docs/security.md'
  expect(messages('By [decision 12](product/decisions.md#12-identity-of-a-socket).', page)).toEqual([])
  expect(messages('By [decision 12](product/decisions.md#12-sockets).', page)).toEqual([
    'docs/product/decisions.md has no heading #12-sockets.',
  ])
  expect(messages('By decision 12.', page)).toEqual([expect.stringContaining('a link to its heading')])
})

test('a finding names its line', () => {
  expect(wrongCitations({ file: 'a.ts', text: 'const a = 1\n/**\n * One.\n * Two (decision 1).\n */' }, cited)).toEqual([
    { file: 'a.ts', line: 4, message: expect.any(String) },
  ])
})

test('applied migrations and pictures are not read', () => {
  expect(['services/kit/src/log.ts', 'docs/load.md'].map(readsCitations)).toEqual([true, true])
  expect(['services/auth/prisma/migrations/1/migration.sql', 'docs/images/call.png'].map(readsCitations)).toEqual([false, false])
})
