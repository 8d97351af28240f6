import type { FormPage } from '../page/form-page.ts'
import { useHydrated } from './use-hydrated.ts'

/** @returns the milliseconds until an ISO time of the server, never below 0: by the start state's time until the page is hydrated */
export function useTimeUntil({ clock, start }: FormPage): (iso: string) => number {
  const isHydrated = useHydrated()
  return (iso) => (isHydrated ? clock.until(iso) : Math.max(0, Date.parse(iso) - Date.parse(start.now)))
}
