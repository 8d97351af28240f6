import { expect, test } from '@jest/globals'
import { residentTexts as german } from '../core/texts/de-resident.ts'
import { logNameOf, messageOf } from './activity-words.ts'

test('the guest of an invite wrote nothing: that they came by its link is said by the page, in its language', () => {
  expect(messageOf({ activityType: 'video_call', message: null })).toBe('Joined by invite link')
  expect(german.activities.byInvite).toBe('Kommt über den Einladungslink')
  expect(messageOf({ activityType: 'doorbell_ring', message: 'Parcel' })).toBe('Parcel')
  expect(messageOf({ activityType: 'doorbell_ring', message: null })).toBe('')
})

test('in the log an erased visitor is an unknown one, and what nobody came for is the system’s', () => {
  expect(logNameOf({ activityType: 'doorbell_ring', visitorName: null })).toBe('Unknown visitor')
  expect(logNameOf({ activityType: 'doorbell_ring', visitorName: 'Vera' })).toBe('Vera')
  expect(logNameOf({ activityType: 'notification', visitorName: null })).toBe('System')
})
