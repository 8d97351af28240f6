/** The resident's preferences, and the time zone that is one of them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'
import { setZone } from '../zone.ts'

export function usePreferences() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.preferences, queryFn: () => api.call('doorbell.preferences', {}) })
}

/** The first browser that signs in stores its time zone; later the resident chooses, and every device uses that zone. */
export function useResidentsZone(): void {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { data } = usePreferences()
  const known = data?.timeZoneKnown
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api.call('doorbell.change_preferences', { timeZone }),
    onSuccess: (saved) => queryClient.setQueryData(keys.preferences, saved),
  })
  const isSent = useRef(false)
  useEffect(() => {
    // Once only: a stale response must not overwrite the zone that the resident has chosen since.
    if (known !== false || isSent.current) return
    isSent.current = true
    mutate(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }, [known, mutate])
  useEffect(() => {
    if (known && data) setZone(data.timeZone)
  }, [known, data])
}
