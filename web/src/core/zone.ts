/**
 * The time zone in which times are shown: for a resident the one in their preferences, on every device (docs/product/decisions.md, 29);
 * until it is known, and on a visitor's page, the browser's.
 */
import { DAY_MS } from '#proto/durations.ts'
import { createStore } from './store.ts'

/** undefined: the browser's zone. */
export const zone = createStore<string | undefined>(undefined)

export const zoneNow = (): string => zone.get() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

/** @returns undefined for a zone that this browser does not have: the server may be newer, and stores current names */
export function knownZone(name: string): string | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return undefined
  }
}

/** Sets the zone; one that this browser does not have falls back to the browser's. */
export const setZone = (name: string): void => zone.set(knownZone(name))

/** @returns a formatter in the current zone; it is rebuilt only when the zone changes */
export function inZone(locale: string, options: Intl.DateTimeFormatOptions): (at: Date | number) => string {
  let [made, of]: [Intl.DateTimeFormat | undefined, string | undefined] = [undefined, undefined]
  return (at) => {
    const timeZone = zone.get()
    if (!made || of !== timeZone) {
      made = new Intl.DateTimeFormat(locale, timeZone ? { ...options, timeZone } : options)
      of = timeZone
    }
    // Some engines put a narrow no-break space before AM; the specification's format has a plain one.
    return made.format(at).replace(/\u202f/g, ' ')
  }
}

const calendar = inZone('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const wall = inZone('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The calendar day as YYYY-MM-DD: sorts and compares as text. */
export const dayOf = (at: Date): string => calendar(at)

/** @param day as of `dayOf` */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10)

/** The local time as a form has it, YYYY-MM-DDTHH:MM. */
export const localTimeOf = (at: Date): string => `${dayOf(at)}T${wall(at)}`

/** How far local time is ahead of UTC at an instant, in milliseconds. */
const aheadAt = (at: number): number => Date.parse(`${localTimeOf(new Date(at))}Z`) - Math.floor(at / 60_000) * 60_000

/**
 * The instant of a local time.
 * @param local as of `localTimeOf`
 * @returns undefined for text that is no time. A time that the clocks skip is the one that they show instead; of one that they show twice
 *   the first is meant
 */
export function instantOf(local: string): Date | undefined {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const found = [aheadAt(asUtc - DAY_MS), aheadAt(asUtc + DAY_MS)].map((ahead) => asUtc - ahead)
  const exact = found.filter((at) => at + aheadAt(at) === asUtc)
  return new Date(exact.length ? Math.min(...exact) : Math.max(...found))
}

/** Minutes since midnight, in local wall-clock time. */
export function minuteOfDay(at: Date): number {
  const [hours = 0, minutes = 0] = wall(at).split(':').map(Number)
  return hours * 60 + minutes
}
