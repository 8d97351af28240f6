/**
 * The resident's activities, and those of the homes that they are a member of: polled every 5 s on every signed-in page, updated by the
 * socket, merged by version.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Activity } from '#proto/entities.ts'
import type { Household } from '#proto/household.ts'
import { TIME } from '#proto/limits.ts'
import { type FetchedList, mergeLists } from '../activity-list.ts'
import { isApiError } from '../api-error.ts'
import { keys } from '../query-cache.ts'
import { type Services, useServices } from '../services.ts'

/** A silently lost network is noticed within 12 s, as the poll before may be 5 s old. */
const POLL_TIMEOUT = 6_000

type FetchDeps = Pick<Services, 'api' | 'cache' | 'queryClient'>

/** The homes that the account is a member of, as far as this page knows them: the own list is not to wait for them. */
function knownHomes({ queryClient }: FetchDeps) {
  const { data, isInvalidated, fetchStatus } = queryClient.getQueryState<Household>(keys.household) ?? {}
  const ids = data?.homes.map(({ id }) => id)
  const isCurrent = ids !== undefined && !isInvalidated && fetchStatus === 'idle'
  return { ids: ids ?? [], hasLeft: (home: number) => isCurrent && !ids.includes(home) }
}

async function fetchActivities(deps: FetchDeps): Promise<readonly Activity[]> {
  const { api, cache } = deps
  const before = new Set(cache.activities().map(({ id }) => id))
  const { ids, hasLeft } = knownHomes(deps)
  const fetchList = async (home: number | undefined): Promise<FetchedList> => ({
    home,
    activities: await api.call('doorbell.activities', { home }, { timeout: POLL_TIMEOUT }),
  })
  // The own door rings whatever becomes of another home: what is known of that one stays.
  const fetchHome = (home: number): Promise<FetchedList | undefined> =>
    fetchList(home).catch((error: unknown) => (isApiError(error, 'not_found') ? { home, activities: [] } : undefined))
  const [own, ...homes] = await Promise.all([fetchList(undefined), ...ids.map(fetchHome)])
  const lists = [own, ...homes.filter((list) => list !== undefined)]
  // The list as it is now: a frame may have brought a ring while the responses were on their way.
  return mergeLists(cache.activities(), lists, { before, hasLeft })
}

/** Requested before the user is known: after a press on a notification the user waits for one answer instead of two. */
export const prefetchActivities = (services: FetchDeps): Promise<void> =>
  services.queryClient.prefetchQuery({ queryKey: keys.activities, queryFn: () => fetchActivities(services) })

/** @param options.enabled false fetches nothing */
export function useActivities({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const services = useServices()
  return useQuery({
    queryKey: keys.activities,
    queryFn: () => fetchActivities(services),
    enabled,
    refetchInterval: TIME.activitiesPoll,
    // A page in the background must also ring without a socket.
    refetchIntervalInBackground: true,
    structuralSharing: false,
  })
}

/**
 * The rings in lists: a test ring opens its modal, and is in no list. Named one by one, because a page renders again for each property
 * of the query that was read, and some change with every poll.
 */
export function useListedActivities() {
  const { data: all, isPending, isError, refetch } = useActivities()
  const data = useMemo(() => all?.filter(({ test }) => !test), [all])
  return { data, isPending, isError, refetch }
}

export function useActivity(id: number | undefined): Activity | undefined {
  const { data } = useActivities({ enabled: id !== undefined })
  return id === undefined ? undefined : data?.find((activity) => activity.id === id)
}
