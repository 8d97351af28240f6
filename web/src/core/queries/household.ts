/** The account's household, and the households of others that it is a member of (docs/product/decisions.md, 41). */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Home } from '#proto/household.ts'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

/** @param options.enabled false fetches nothing */
export function useHousehold({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const { api } = useServices()
  return useQuery({ queryKey: keys.household, queryFn: () => api.call('doorbell.household', {}), enabled })
}

/** The doors of other homes, each as one text. */
const doorsOf = (homes: readonly Home[]) => homes.flatMap(({ id, doors }) => doors.map((door) => `${id}/${door.id}`))

/**
 * Loads the household, so that a ring knows who shares it, and the rings of other homes whenever their doors have changed. Where one was
 * taken away, pages show nothing more of its visits.
 * @param isEnabled false while it rings, which waits for nothing
 */
export function useHomesOfActivities(isEnabled: boolean): void {
  const { cache, queryClient } = useServices()
  const { data } = useHousehold({ enabled: isEnabled })
  const known = useRef<readonly string[]>([])
  useEffect(() => {
    if (!data) return
    const [before, doors] = [known.current, doorsOf(data.homes)]
    known.current = doors
    if (doors.join() === before.join()) return
    void cache.invalidate(keys.activities)
    if (before.every((door) => doors.includes(door))) void cache.invalidate(keys.history)
    else for (const queryKey of [keys.history, keys.visitDetails, keys.notifications]) void queryClient.resetQueries({ queryKey })
  }, [data, cache, queryClient])
}

const NONE: readonly Home[] = []

/**
 * The homes whose history this account may see, as a temporary member answers only, and the one that an address asks for.
 * @param asked the id of a membership, or empty for the account's own home; one that has ended counts as empty
 */
export function useHomeOfHistory(asked: string) {
  const { data } = useHousehold()
  const homes = (data?.homes ?? NONE).filter(({ role }) => role === 'member')
  const chosen = homes.find(({ id }) => String(id) === asked)
  return { homes, chosen, home: data && !chosen ? '' : asked }
}
