/** Whether the operator of this server takes questions. */
import { useQuery } from '@tanstack/react-query'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

export function useSupport() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.support, queryFn: () => api.call('auth.support', {}), staleTime: Number.POSITIVE_INFINITY })
}
