import { zone } from '../core/zone.ts'
import { useValue } from './use-value.ts'

/** For whoever writes times: drawn anew when the resident's zone becomes known, or is another one. */
export const useZone = (): string | undefined => useValue(zone)
