import { expect, test } from '@jest/globals'
import type { User } from '#proto/entities.ts'
import { changeOf, newsOf, profileErrors, profileOf } from './draft.ts'

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

test('until a language is chosen, the page’s own is the one', () => {
  expect([saved.language, profileOf(user, undefined, 'fr').language]).toEqual(['de', 'en'])
  expect(profileOf({ ...user, language: 'en' }, undefined, 'de').language).toBe('en')
})

test('what is typed back, or differs by a space, is no change', () => {
  expect(newsOf(saved, {})).toEqual({})
  expect(newsOf(saved, { firstName: 'Ada ', phone: '', timeZone: 'Europe/Berlin' })).toEqual({})
  expect(newsOf(saved, { firstName: 'Eve', address: '' })).toEqual({ firstName: 'Eve', address: '' })
})

test('name and address go to the account, the time zone to the doorbell, the email its own way', () => {
  expect(changeOf({ firstName: 'Eve', email: ' eve@example.org ', timeZone: 'UTC' })).toEqual({
    profile: { firstName: 'Eve' },
    email: 'eve@example.org',
    timeZone: 'UTC',
  })
})

test('only what was changed is checked, in the specified words [V-profile]', () => {
  expect(profileErrors({})).toEqual({})
  expect(profileErrors({ firstName: 'A', lastName: '', email: 'nobody', phone: '', address: '' })).toEqual({
    firstName: 'First name must be at least 2 characters.',
    lastName: 'Last name must be at least 2 characters.',
    email: 'Invalid email address.',
  })
})
