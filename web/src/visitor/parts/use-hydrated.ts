import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * @returns false on the server and in the first render of the browser, which must be equal; then true. Values of this browser only
 * (its time zone, its clock, its devices) is shown when it is true.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
