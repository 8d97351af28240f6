import { expect, test } from '@jest/globals'
import { readSituations, selectTests } from './changed.ts'

const SITUATIONS = [
  { file: 'web/e2e/pages/contacts.spec.ts', text: "await page.getByText('Contacts')" },
  { file: 'web/e2e/calls/video-call.spec.ts', text: 'the call' },
]

test('a service selects its own tests and the wire tests of the gateway', () => {
  expect(selectTests(['services/auth/src/sign-in/login.ts'], SITUATIONS)).toEqual({
    unit: ['services/auth/'],
    wire: ['services/auth/test/', 'services/gateway/test/'],
    e2e: [],
  })
})

test.each(['proto/errors.ts', 'services/kit/src/bus.ts', 'scripts/testing/stack.ts', 'package.json'])('%s selects everything', (path) => {
  expect(selectTests([path], SITUATIONS)).toEqual({ unit: 'all', wire: 'all', e2e: 'all' })
})

test('a page selects the browser tests that name it', () => {
  expect(selectTests(['web/src/features/contacts/contact-row.tsx'], SITUATIONS)).toEqual({
    unit: ['web/'],
    wire: [],
    e2e: ['web/e2e/pages/contacts.spec.ts'],
  })
})

test('a page that no browser test names selects all of them', () => {
  expect(selectTests(['web/src/core/socket.ts'], SITUATIONS).e2e).toBe('all')
})

test('a tool of the builders selects its own tests', () => {
  const part = ['scripts/lab/walk']
  expect(selectTests(['scripts/lab/walk/judge.ts'], SITUATIONS)).toEqual({ unit: part, wire: part, e2e: [] })
})

test('documents select nothing', () => {
  expect(selectTests(['docs/architecture.md', 'README.md'], SITUATIONS)).toEqual({ unit: [], wire: [], e2e: [] })
})

test('the browser tests of pages and of calls are read', () => {
  const files = readSituations().map(({ file }) => file)
  expect(files).toEqual(expect.arrayContaining(SITUATIONS.map(({ file }) => file)))
})
