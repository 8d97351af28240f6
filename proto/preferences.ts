/**
 * What may reach a resident (spec section 3: local-only settings, here stored; decision 32): one matrix event × channel, whose rows and
 * columns have switches of their own. What reaches somebody is a cell that is on, in a row and a column that are on.
 */
import { z } from 'zod'
import { IsoTime } from './entities.ts'

/** How a page makes something known at once; `email` is the summary of what stayed unread. */
export const Alert = z.enum(['modal', 'sound', 'desktop'])
export type Alert = z.infer<typeof Alert>
export const Channel = z.enum([...Alert.options, 'email'])
export type Channel = z.infer<typeof Channel>

const on = z.boolean()
const row = <const C extends Channel>(...channels: C[]) =>
  z.strictObject(Object.fromEntries(channels.map((channel) => [channel, on])) as { [K in C]: typeof on })

/** Every cell there is: an event has the channels that make sense for it. */
export const Matrix = z.strictObject({
  ring: row('modal', 'sound', 'desktop'),
  package: row('modal', 'sound', 'desktop'),
  missed: row('desktop', 'email'),
  message: row('sound', 'desktop', 'email'),
  visit: row('sound', 'desktop', 'email'),
  system: row('desktop', 'email'),
})
export type Matrix = z.infer<typeof Matrix>
export type PreferenceEvent = keyof Matrix

/** The specified six and eight in one place: `emailNotifications` stands in both and is one truth. */
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

/** Spec section 9: notification preferences on but e-mail; of the doorbell settings sound, mobile and desktop. */
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

/** Turned on by a premium account alone; on the free plan they have no effect. */
export const PREMIUM_SWITCHES: readonly SwitchName[] = ['autoRecordVisits', 'allowMultipleQRCodes', 'customDoorbell']

/** A row's switch. A missed ring follows the row of the ring it was. */
export const ROW_SWITCH = {
  ring: 'doorbell',
  package: 'packages',
  missed: 'doorbell',
  message: 'messages',
  visit: 'doorbell',
  system: 'systemUpdates',
} as const satisfies Record<PreferenceEvent, SwitchName>
/** A column's switches: all of them must be on. `pushNotifications` and `mobileNotifications` wait for the column of phone push. */
export const COLUMN_SWITCHES: Record<Channel, readonly SwitchName[]> = {
  modal: [],
  sound: ['notificationSound'],
  desktop: ['desktopNotifications'],
  email: ['emailNotifications'],
}

/** HH:MM on the resident's own clock. */
export const ClockTime = z.string('Use a time like 22:00.').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time like 22:00.')
/** An IANA name; which ones there are, the server knows. */
export const TimeZone = z
  .string('Unknown time zone.')
  .max(64, 'Unknown time zone.')
  .regex(/^[A-Za-z_]+[A-Za-z0-9_]*([/+-][A-Za-z0-9_]+)*$/, 'Unknown time zone.')

export const QuietHours = z.strictObject({ enabled: on, from: ClockTime, to: ClockTime })
export type QuietHours = z.infer<typeof QuietHours>
export const QUIET_HOURS_DEFAULT: QuietHours = { enabled: false, from: '22:00', to: '07:00' }

export const Preferences = z.object({
  switches: Switches,
  matrix: Matrix,
  quietHours: QuietHours,
  /** UTC until a browser has told. */
  timeZone: z.string(),
  timeZoneKnown: z.boolean(),
})
export type Preferences = z.infer<typeof Preferences>

const { ring, package: parcel, missed, message, visit, system } = Matrix.shape
/** Any part of it; what is not named stays. */
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
/** What would happen now: the parts of a sentence. */
export const PreferencesPreview = z.object({
  at: IsoTime,
  timeZone: z.string(),
  /** HH:MM there. */
  localTime: z.string(),
  quiet: z.enum(['do_not_disturb', 'quiet_hours']).nullable(),
  /** When the quiet hours end; null where nothing ends by itself. */
  until: IsoTime.nullable(),
  alerts: z.object({ ring: channels, package: channels, missed: channels, message: channels, visit: channels, system: channels }),
})
export type PreferencesPreview = z.infer<typeof PreferencesPreview>
