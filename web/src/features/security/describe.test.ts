import { expect, test } from '@jest/globals'
import { ALERT_MESSAGES, alertMessage } from '#proto/alert-kinds.ts'
import type { AlertType } from '#proto/entities.ts'
import type { UserSession } from '#proto/operations/sessions.ts'
import { alertTexts as german } from './de-alerts.ts'
import { activeSessions, alertSentence, deviceOf, lastActiveOf, lastSignIn, listOf, placeOf } from './describe.ts'

const NOW = new Date('2026-11-24T12:00:00.000Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000).toISOString()
const session = (fields: Partial<UserSession>): UserSession => ({
  id: 'a',
  sessionId: 'a',
  ipAddress: '203.0.113.7',
  userAgent: '',
  deviceType: 'desktop',
  browser: 'Chrome',
  device: 'Chrome on Windows',
  location: 'Unknown',
  lastActive: ago(0),
  createdAt: ago(0),
  isActive: true,
  isCurrent: false,
  ...fields,
})

test('an alert is a sentence of its type and what is known', () => {
  const say = (alertType: AlertType, params: Record<string, string>) =>
    alertSentence({ alertType, params, message: 'as sent', ipAddress: '203.0.113.7' })
  expect(say('new_device_login', { device: 'Chrome on Android', location: 'Lisbon' })).toBe('New device signed in: Chrome on Android.')
  expect(say('automatic_ip_block', {})).toContain('203.0.113.7')
})

test.each([
  ['English', ALERT_MESSAGES],
  ['German', german.messages],
])('a copied passkey is named where the alert has its name, in %s', (_language, sentences) => {
  const say = (params: Record<string, string>) => alertMessage(sentences, { alertType: 'passkey_copied', params, ipAddress: null })
  expect(say({ passkey: 'My phone' })).toContain('My phone')
  expect(say({})).not.toMatch(/[“„]/)
})

test('an alert of an unknown type keeps the server’s sentence', () => {
  const newer = { alertType: 'toString' as AlertType, params: {}, message: 'Something new happened', ipAddress: null }
  expect(alertSentence(newer)).toBe('Something new happened')
})

// covers: V-just-now
test('a session reads "Just now" for one minute or less', () => {
  const read = (seconds: number) => lastActiveOf(session({ lastActive: ago(seconds) }), NOW)
  expect([0, 60, 61, 12 * 60].map(read)).toEqual(['Just now', 'Just now', '1 minute ago', '12 minutes ago'])
  expect(lastActiveOf(session({ lastActive: ago(3_600), isCurrent: true }), NOW)).toBe('Just now')
})

test('only active sessions are listed, the most recently used first', () => {
  const sessions = [session({ id: 'old', lastActive: ago(900) }), session({ id: 'ended', isActive: false }), session({ id: 'new' })]
  expect(activeSessions(sessions).map(({ id }) => id)).toEqual(['new', 'old'])
})

test('the last sign-in is the newest session, whichever was used last', () => {
  const sessions = [session({ id: 'used', createdAt: ago(900) }), session({ id: 'newest', createdAt: ago(30), lastActive: ago(30) })]
  expect([lastSignIn(sessions)?.id, lastSignIn([])]).toEqual(['newest', undefined])
})

test('unknown places and devices are not named "Unknown"', () => {
  expect([placeOf('Unknown'), placeOf(undefined), placeOf('Lisbon')]).toEqual([undefined, undefined, 'Lisbon'])
  expect([deviceOf('Unknown'), deviceOf('Safari on iOS')]).toEqual(['Unknown device', 'Safari on iOS'])
  expect(listOf(undefined, '203.0.113.7', null, 'Just now')).toBe('203.0.113.7, Just now')
})
