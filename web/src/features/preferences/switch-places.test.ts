import { expect, test } from '@jest/globals'
import { doorbellSwitches, NOTIFICATION_SWITCHES } from './switch-places.ts'

test('notification settings show the switches of events, push and mail', () => {
  expect(NOTIFICATION_SWITCHES).toEqual(['doorbell', 'messages', 'packages', 'systemUpdates', 'pushNotifications', 'emailNotifications'])
})

test('doorbell settings beside notification settings leave mail to them', () => {
  expect(doorbellSwitches(false, false)).toEqual(['notificationSound', 'doNotDisturb', 'mobileNotifications', 'desktopNotifications'])
})

test('doorbell settings alone have mail, and on Premium the switches of Premium', () => {
  expect(doorbellSwitches(true, true)).toEqual([
    'notificationSound',
    'doNotDisturb',
    'mobileNotifications',
    'desktopNotifications',
    'emailNotifications',
    'allowMultipleQRCodes',
    'customDoorbell',
    'autoRecordVisits',
  ])
})
