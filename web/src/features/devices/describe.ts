/** Devices and faults in this page's language: each fault and its remedy. */
import type { Device, Diagnosis, Fault, FaultCode, PushState } from '#proto/push.ts'
import type { ArmedState } from '../../core/arming.ts'
import { writeDevice } from '../../core/texts/en-time.ts'
import { activityTime, clockTime } from '../../ui/time.ts'
import { devicesTexts } from './en-devices.ts'

const { faults: t, diagnosis: said } = devicesTexts

/** Platforms whose settings for notifications differ. */
export type Family = 'desktop' | 'android' | 'apple'
export const familyOf = (platform: string): Family => {
  if (/^(iphone|ipad|ipod|ios)/i.test(platform)) return 'apple'
  return /^android/i.test(platform) ? 'android' : 'desktop'
}

/** The session's name from its sign-in; it may be less precise than the browser's present one. */
const UNKNOWN = 'Unknown device'
/** The server's name, in this page's language; a typed name stays. */
export function deviceNameOf({ name, browser, platform }: Pick<Device, 'name' | 'browser' | 'platform'>): string {
  const own = browser === 'Unknown' ? UNKNOWN : `${browser} on ${platform}`
  return name === own || name === UNKNOWN ? writeDevice(own) : name
}

/** Faults that a page can detect without the diagnosis. */
const OF_PUSH: Readonly<Record<PushState, FaultCode | undefined>> = {
  on: undefined,
  off: 'not_subscribed',
  expired: 'subscription_expired',
  refused: 'permission_refused',
}
/** None for a wall display, which gets no pushes. */
export const faultsOfPush = ({ push, wall }: Pick<Device, 'push' | 'wall'>): readonly Fault[] => {
  const code = wall ? undefined : OF_PUSH[push]
  return code ? [{ code, stops: true, params: {} }] : []
}

/** Which devices ring while every page is closed: only a device without a fault counts. */
export function summaryTitle(devices: readonly Pick<Diagnosis['devices'][number], 'rings'>[]): string {
  const ringing = devices.filter(({ rings }) => rings === 'yes').length
  if (devices.every(({ rings }) => rings === 'no')) return said.none
  if (!ringing) return said.unsure
  if (ringing < devices.length) return said.some(ringing, devices.length)
  return ringing === 1 ? said.one : said.all
}

export type Cure = { readonly title: string; readonly text: string /** The page with the remedy. */; readonly link?: string }

const SETTINGS = '/settings?tab=doorbell'
/** The answers with which a push service refuses our key. */
const REFUSED = 403

const vendorName = (vendor: string | undefined): string => {
  const names: Readonly<Record<string, string>> = devicesTexts.vendors
  return names[vendor ?? ''] ?? devicesTexts.otherVendor
}

/** The device on which the remedy is read: this one, or another. */
type Place = 'here' | 'there'

const CURES: Readonly<Record<FaultCode, (fault: Fault, family: Family, place: Place, now: Date) => Cure>> = {
  no_device: () => t.noDevice,
  do_not_disturb: () => ({ ...t.doNotDisturb, link: SETTINGS }),
  quiet_hours: ({ params }) => ({
    title: t.quietHours.title(params.until ? clockTime(params.until) : ''),
    text: t.quietHours.text,
    link: SETTINGS,
  }),
  rings_off: () => ({ ...t.ringsOff, link: SETTINGS }),
  push_off: () => ({ ...t.pushOff, link: SETTINGS }),
  phones_off: () => ({ ...t.phonesOff, link: SETTINGS }),
  permission_refused: (_fault, family, place) => ({ title: t.refused.title, text: t.refused[family][place] }),
  subscription_expired: (_fault, _family, place) => ({ title: t.expired.title, text: t.expired[place] }),
  not_subscribed: (_fault, family, place) => ({
    title: t.notSubscribed.title,
    text: t.notSubscribed[family === 'apple' ? 'apple' : 'other'][place],
  }),
  keys_rotated: ({ stops }, _family, place) => ({ title: t.keysRotated.title, text: t.keysRotated[stops ? 'stops' : 'doubts'][place] }),
  vendor_failing: ({ params }) => ({
    title: t.vendorFailing.title(vendorName(params.vendor)),
    text: params.status === REFUSED ? t.vendorFailing.refused : t.vendorFailing.failed,
  }),
  not_shown: ({ params }, family, place, now) => ({
    title: t.notShown[params.isCheck ? 'check' : 'title'](activityTime(params.at, now)),
    text: t.notShown[family][place],
  }),
  not_seen: ({ params }, _family, place, now) => ({ title: t.notSeen.title(activityTime(params.at, now)), text: t.notSeen[place] }),
}

export type FaultyDevice = Pick<Device, 'platform' | 'isCurrent'>
/** The fault, and its remedy on this device. @param device undefined for a fault of the account */
export const cureOf = (fault: Fault, device: FaultyDevice | undefined, now: Date): Cure =>
  CURES[fault.code](fault, familyOf(device?.platform ?? ''), device?.isCurrent ? 'here' : 'there', now)

/** Without pushes it can ring only while its page is open, and whether that is open is not known. */
export const needsOpenPage = ({ isCurrent, push }: Pick<Device, 'isCurrent' | 'push'>): boolean => !isCurrent && push !== 'on'

/** Whether it may play sounds: this page reads its own state, and for others their last report. */
export const isArmed = ({ isCurrent, armed }: Pick<Device, 'isCurrent' | 'armed'>, own: ArmedState): boolean =>
  isCurrent && own !== 'unknown' ? own === 'armed' : armed
