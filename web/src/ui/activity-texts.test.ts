import { expect, test } from '@jest/globals'
import { sharedTexts as german } from '../core/texts/de-shared.ts'
import { logNameOf, messageOf } from './activity-texts.ts'

test("an invite's guest has a translated text instead of a message", () => {
  expect(messageOf({ activityType: 'video_call', message: null })).toBe('Joined via invite link')
  expect(german.activity.byInvite).toBe('Über Einladungslink beigetreten')
  expect(messageOf({ activityType: 'doorbell_ring', message: 'Parcel' })).toBe('Parcel')
  expect(messageOf({ activityType: 'doorbell_ring', message: null })).toBe('')
})

test('the log names erased visitors "Unknown visitor" and system entries "System"', () => {
  expect(logNameOf({ activityType: 'doorbell_ring', visitorName: null })).toBe('Unknown visitor')
  expect(logNameOf({ activityType: 'doorbell_ring', visitorName: 'Vera' })).toBe('Vera')
  expect(logNameOf({ activityType: 'notification', visitorName: null })).toBe('System')
})
