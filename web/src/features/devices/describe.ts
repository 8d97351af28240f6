/** Devices and faults in this page's language: what is wrong, and what to do about it. */
import type { Device, Diagnosis, Fault, FaultCode, PushState } from '#proto/push.ts'
import type { ArmedState } from '../../core/arming.ts'
import { writeDevice } from '../../core/texts/en-time.ts'
import { activityTime, clockTime } from '../../ui/time.ts'
import { devicesTexts } from './en-devices.ts'

const { faults: t, diagnosis: said } = devicesTexts

/** Where notifications are set differently, and called differently. */
export type Family = 'desktop' | 'android' | 'apple'
export const familyOf = (platform: string): Family => {
  if (/^(iphone|ipad|ipod|ios)/i.test(platform)) return 'apple'
  return /^android/i.test(platform) ? 'android' : 'desktop'
}

/** As the session was named when it began; it may say less than the browser does now. */
const UNKNOWN = 'Unknown device'
/** As the server named it, in this page's language; a name that was typed stays. */
export function deviceNameOf({ name, browser, platform }: Pick<Device, 'name' | 'browser' | 'platform'>): string {
  const own = browser === 'Unknown' ? UNKNOWN : `${browser} on ${platform}`
  return name === own || name === UNKNOWN ? writeDevice(own) : name
}

/** What a page can say without the diagnosis. */
const OF_PUSH: Readonly<Record<PushState, FaultCode | undefined>> = {
  on: undefined,
  off: 'not_subscribed',
  expired: 'subscription_expired',
  refused: 'permission_refused',
}
/** None of a wall display, which is not pushed to. */
export const faultsOfPush = ({ push, wall }: Pick<Device, 'push' | 'wall'>): readonly Fault[] => {
  const code = wall ? undefined : OF_PUSH[push]
  return code ? [{ code, stops: true, params: {} }] : []
}

/** What rings while every page is closed: only a device without a doubt counts as one that rings. */
export function summaryTitle(devices: readonly Pick<Diagnosis['devices'][number], 'rings'>[]): string {
  const ringing = devices.filter(({ rings }) => rings === 'yes').length
  if (devices.every(({ rings }) => rings === 'no')) return said.none
  if (!ringing) return said.unsure
  if (ringing < devices.length) return said.some(ringing, devices.length)
  return ringing === 1 ? said.one : said.all
}

export type Cure = { readonly title: string; readonly text: string /** Where it is done. */; readonly link?: string }

const SETTINGS = '/settings?tab=doorbell'
/** What a push service answers where it refuses our key. */
const REFUSED = 403

const vendorName = (vendor: string | undefined): string => {
  const names: Readonly<Record<string, string>> = devicesTexts.vendors
  return names[vendor ?? ''] ?? devicesTexts.otherVendor
}

/** In front of which device the cure is read: of this one, or of another. */
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
/** What is wrong, and its cure on this device. @param device undefined for a fault of the account */
export const cureOf = (fault: Fault, device: FaultyDevice | undefined, now: Date): Cure =>
  CURES[fault.code](fault, familyOf(device?.platform ?? ''), device?.isCurrent ? 'here' : 'there', now)

/** Not pushed to: it can ring only while its page is open, and whether it is open is not known. */
export const needsOpenPage = ({ isCurrent, push }: Pick<Device, 'isCurrent' | 'push'>): boolean => !isCurrent && push !== 'on'

/** Whether it may sound: this page knows of its own device, and of others there is what they reported last. */
export const isArmed = ({ isCurrent, armed }: Pick<Device, 'isCurrent' | 'armed'>, own: ArmedState): boolean =>
  isCurrent && own !== 'unknown' ? own === 'armed' : armed
