/**
 * The only definition of quiet, for the ring's statement and all other queries. Quiet hours use the owner's local time, so that 22:00 to
 * 07:00 holds across both daylight saving changes.
 */

const zone = (owner: string) => `COALESCE(${owner}.time_zone, 'UTC')`
/** HH:MM in the owner's time zone. */
export const localTime = (owner: string, at: string) => `to_char(${at}::timestamptz AT TIME ZONE ${zone(owner)}, 'HH24:MI')`

/**
 * Quiet hours that begin on the local day `day` days after that of `at`, as two moments. Times of day would not work: in the night when the
 * clocks go back, 02:00 to 03:00 occurs twice, and quiet hours to 02:30 would end, begin again and end.
 */
const windowOf = (owner: string, at: string, day: number) => {
  const midnight = `(${at}::timestamptz AT TIME ZONE ${zone(owner)})::date + ${day}`
  const isNextDay = `CASE WHEN ${owner}.quiet_from < ${owner}.quiet_to THEN 0 ELSE 1 END`
  const from = `((${midnight} + ${owner}.quiet_from::time) AT TIME ZONE ${zone(owner)})`
  const to = `((${midnight} + ${isNextDay} + ${owner}.quiet_to::time) AT TIME ZONE ${zone(owner)})`
  return { holds: `(${at}::timestamptz >= ${from} AND ${at}::timestamptz < ${to})`, to }
}

export const inQuietHours = (owner: string, at: string) =>
  `(${owner}.quiet_hours AND (${windowOf(owner, at, -1).holds} OR ${windowOf(owner, at, 0).holds}))`

export const isQuiet = (owner: string, at: string) => `(${owner}.quiet OR ${inQuietHours(owner, at)})`

/** The end of the quiet hours that hold at this moment. */
export const quietUntil = (owner: string, at: string) => {
  const [lastNight, today] = [windowOf(owner, at, -1), windowOf(owner, at, 0)]
  return `CASE WHEN ${lastNight.holds} THEN ${lastNight.to} ELSE ${today.to} END`
}
