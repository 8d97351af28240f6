/** A door as its owner sees it, and as any person with its code may see it (docs/product/decisions.md, 1-3, 31). */
import { z } from 'zod'
import { ClockTime, ClosingTime, phoneNumber, requiredLine, TimeZone } from './fields.ts'
import { issue } from './issues.ts'
import { CHIMES, DOORS, FIELD, type WEEKDAYS } from './limits.ts'

const Time = z.iso.datetime()

const OpenSpan = z
  .strictObject({ opens: ClockTime, closes: ClosingTime })
  .refine(({ opens, closes }) => opens !== closes, { message: issue('closing_equals_opening'), path: ['closes'] })
/** Local time; "24:00" closes at midnight, and an end before the start is on the next day. */
export type OpenSpan = z.infer<typeof OpenSpan>
const isOvernight = ({ opens, closes }: OpenSpan) => closes < opens
/** Each span begins after the previous one ends, so only the last may run past midnight. */
const areInOrder = (spans: readonly OpenSpan[]) =>
  spans.every((span, index) => {
    const before = spans[index - 1]
    return !before || (!isOvernight(before) && before.closes <= span.opens)
  })
/** null: closed all day. A single span without an array is the older format. */
const day = z.union([
  OpenSpan,
  z.array(OpenSpan).min(1).max(DOORS.spans, issue('too_many_times')).refine(areInOrder, issue('opening_times_order')),
  z.null(),
])
export type DayHours = z.infer<typeof day>
export const OpeningHours = z.strictObject({ mon: day, tue: day, wed: day, thu: day, fri: day, sat: day, sun: day } satisfies Record<
  (typeof WEEKDAYS)[number],
  unknown
>)
export type OpeningHours = z.infer<typeof OpeningHours>

/** Building info as the resident entered it; the hours are in `timeZone`. */
export const Building = z.strictObject({
  phone: phoneNumber(FIELD.phoneMin, FIELD.phone).nullable(),
  floors: z
    .array(z.strictObject({ floor: requiredLine('floor_required', FIELD.floor), name: requiredLine('name_required', FIELD.floorName) }))
    .max(DOORS.floors, issue('too_many_lines')),
  hours: OpeningHours.nullable(),
  timeZone: TimeZone,
})
export type Building = z.infer<typeof Building>

/** null hides the tab (docs/product/decisions.md, 31). `openNow` is computed by the server; null without hours. */
export const PublicBuilding = z.object({ ...Building.shape, openNow: z.boolean().nullable() })
export type PublicBuilding = z.infer<typeof PublicBuilding>

/** The fields of a door that any person with the code may read. */
export const PublicDoor = z.object({
  qrCodeId: z.string(),
  label: z.string(),
  building: PublicBuilding.nullable(),
  /** How many days a ring is stored, shown before ringing (docs/product/decisions.md, 20). */
  keptDays: z.int(),
})
export type PublicDoor = z.infer<typeof PublicDoor>

const chimes = Object.keys(CHIMES) as [keyof typeof CHIMES, ...(keyof typeof CHIMES)[]]
/** `custom` is the owner's own upload. */
export const DoorSound = z.enum([...chimes, 'custom'])
export type DoorSound = z.infer<typeof DoorSound>

export const DoorLabel = requiredLine('label_required', FIELD.doorLabel)

export const Door = z.object({
  id: z.int(),
  label: z.string(),
  qrCodeId: z.string(),
  shortCode: z.string(),
  enabled: z.boolean(),
  primary: z.boolean(),
  /** An additional door that takes no rings, because the account is free or its switch for several codes is off. */
  paused: z.boolean(),
  createdAt: Time,
  rotatedAt: Time.nullable(),
  /** Until when the previous code is still accepted; null if none is. */
  graceUntil: Time.nullable(),
  building: Building.nullable(),
  sound: DoorSound,
  /** Whether there is an upload to choose. */
  hasCustomSound: z.boolean(),
  /** The sound that plays when this door rings, under the current plan. */
  soundUrl: z.string(),
})
export type Door = z.infer<typeof Door>
