/**
 * Notification preferences (docs/product/specification.md, 3: local-only settings, here stored; docs/product/decisions.md, 32): a matrix of
 * event × channel, with switches per row and column. An alert is sent if its cell, row and column are all on.
 */
import { z } from 'zod'
import { IsoTime } from './entities.ts'
import { ClockTime, TimeZone } from './fields.ts'

/** How a page alerts immediately. `push` reaches devices without a page; `email` is the summary of unread notifications. */
export const Alert = z.enum(['modal', 'sound', 'desktop'])
export type Alert = z.infer<typeof Alert>
export const Channel = z.enum([...Alert.options, 'push', 'email'])
export type Channel = z.infer<typeof Channel>

const on = z.boolean()
const row = <const C extends Channel>(...channels: C[]) =>
  z.strictObject(Object.fromEntries(channels.map((channel) => [channel, on])) as { [K in C]: typeof on })

/** All cells; each event has only the channels that make sense for it. */
export const Matrix = z.strictObject({
  ring: row('modal', 'sound', 'desktop', 'push'),
  package: row('modal', 'sound', 'desktop', 'push'),
  missed: row('desktop', 'push', 'email'),
  message: row('sound', 'desktop', 'push', 'email'),
  visit: row('sound', 'desktop', 'push', 'email'),
  system: row('desktop', 'push', 'email'),
})
export type Matrix = z.infer<typeof Matrix>
export type PreferenceEvent = keyof Matrix

/** The specified groups of six and eight switches in one object; `emailNotifications` belongs to both. */
export const Switches = z.strictObject({
  doorbell: on,
  messages: on,
  packages: on,
  systemUpdates: on,
  pushNotifications: on,
  emailNotifications: on,
  notificationSound: on,
  autoRecordVisits: on,
  doNotDisturb: on,
  allowMultipleQRCodes: on,
  customDoorbell: on,
  mobileNotifications: on,
  desktopNotifications: on,
})
export type Switches = z.infer<typeof Switches>
export type SwitchName = keyof Switches

/** docs/product/specification.md, 9: all notification preferences on except email; of the doorbell settings sound, mobile and desktop. */
export const SWITCH_DEFAULTS: Switches = {
  doorbell: true,
  messages: true,
  packages: true,
  systemUpdates: true,
  pushNotifications: true,
  emailNotifications: false,
  notificationSound: true,
  autoRecordVisits: false,
  doNotDisturb: false,
  allowMultipleQRCodes: false,
  customDoorbell: false,
  mobileNotifications: true,
  desktopNotifications: true,
}

/** Only premium accounts may turn these on; on the free plan they have no effect. */
export const PREMIUM_SWITCHES: readonly SwitchName[] = ['autoRecordVisits', 'allowMultipleQRCodes', 'customDoorbell']

/** The switch of each row; a missed ring follows the switch of rings. */
export const ROW_SWITCH = {
  ring: 'doorbell',
  package: 'packages',
  missed: 'doorbell',
  message: 'messages',
  visit: 'doorbell',
  system: 'systemUpdates',
} as const satisfies Record<PreferenceEvent, SwitchName>
/** The switches of each column, all of which must be on. `mobileNotifications` is about pushes to phones and tablets alone. */
export const COLUMN_SWITCHES: Record<Channel, readonly SwitchName[]> = {
  modal: [],
  sound: ['notificationSound'],
  desktop: ['desktopNotifications'],
  push: ['pushNotifications'],
  email: ['emailNotifications'],
}

/** In the resident's time zone. */
export const QuietHours = z.strictObject({ enabled: on, from: ClockTime, to: ClockTime })
export type QuietHours = z.infer<typeof QuietHours>
export const QUIET_HOURS_DEFAULT: QuietHours = { enabled: false, from: '22:00', to: '07:00' }

export const Preferences = z.object({
  switches: Switches,
  matrix: Matrix,
  quietHours: QuietHours,
  /** UTC until a browser has reported one. */
  timeZone: z.string(),
  timeZoneKnown: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

const { ring, package: parcel, missed, message, visit, system } = Matrix.shape
/** A partial change; omitted parts stay unchanged. */
export const PreferencesChange = z.strictObject({
  switches: Switches.partial().optional(),
  matrix: z
    .strictObject({
      ring: ring.partial(),
      package: parcel.partial(),
      missed: missed.partial(),
      message: message.partial(),
      visit: visit.partial(),
      system: system.partial(),
    })
    .partial()
    .optional(),
  quietHours: QuietHours.partial().optional(),
  timeZone: TimeZone.optional(),
})
export type PreferencesChange = z.infer<typeof PreferencesChange>

const channels = z.array(Channel)
/** Why no ring opens a modal or sounds now. */
export const QuietReason = z.enum(['do_not_disturb', 'quiet_hours'])
/** The alerts that would be sent now. */
export const PreferencesPreview = z.object({
  at: IsoTime,
  timeZone: z.string(),
  /** HH:MM in that time zone. */
  localTime: z.string(),
  quiet: QuietReason.nullable(),
  /** When the quiet hours end; null if they are not in effect. */
  until: IsoTime.nullable(),
  alerts: z.object({ ring: channels, package: channels, missed: channels, message: channels, visit: channels, system: channels }),
})
export type PreferencesPreview = z.infer<typeof PreferencesPreview>
