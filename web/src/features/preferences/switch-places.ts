/** Where each switch is shown: a new one compiles only with a line here and with its texts. */
import { PREMIUM_SWITCHES, type SwitchName } from '#proto/preferences.ts'

/** `both`: the two groups of the specification share it. */
type Place = 'notifications' | 'doorbell' | 'both'

/** In the order of the lists. */
const PLACES: Readonly<Record<SwitchName, Place>> = {
  doorbell: 'notifications',
  messages: 'notifications',
  packages: 'notifications',
  systemUpdates: 'notifications',
  pushNotifications: 'notifications',
  emailNotifications: 'both',
  notificationSound: 'doorbell',
  doNotDisturb: 'doorbell',
  mobileNotifications: 'doorbell',
  desktopNotifications: 'doorbell',
  allowMultipleQRCodes: 'doorbell',
  customDoorbell: 'doorbell',
  autoRecordVisits: 'doorbell',
}

const switchesAt = (...places: readonly Place[]) => (Object.keys(PLACES) as SwitchName[]).filter((name) => places.includes(PLACES[name]))

/** The switches of "Notification settings". */
export const NOTIFICATION_SWITCHES = switchesAt('notifications', 'both')

/** @param isAlone without "Notification settings" on the same page, the shared switches are here; those of Premium come last */
export function doorbellSwitches(premium: boolean, isAlone: boolean): readonly SwitchName[] {
  const own = switchesAt('doorbell')
  return [
    ...own.filter((name) => !PREMIUM_SWITCHES.includes(name)),
    ...(isAlone ? switchesAt('both') : []),
    ...(premium ? own.filter((name) => PREMIUM_SWITCHES.includes(name)) : []),
  ]
}
