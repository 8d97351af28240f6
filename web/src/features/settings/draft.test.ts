import { expect, test } from '@jest/globals'
import type { User } from '#proto/entities.ts'
import { changedEdits, profileChangeOf, profileErrors, profileOf } from './draft.ts'

const user: User = {
  id: 1,
  username: 'ada',
  firstName: 'Ada',
  lastName: 'Reed',
  email: 'ada@example.org',
  emailVerified: true,
  subscriptionTier: 'free',
  qrCodeId: 'x',
  securitySettings: { twoFactorEnabled: false, notificationsEnabled: true, activityLogsEnabled: true },
  phone: null,
  address: '1 High Street',
  language: null,
  pictureUrl: null,
  createdAt: '2026-11-21T12:00:00.000Z',
}
const saved = profileOf(user, 'Europe/Berlin', 'de-DE')

test("without a chosen language the page's language counts", () => {
  expect([saved.language, profileOf(user, undefined, 'fr').language]).toEqual(['de', 'en'])
  expect(profileOf({ ...user, language: 'en' }, undefined, 'de').language).toBe('en')
})

test('restored text and added spaces are no change', () => {
  expect(changedEdits(saved, {})).toEqual({})
  expect(changedEdits(saved, { firstName: 'Ada ', phone: '', timeZone: 'Europe/Berlin' })).toEqual({})
  expect(changedEdits(saved, { firstName: 'Eve', address: '' })).toEqual({ firstName: 'Eve', address: '' })
})

test('profile, time zone and email are saved separately', () => {
  expect(profileChangeOf({ firstName: 'Eve', email: ' eve@example.org ', timeZone: 'UTC' })).toEqual({
    profile: { firstName: 'Eve' },
    email: 'eve@example.org',
    timeZone: 'UTC',
  })
})

// covers: V-profile
test('only changed fields are validated, with the specified errors', () => {
  expect(profileErrors({})).toEqual({})
  expect(profileErrors({ firstName: 'A', lastName: '', email: 'nobody', phone: '', address: '' })).toEqual({
    firstName: 'First name must be at least 2 characters.',
    lastName: 'Last name must be at least 2 characters.',
    email: 'Invalid email address.',
  })
})
