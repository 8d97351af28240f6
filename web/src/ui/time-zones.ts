/** The time zones that this browser knows; none where it cannot list them. */
export const browserTimeZones = (): readonly string[] => ('supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : [])
