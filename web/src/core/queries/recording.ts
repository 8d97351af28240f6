/** Whether calls can be recorded now, and how much of the storage for recordings is used. */
import { useQuery } from '@tanstack/react-query'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

/** @param options.enabled false fetches nothing */
export function useRecordingStatus({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.recordingStatus,
    queryFn: () => api.call('doorbell.recording_status', {}),
    enabled,
    // Space is used and freed without this page: by calls on other devices, and by retention.
    staleTime: 0,
  })
}
