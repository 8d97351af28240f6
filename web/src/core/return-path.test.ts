import { expect, test } from '@jest/globals'
import { returnPath, tokenOfInvitation } from './return-path.ts'

test.each([
  '/settings?tab=doorbell',
  '/subscription?plan=premium',
  '/visitors-page?open=7',
  '/doorbell#visit-requests',
  '/settings/doors/12/sign',
  '/join/x_Y-9',
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

test('a link to a household has its token, whatever a program has added to it', () => {
  for (const path of ['/join/x_Y-9', '/join/x_Y-9.', '/join/x_Y-9%20', '/join/x_Y-9?lang=de']) expect(tokenOfInvitation(path)).toBe('x_Y-9')
  for (const path of ['/join/', '/doorbell', '/settings/join/x', '']) expect(tokenOfInvitation(path)).toBeUndefined()
})
