/** Which channels an event reaches, and changes of the preferences (docs/product/decisions.md, 32, proto/preferences.ts). */

import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { residentOf } from '#kit/handlers.ts'
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
import type { BillingClient } from '../core/billing.ts'
import type { LiveUpdates } from '../core/live-updates.ts'
import { currentTimeZoneName } from './renamed-time-zones.ts'

/** A resident's preferences and quiet state at one moment. */
export type PreferenceSnapshot = {
  readonly preferences: Preferences
  readonly quiet: PreferencesPreview['quiet']
  /** When the current quiet hours end. */
  readonly until: Date | null
  /** HH:MM in the resident's time zone. */
  readonly localTime: string
}

export interface PreferenceStore {
  /** Defaults where nothing is stored yet. */
  snapshot(ownerId: number, at: Date): Promise<PreferenceSnapshot>
  /** Reads, changes and writes under one lock: two concurrent changes are both kept. */
  change(ownerId: number, change: (now: Preferences) => Preferences): Promise<Preferences>
  /** Whether the database, which evaluates quiet hours, has the time zone. */
  knowsTimeZone(timeZone: string): Promise<boolean>
}

type Settings = Pick<Preferences, 'switches' | 'matrix'>

/**
 * The channels of an event: its cells that are on, where the switches of the row and of the column are on.
 * @param delivery a missed delivery follows the switch of packages
 */
export function channelsOf({ switches, matrix }: Settings, event: PreferenceEvent, delivery = false): Channel[] {
  const row = event === 'missed' && delivery ? ROW_SWITCH.package : ROW_SWITCH[event]
  if (!switches[row]) return []
  const cells: Partial<Record<Channel, boolean>> = matrix[event]
  return Channel.options.filter((channel) => cells[channel] && COLUMN_SWITCHES[channel].every((name) => switches[name]))
}

export const alertsAmong = (channels: readonly Channel[]): Alert[] => Alert.options.filter((alert) => channels.includes(alert))

/** None during quiet hours or do not disturb, not even mail (docs/product/decisions.md, 7). */
export function activeChannels({ preferences, quiet }: PreferenceSnapshot, event: PreferenceEvent, delivery = false): Channel[] {
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

/** Both Node.js and Postgres must have a zone: Postgres alone would also accept POSIX rules, whose offsets have the opposite sign. */
function isTimeZoneOfRuntime(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

async function resolveTimeZone(store: PreferenceStore, asked: string): Promise<string> {
  if (isTimeZoneOfRuntime(asked)) for (const name of [currentTimeZoneName(asked), asked]) if (await store.knowsTimeZone(name)) return name
  throw invalidField('timeZone', 'time_zone_unknown')
}

type PreferenceDeps = {
  readonly preferences: PreferenceStore
  readonly billing: BillingClient
  readonly live: LiveUpdates
  readonly clock: Clock
}

/** @throws AppError validation_failed (unknown zone, empty quiet hours), subscription_required (turning on a premium switch) */
export async function changePreferences(deps: PreferenceDeps, asked: PreferencesChange, caller: Caller): Promise<Preferences> {
  const { userId } = residentOf(caller)
  const wanted = PREMIUM_SWITCHES.some((name) => asked.switches?.[name])
  if (wanted && !(await deps.billing.isPremium(userId))) throw new AppError('subscription_required.setting')
  const timeZone = asked.timeZone === undefined ? undefined : await resolveTimeZone(deps.preferences, asked.timeZone)
  const changed = await deps.preferences.change(userId, (now) => {
    const next = merge(now, { ...asked, timeZone })
    if (asked.quietHours && next.quietHours.from === next.quietHours.to) throw invalidField('quietHours', 'quiet_hours_empty')
    return next
  })
  deps.live.toOwner(userId, { type: 'preferences_changed' })
  return changed
}

export async function previewPreferences(deps: PreferenceDeps, caller: Caller): Promise<PreferencesPreview> {
  const at = deps.clock.now()
  const snapshot = await deps.preferences.snapshot(residentOf(caller).userId, at)
  const channels = (event: PreferenceEvent) => activeChannels(snapshot, event)
  const alerts = {
    ring: channels('ring'),
    package: channels('package'),
    missed: channels('missed'),
    message: channels('message'),
    visit: channels('visit'),
    system: channels('system'),
  }
  const { preferences, quiet, until, localTime } = snapshot
  return { at: at.toISOString(), timeZone: preferences.timeZone, localTime, quiet, until: until?.toISOString() ?? null, alerts }
}
