import { expect, test } from '@jest/globals'
import type { PreferencesPreview } from '#proto/preferences.ts'
import { previewSentences } from './sentences.ts'

const preview = (fields: Partial<PreferencesPreview>, alerts: Partial<PreferencesPreview['alerts']> = {}): PreferencesPreview => ({
  at: '2026-11-21T10:00:00.000Z',
  timeZone: 'Europe/Berlin',
  localTime: '11:00',
  quiet: null,
  until: null,
  alerts: {
    ring: ['modal', 'sound', 'desktop'],
    package: ['modal', 'sound', 'desktop'],
    missed: ['desktop'],
    message: ['sound', 'desktop'],
    visit: [],
    system: [],
    ...alerts,
  },
  ...fields,
})

test('each event that would ring has one sentence', () => {
  expect(previewSentences(preview({}))).toEqual([
    'When someone rings: pop-up, sound, and desktop alert.',
    'For a message: sound and desktop alert.',
  ])
})

test('deliveries, mails and switched-off events are named where they differ', () => {
  expect(previewSentences(preview({}, { ring: [], missed: ['desktop', 'email'], message: ['email'] }))).toEqual([
    'When someone rings: only listed.',
    'For a delivery: pop-up, sound, and desktop alert.',
    'For a message: email.',
    'For a missed ring: desktop alert and email.',
  ])
})

test('during quiet hours one sentence gives the reason and end', () => {
  expect(previewSentences(preview({ quiet: 'do_not_disturb' }))).toEqual(['Do not disturb is on. Everything is only listed.'])
  expect(previewSentences(preview({ quiet: 'quiet_hours', until: '2026-11-22T06:00:00.000Z' }))).toEqual([
    'Quiet hours until 7:00 AM. Everything is only listed.',
  ])
})
