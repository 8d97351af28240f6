/** The resident's activities: polled every 5 s on every signed-in page, updated by the socket, merged by version. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Activity } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { mergeFetched } from '../activity-list.ts'
import { keys } from '../query-cache.ts'
import { type Services, useServices } from '../services.ts'

/** A silently lost network is noticed within 12 s, as the poll before may be 5 s old. */
const POLL_TIMEOUT = 6_000

type FetchDeps = Pick<Services, 'api' | 'cache'>

async function fetchActivities({ api, cache }: FetchDeps): Promise<readonly Activity[]> {
  const before = new Set(cache.activities().map(({ id }) => id))
  const fetched = await api.call('doorbell.activities', {}, { timeout: POLL_TIMEOUT })
  // The list as it is now: a frame may have brought a ring while the response was on its way.
  return mergeFetched(cache.activities(), fetched, before)
}

/** Requested before the user is known: after a press on a notification the user waits for one answer instead of two. */
export const prefetchActivities = (services: FetchDeps & Pick<Services, 'queryClient'>): Promise<void> =>
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
