/** A door as its owner keeps it and as whoever holds its code may see it (decisions 1-3, 31). */
import { z } from 'zod'
import { CHIMES, DOORS, FIELD, type WEEKDAYS } from './limits.ts'
import { neededLine, typedPhone } from './typed.ts'

const Time = z.iso.datetime()
const clockTime = (last: string) =>
  z.string().refine((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value) || value === last, 'Please enter a time such as 09:00')

function isTimeZone(name: string): boolean {
  try {
    return Boolean(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
const TimeZone = z.string().max(FIELD.timeZone).refine(isTimeZone, 'Unknown time zone')

const OpenSpan = z
  .strictObject({ opens: clockTime('00:00'), closes: clockTime('24:00') })
  .refine(({ opens, closes }) => opens !== closes, { message: 'Closing time must differ from opening time', path: ['closes'] })
/** Local time; "24:00" closes at midnight, and an end before the start is of the day after. */
export type OpenSpan = z.infer<typeof OpenSpan>
const isOvernight = ({ opens, closes }: OpenSpan) => closes < opens
/** Each span begins when the one before is over, so that only the last may run past midnight. */
const areInOrder = (spans: readonly OpenSpan[]) =>
  spans.every((span, index) => {
    const before = spans[index - 1]
    return !before || (!isOvernight(before) && before.closes <= span.opens)
  })
/** null: closed all day. One span may stand alone, as it did when a day had no more. */
const day = z.union([
  OpenSpan,
  z
    .array(OpenSpan)
    .min(1)
    .max(DOORS.spans, `At most ${DOORS.spans} times a day`)
    .refine(areInOrder, 'Opening times must follow one another'),
  z.null(),
])
export type DayHours = z.infer<typeof day>
export const spansOf = (hours: DayHours): readonly OpenSpan[] => (hours === null ? [] : [hours].flat())
export const OpeningHours = z.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day } satisfies Record<
  (typeof WEEKDAYS)[number],
  unknown
>)
export type OpeningHours = z.infer<typeof OpeningHours>

/** What the resident entered; the hours are of `timeZone`. */
export const Building = z.strictObject({
  phone: typedPhone().nullable(),
  floors: z
    .array(z.strictObject({ floor: neededLine('Floor is required', FIELD.floor), name: neededLine('Name is required', FIELD.floorName) }))
    .max(DOORS.floors, `At most ${DOORS.floors} lines`),
  hours: OpeningHours.nullable(),
  timeZone: TimeZone,
})
export type Building = z.infer<typeof Building>

/** null where there is nothing to show: the tab hides (decision 31). `openNow` is the server's word, null without hours. */
export const PublicBuilding = z.object({ ...Building.shape, openNow: z.boolean().nullable() })
export type PublicBuilding = z.infer<typeof PublicBuilding>

/** What anyone who holds the code may know of a door. */
export const PublicDoor = z.object({
  qrCodeId: z.string(),
  label: z.string(),
  building: PublicBuilding.nullable(),
  /** Whoever rings is told before how many days it is stored (decision 20). */
  keptDays: z.int(),
})
export type PublicDoor = z.infer<typeof PublicDoor>

const chimes = Object.keys(CHIMES) as [keyof typeof CHIMES, ...(keyof typeof CHIMES)[]]
/** `custom` is the owner's own upload. */
export const DoorSound = z.enum([...chimes, 'custom'])
export type DoorSound = z.infer<typeof DoorSound>

export const DoorLabel = neededLine('Label is required', FIELD.doorLabel)

export const Door = z.object({
  id: z.int(),
  label: z.string(),
  qrCodeId: z.string(),
  shortCode: z.string(),
  enabled: z.boolean(),
  primary: z.boolean(),
  /** A further door of an account that is free now, or has its switch for many codes off: kept, but takes no rings until then. */
  paused: z.boolean(),
  createdAt: Time,
  rotatedAt: Time.nullable(),
  /** Until when the code before this one still rings; null when none does. */
  graceUntil: Time.nullable(),
  building: Building.nullable(),
  sound: DoorSound,
  /** Whether there is an upload to choose. */
  hasCustomSound: z.boolean(),
  /** What plays when this door rings, by the plan of now. */
  soundUrl: z.string(),
})
export type Door = z.infer<typeof Door>
