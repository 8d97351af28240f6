import { useQuery } from '@tanstack/react-query'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

export function usePreferences() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.preferences, queryFn: () => api.call('doorbell.preferences', {}) })
}
