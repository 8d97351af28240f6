/** The current user: a 401 means null and is no error (docs/product/specification.md, 4). */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOutletContext } from 'react-router'
import type { CurrentUser } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import type { Api } from '../api.ts'
import { isApiError } from '../api-error.ts'
import { keys } from '../query-cache.ts'
import { type Services, useServices } from '../services.ts'

async function fetchUser(api: Api): Promise<CurrentUser | null> {
  try {
    return await api.call('auth.user', {})
  } catch (error) {
    if (!isApiError(error, 'unauthenticated')) throw error
    return null
  }
}

/** Requested while the page's code is still being loaded. */
export const prefetchUser = ({ api, queryClient }: Pick<Services, 'api' | 'queryClient'>): Promise<void> =>
  queryClient.prefetchQuery({ queryKey: keys.user, queryFn: () => fetchUser(api) })

export function useUser() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.user,
    queryFn: () => fetchUser(api),
    // A page that was loaded while the server was down, as on a tablet at the wall, recovers without a reload.
    refetchInterval: ({ state }) => (!state.data && isApiError(state.error, 'network', 'unavailable') ? TIME.activitiesPoll : false),
    refetchIntervalInBackground: true,
  })
}

/** The signed-in user, for pages behind the guard. */
export const useSignedIn = () => useOutletContext<CurrentUser>()

/** The link is opened in another tab or on a phone: refetches the user when this page is visible again. */
export function useConfirmedElsewhere(): void {
  const { cache } = useServices()
  useEffect(() => {
    const back = () => document.visibilityState === 'visible' && void cache.invalidate(keys.user)
    window.addEventListener('focus', back)
    document.addEventListener('visibilitychange', back)
    return () => {
      window.removeEventListener('focus', back)
      document.removeEventListener('visibilitychange', back)
    }
  }, [cache])
}
