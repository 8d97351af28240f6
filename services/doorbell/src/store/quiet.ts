/**
 * The only definition of quiet, for the ring's statement and all other queries. Quiet hours use the owner's local time, so that 22:00 to
 * 07:00 holds across both daylight saving changes.
 */

const zone = (owner: string) => `COALESCE(${owner}.time_zone, 'UTC')`
/** HH:MM in the owner's time zone. */
export const localTime = (owner: string, at: string) => `to_char(${at}::timestamptz AT TIME ZONE ${zone(owner)}, 'HH24:MI')`

export const inQuietHours = (owner: string, at: string) => {
  const time = localTime(owner, at)
  return `(${owner}.quiet_hours AND CASE WHEN ${owner}.quiet_from < ${owner}.quiet_to
    THEN ${time} >= ${owner}.quiet_from AND ${time} < ${owner}.quiet_to
    ELSE ${time} >= ${owner}.quiet_from OR ${time} < ${owner}.quiet_to END)`
}

export const isQuiet = (owner: string, at: string) => `(${owner}.quiet OR ${inQuietHours(owner, at)})`

/** When the quiet hours end next. */
export const quietUntil = (owner: string, at: string) => {
  const local = `(${at}::timestamptz AT TIME ZONE ${zone(owner)})`
  const days = `CASE WHEN ${localTime(owner, at)} < ${owner}.quiet_to THEN 0 ELSE 1 END`
  return `(${local}::date + ${days} + ${owner}.quiet_to::time) AT TIME ZONE ${zone(owner)}`
}
