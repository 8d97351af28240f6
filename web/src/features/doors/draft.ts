/** A door's form: its draft, and the change to send. */
import type { Building, DayHours, Door, DoorSound, OpeningHours, OpenSpan } from '#proto/doors.ts'
import type { WEEKDAYS } from '#proto/limits.ts'
import { spansOf } from '#proto/opening-hours.ts'
import type { FieldErrors } from '../../ui/use-form.ts'

export type Weekday = (typeof WEEKDAYS)[number]
export type FloorLine = { readonly key: number; readonly floor: string; readonly name: string }
export type DoorDraft = {
  readonly label: string
  readonly phone: string
  readonly floors: readonly FloorLine[]
  /** The typed week, kept while it is hidden. */
  readonly week: OpeningHours
  readonly showHours: boolean
  readonly timeZone: string
  readonly sound: DoorSound
}

export const OFFICE: OpenSpan = { opens: '09:00', closes: '18:00' }
/** The default week: the specification's hours (docs/product/specification.md, 2, Building Info). */
const WEEK: OpeningHours = {
  mon: OFFICE,
  tue: OFFICE,
  wed: OFFICE,
  thu: OFFICE,
  fri: OFFICE,
  sat: { opens: '10:00', closes: '14:00' },
  sun: null,
}

export function doorDraftOf({ label, building, sound }: Door, hereZone: string): DoorDraft {
  return {
    label,
    phone: building?.phone ?? '',
    floors: (building?.floors ?? []).map((line, key) => ({ ...line, key })),
    week: building?.hours ?? WEEK,
    showHours: Boolean(building?.hours),
    timeZone: building?.timeZone ?? hereZone,
    sound,
  }
}

/** Drops empty lines. @returns null if nothing was entered: the visitor's tab is hidden then */
export function buildingOf(draft: DoorDraft): Building | null {
  const floors = draft.floors
    .map(({ floor, name }) => ({ floor: floor.trim(), name: name.trim() }))
    .filter(({ floor, name }) => floor || name)
  const phone = draft.phone.trim() || null
  if (!phone && !floors.length && !draft.showHours) return null
  return { phone, floors, hours: draft.showHours ? draft.week : null, timeZone: draft.timeZone }
}

/** Sends only changed fields. */
export function doorChangeOf(door: Door, draft: DoorDraft): { label?: string; building?: Building | null; sound?: DoorSound } {
  const building = buildingOf(draft)
  return {
    ...(draft.label === door.label ? {} : { label: draft.label }),
    ...(JSON.stringify(building) === JSON.stringify(door.building && sorted(door.building)) ? {} : { building }),
    ...(draft.sound === door.sound ? {} : { sound: draft.sound }),
  }
}

const sorted = ({ phone, floors, hours, timeZone }: Building): Building => ({
  phone,
  floors: floors.map(({ floor, name }) => ({ floor, name })),
  hours: hours && weekOf((day) => dayHoursOf(spansOf(hours[day]))),
  timeZone,
})

export const weekOf = (hoursOf: (day: Weekday) => DayHours | null): OpeningHours => ({
  mon: hoursOf('mon'),
  tue: hoursOf('tue'),
  wed: hoursOf('wed'),
  thu: hoursOf('thu'),
  fri: hoursOf('fri'),
  sat: hoursOf('sat'),
  sun: hoursOf('sun'),
})

/** A day in the contract's form: no range is closed, one range is not in a list. */
export function dayHoursOf(spans: readonly OpenSpan[]): DayHours {
  const plain = spans.map(({ opens, closes }) => ({ opens, closes }))
  const [first, ...more] = plain
  if (!first) return null
  return more.length ? plain : first
}

/** An added range starts where the last one ends and lasts an hour. */
export function nextSpan(spans: readonly OpenSpan[]): OpenSpan {
  const opens = spans.at(-1)?.closes ?? OFFICE.opens
  const hour = Number(opens.slice(0, 2))
  return hour < 22 ? { opens: clock(hour + 1), closes: clock(hour + 2) } : { opens, closes: '24:00' }
}
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Whether the end is on the next day. */
export const isOvernight = ({ opens, closes }: OpenSpan) => closes !== '24:00' && closes <= opens

/** Time inputs have no 24:00, so the end of the day is entered as 00:00. */
export const typedClose = (closes: string) => (closes === '24:00' ? '00:00' : closes)
export const readClose = (typed: string) => (typed === '00:00' ? '24:00' : typed)

/** The props of every part of the form. */
export type Part = { readonly draft: DoorDraft; readonly errors: FieldErrors; readonly set: (change: Partial<DoorDraft>) => void }
