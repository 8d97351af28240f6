/** The current plan, and whether it can be upgraded here. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

export function useSubscription() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.subscription, queryFn: () => api.call('billing.subscription', {}) })
}

/** Whether this server takes payments; undefined until known. Without payments there are no upgrade buttons. */
export const useBilling = () => useSubscription().data?.billing

/** The plans with Premium chosen: where every offer to upgrade leads. */
export const UPGRADE_PATH = '/subscription?plan=premium'

/** @returns a function that opens the plans; undefined if the server takes no payments */
export function useUpgrade(): (() => void) | undefined {
  const navigate = useNavigate()
  return useBilling() === 'off' ? undefined : () => void navigate(UPGRADE_PATH)
}
