import { expect, test } from '@jest/globals'
import { returnPath } from './return-path.ts'

test.each([
  '/settings?tab=doorbell',
  '/subscription?plan=premium',
  '/visitors-page?open=7',
  '/doorbell#visit-requests',
  '/settings/doors/12/sign',
])('%s is opened after signing in', (path) => expect(returnPath(path)).toBe(path))

test.each([
  undefined,
  null,
  7,
  '',
  '/',
  '/auth',
  'settings',
  '//evil.example/settings',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/settings',
  'javascript:alert(1)',
  '/nowhere',
  '/visitor/abc',
  '/settings/../api/logout',
])('%p leads to the dashboard', (path) => {
  expect(returnPath(path)).toBe('/doorbell')
})
