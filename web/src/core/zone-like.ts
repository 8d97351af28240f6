/** For a browser whose time zone this server does not have: it is newer than the server, or reports none at all. */

const OPTIONS = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
type Clock = { format(at: Date): string }
const clockIn = (timeZone?: string): Clock => new Intl.DateTimeFormat('en', { ...OPTIONS, ...(timeZone ? { timeZone } : {}) })
/** Values that browsers report where their zone is unknown. */
export const NO_ZONE = 'Etc/Unknown'
const isOf = (zone: string, region: string | undefined) => zone.split('/')[0] === region

/**
 * @param here the browser's own clock
 * @returns a listed zone whose clocks show the same as the browser's in each month of the year to come, of its own region if there is one
 */
export function zoneLike(own: string, now: Date, here: Clock = clockIn()): string | undefined {
  if (!('supportedValuesOf' in Intl)) return undefined
  const moments = Array.from({ length: 12 }, (_, month) => new Date(now.getTime() + month * 30.5 * 86_400_000))
  const shown = moments.map((at) => here.format(at)).join()
  const [region] = own.split('/')
  const listed = [...Intl.supportedValuesOf('timeZone')].sort((a, b) => Number(isOf(b, region)) - Number(isOf(a, region)))
  return [...(own === NO_ZONE ? ['UTC'] : []), ...listed].find((zone) => {
    const clock = clockIn(zone)
    return zone !== own && moments.map((at) => clock.format(at)).join() === shown
  })
}
