/** What a wall display shows in addition to rings: doors, time zone, quiet hours (record 0066). */
import { useQuery } from '@tanstack/react-query'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

/** Quiet hours begin and end without a frame. */
const REFETCH_MS = 60_000

export function useWall() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.wall,
    queryFn: () => api.call('doorbell.wall', {}),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    refetchIntervalInBackground: true,
  })
}
