/** The resident's activities: polled every 5 s on every signed-in page, updated by the socket, merged by version. */
import { useQuery } from '@tanstack/react-query'
import type { Activity } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { keys, queryClient } from '../../core/query-cache.ts'
import { mergeFetched, withActivity } from '../live/rings.ts'
import { api } from '../services.ts'

const NONE: readonly Activity[] = []

/** A silently lost network is noticed within 12 s, as the poll before may be 5 s old. */
const POLL_TIMEOUT = 6_000

async function fetchActivities(): Promise<readonly Activity[]> {
  const fetched = await api.call('doorbell.activities', {}, { timeout: POLL_TIMEOUT })
  return mergeFetched(queryClient.getQueryData<readonly Activity[]>(keys.activities) ?? NONE, fetched)
}

export const useActivities = () =>
  useQuery({
    queryKey: keys.activities,
    queryFn: fetchActivities,
    refetchInterval: TIME.activitiesPoll,
    // A page in the background must ring too when its socket is gone.
    refetchIntervalInBackground: true,
    structuralSharing: false,
  })

/** Puts an activity from a frame or a response into the list. */
export function updateActivity(activity: Activity): void {
  queryClient.setQueryData<readonly Activity[]>(keys.activities, (list) => withActivity(list ?? NONE, activity))
}

export const activitiesNow = (): readonly Activity[] => queryClient.getQueryData<readonly Activity[]>(keys.activities) ?? NONE
export const activityNow = (id: number): Activity | undefined => activitiesNow().find((activity) => activity.id === id)

export function useActivity(id: number | undefined): Activity | undefined {
  const { data } = useActivities()
  return id === undefined ? undefined : data?.find((activity) => activity.id === id)
}

export const refetchActivities = () => queryClient.invalidateQueries({ queryKey: keys.activities })
