/** The current plan, and whether it can be upgraded here. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'
import { useUser } from './user.ts'

/** @param options.enabled false fetches nothing */
export function useSubscription({ enabled = true }: { readonly enabled?: boolean } = {}) {
  const { api } = useServices()
  return useQuery({ queryKey: keys.subscription, queryFn: () => api.call('billing.subscription', {}), enabled })
}

/** Whether this server takes payments; undefined until known. Without payments there are no upgrade buttons. */
export const useBilling = () => useSubscription().data?.billing

/** The plans with Premium chosen: the target of every offer to upgrade. */
export const UPGRADE_PATH = '/subscription?plan=premium'

/** @returns a function that opens the plans; undefined if the server takes no payments, and on a wall display, which has no such page */
export function useUpgrade(): (() => void) | undefined {
  const navigate = useNavigate()
  const isWall = useUser().data?.wall === true
  const billing = useSubscription({ enabled: !isWall }).data?.billing
  return isWall || billing === 'off' ? undefined : () => void navigate(UPGRADE_PATH)
}
