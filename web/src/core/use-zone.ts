import { useValue } from './use-value.ts'
import { zone } from './zone.ts'

/** Renders a component that shows times again when the resident's zone changes. */
export const useZone = (): string | undefined => useValue(zone)
