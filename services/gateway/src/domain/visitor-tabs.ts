/** Template data of the server-rendered tabs: the visit request form, the building, and the visits that this browser may erase. Pure. */
import type { TemplateData } from '#kit/template.ts'
import { type PublicBuilding, type PublicDoor, spansOf } from '#proto/doors.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import { VISIT, WEEKDAYS } from '#proto/limits.ts'
import type { VisitTexts } from './visit-texts.ts'
import { type FormState, plateOf, type Tab, tabsOf } from './visitor-parts.ts'

export type TabInput = {
  readonly texts: { readonly server: { readonly title: string }; readonly visits: VisitTexts }
  readonly door: PublicDoor
  /** The door takes no rings, so the other tabs are hidden. */
  readonly closed: boolean
  readonly visits: readonly VisitWithChat[]
  readonly now: Date
  readonly key: string
  readonly form?: FormState | undefined
  readonly failure?: string | undefined
}

function base({ texts, door, closed, key, now }: TabInput, tab: Tab): TemplateData {
  return {
    title: `${texts.server.title} · ${door.label}`,
    action: `/visitor/${door.qrCodeId}`,
    idempotencyKey: key,
    door: plateOf(door.label),
    boot: JSON.stringify({ door, now: now.toISOString() }),
    refresh: false,
    page: tab,
    tabs: closed ? null : tabsOf(door, tab),
  }
}

/** A date bound that holds in every time zone; doorbell checks the date in the door's own. */
const dayIn = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds).toISOString().slice(0, 10)

function scheduleModel(input: TabInput): TemplateData {
  const { values = {}, details = {}, failure } = input.form ?? {}
  const fields = ['visitorName', 'email', 'phone', 'residentName', 'date', 'time', 'purpose'] as const
  return {
    ...Object.fromEntries(fields.flatMap((name) => [[name, values[name] ?? ''] as const, [`${name}Error`, details[name]] as const])),
    failure,
    firstDay: dayIn(input.now, -DAY_MS / 2),
    lastDay: dayIn(input.now, VISIT.daysAhead * DAY_MS),
    keptFor: input.texts.visits.schedule.keptFor.replace('{days}', String(input.door.keptDays)),
  }
}

const wall = (time: string) => new Date(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`)

function hoursOf(building: PublicBuilding, texts: VisitTexts, now: Date): TemplateData[] | null {
  const { hours, timeZone } = building
  if (!hours) return null
  const clock = new Intl.DateTimeFormat(texts.locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  const weekday = new Intl.DateTimeFormat(texts.locale, { timeZone: 'UTC', weekday: 'long' })
  const today = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(now).toLowerCase()
  return WEEKDAYS.map((day, index) => {
    const spans = spansOf(hours[day]).map(({ opens, closes }) => `${clock.format(wall(opens))} – ${clock.format(wall(closes))}`)
    // 1 January 2024 was a Monday.
    const name = weekday.format(new Date(Date.UTC(2024, 0, 1 + index)))
    const text = spans.join(', ') || texts.building.closedAllDay
    return { name, text, today: day === today }
  })
}

function buildingModel({ door, texts, now }: TabInput): TemplateData {
  const { building } = door
  if (!building) return {}
  const { visits } = texts
  const { phone, floors, openNow, timeZone } = building
  return {
    state: openNow === null ? null : { open: openNow, text: openNow ? visits.building.open : visits.building.closed },
    hours: hoursOf(building, visits, now),
    zone: visits.building.zone.replace('{zone}', timeZone.replaceAll('_', ' ')),
    phone: phone ? { href: `tel:${phone.replace(/[^\d+]/g, '')}`, text: visits.building.call.replace('{phone}', phone) } : null,
    floors: floors.length ? { rows: floors.map(({ floor, name }) => ({ floor, name })) } : null,
  }
}

const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "2 hours ago", "in 5 minutes": without script the browser's time zone is unknown. */
export function relative(at: Date, now: Date, locale: string): string {
  const distance = at.getTime() - now.getTime()
  const [unit, size] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? STEPS[2]
  const amount = distance > 0 ? Math.ceil(distance / size) : Math.round(distance / size)
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(amount, unit)
}

function leftItem(visit: VisitWithChat, texts: VisitTexts, now: Date): TemplateData {
  const { left, locale } = texts
  const from = visit.eraseFrom ? new Date(visit.eraseFrom) : null
  const wait = from && from > now ? left.from.replace('{in}', relative(from, now, locale)) : null
  return {
    visitId: visit.id,
    at: visit.timestamp,
    rang: left.rang.replace('{ago}', relative(new Date(visit.timestamp), now, locale)),
    outcome: left.outcomes[visit.outcome ?? 'live'],
    visitorName: visit.visitorName,
    unitNumber: visit.unitNumber,
    message: visit.message,
    photoUrl: visit.photoUrl,
    messages: visit.messages.map(({ senderId, message }) => ({ mine: senderId === 'visitor', text: message })),
    canErase: from !== null && wait === null,
    why: from ? wait : left.kept,
  }
}

const MODELS: Readonly<Record<Tab, (input: TabInput) => TemplateData>> = {
  schedule: scheduleModel,
  building: buildingModel,
  left: ({ visits, texts, now, failure }) => ({
    failure,
    items: visits.map((visit) => leftItem(visit, texts.visits, now)),
    none: visits.length === 0,
  }),
}

/** @returns the tab that the query names, if this door has it */
export function tabNamed(name: unknown, door: PublicDoor | undefined): Tab | undefined {
  if (name === 'building') return door?.building ? name : undefined
  return name === 'schedule' || name === 'left' ? name : undefined
}

export const tabModel = (tab: Tab, input: TabInput): TemplateData => ({
  ...base(input, tab),
  [tab === 'left' ? 'traces' : tab]: MODELS[tab](input),
})
