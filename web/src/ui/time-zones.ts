const UTC = 'UTC'

/**
 * The time zones to choose from: those that this browser lists, UTC, which browsers have without listing it, and the chosen one.
 * @param chosen '' while it is not known
 */
export function timeZonesWith(chosen: string): readonly string[] {
  const listed = 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
  const all = listed.includes(UTC) ? listed : [...listed, UTC]
  return !chosen || all.includes(chosen) ? all : [chosen, ...all]
}
