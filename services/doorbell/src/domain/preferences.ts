/** What may reach a resident: the matrix's rule, and how a part of it is changed (decision 32, proto/preferences.ts). */
import { invalidField, Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import {
  Alert,
  Channel,
  COLUMN_SWITCHES,
  Matrix,
  PREMIUM_SWITCHES,
  type PreferenceEvent,
  type Preferences,
  type PreferencesChange,
  type PreferencesPreview,
  ROW_SWITCH,
} from '#proto/preferences.ts'
import { residentOf } from './access.ts'
import type { Clock, Live, Tiers } from './ports.ts'

/** How things stand for a resident at one moment. */
export type Standing = {
  readonly preferences: Preferences
  readonly quiet: PreferencesPreview['quiet']
  /** When the quiet hours end, while they are on. */
  readonly until: Date | null
  /** HH:MM there. */
  readonly localTime: string
}

export interface PreferenceBook {
  /** Defaults where nothing is kept yet. */
  standing(ownerId: number, at: Date): Promise<Standing>
  /** Reads, changes and writes as one: two switches flipped at once are both kept. */
  change(ownerId: number, change: (now: Preferences) => Preferences): Promise<Preferences>
  /** Whether the database, whose word on a ring's hour counts, knows the zone. */
  knowsTimeZone(timeZone: string): Promise<boolean>
}

type Settings = Pick<Preferences, 'switches' | 'matrix'>

/**
 * What an event reaches: its cells that are on, in a row and in columns that are on.
 * @param delivery a missed ring follows the row of the ring it was
 */
export function channelsOf({ switches, matrix }: Settings, event: PreferenceEvent, delivery = false): Channel[] {
  const row = event === 'missed' && delivery ? ROW_SWITCH.package : ROW_SWITCH[event]
  if (!switches[row]) return []
  const cells: Partial<Record<Channel, boolean>> = matrix[event]
  return Channel.options.filter((channel) => cells[channel] && COLUMN_SWITCHES[channel].every((name) => switches[name]))
}

export const alertsAmong = (channels: readonly Channel[]): Alert[] => Alert.options.filter((alert) => channels.includes(alert))

/** Nothing while it is quiet: neither a page nor a mail (decision 7). */
export function reached({ preferences, quiet }: Standing, event: PreferenceEvent, delivery = false): Channel[] {
  return quiet ? [] : channelsOf(preferences, event, delivery)
}

export function merge(now: Preferences, { switches, matrix, quietHours, timeZone }: PreferencesChange): Preferences {
  const rows = Object.fromEntries(
    Object.entries(now.matrix).map(([event, row]) => [event, { ...row, ...matrix?.[event as PreferenceEvent] }]),
  )
  return {
    switches: { ...now.switches, ...switches },
    matrix: Matrix.parse(rows),
    quietHours: { ...now.quietHours, ...quietHours },
    timeZone: timeZone ?? now.timeZone,
    timeZoneKnown: now.timeZoneKnown || timeZone !== undefined,
  }
}

/** Browsers still say some names that the time zone database has replaced; a database without the old links knows only the new. */
const RENAMED: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

/** Both the runtime and the database must know a zone: the latter alone would also take POSIX rules, whose signs are turned round. */
function isZoneOfRuntime(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

async function zoneNamed(book: PreferenceBook, asked: string): Promise<string> {
  if (isZoneOfRuntime(asked)) for (const name of [RENAMED[asked] ?? asked, asked]) if (await book.knowsTimeZone(name)) return name
  throw invalidField('timeZone', 'Unknown time zone.')
}

export type PreferenceDeps = {
  readonly preferences: PreferenceBook
  readonly tiers: Tiers
  readonly live: Live
  readonly clock: Clock
}

/** @throws Refusal validation_failed (unknown zone, hours that begin when they end), subscription_required (a premium switch, turned on) */
export async function changePreferences(deps: PreferenceDeps, asked: PreferencesChange, caller: Caller): Promise<Preferences> {
  const { userId } = residentOf(caller)
  const wanted = PREMIUM_SWITCHES.some((name) => asked.switches?.[name])
  if (wanted && !(await deps.tiers.isPremium(userId)))
    throw new Refusal('subscription_required', { message: 'You need a premium subscription for this setting.' })
  const timeZone = asked.timeZone === undefined ? undefined : await zoneNamed(deps.preferences, asked.timeZone)
  const changed = await deps.preferences.change(userId, (now) => {
    const next = merge(now, { ...asked, timeZone })
    if (asked.quietHours && next.quietHours.from === next.quietHours.to)
      throw invalidField('quietHours', 'Quiet hours must begin and end at different times.')
    return next
  })
  deps.live.toOwner(userId, { type: 'preferences_changed' })
  return changed
}

export async function previewPreferences(deps: PreferenceDeps, caller: Caller): Promise<PreferencesPreview> {
  const at = deps.clock.now()
  const standing = await deps.preferences.standing(residentOf(caller).userId, at)
  const to = (event: PreferenceEvent) => reached(standing, event)
  const alerts = {
    ring: to('ring'),
    package: to('package'),
    missed: to('missed'),
    message: to('message'),
    visit: to('visit'),
    system: to('system'),
  }
  const { preferences, quiet, until, localTime } = standing
  return { at: at.toISOString(), timeZone: preferences.timeZone, localTime, quiet, until: until?.toISOString() ?? null, alerts }
}
