import { useQuery } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

/** The account's devices. "12 minutes ago" changes with time: refetched every minute while it is shown. */
export function useDevices() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.devices,
    queryFn: () => api.call('notify.devices', {}),
    staleTime: 0,
    refetchInterval: TIME.clockRefresh,
  })
}
