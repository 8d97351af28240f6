/** What a GET returns: never retried, never refetched on focus, never stale by itself (spec section 7). */
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError } from '../../core/api-error.ts'

export const keys = {
  user: ['user'],
  activities: ['activities'],
  contacts: ['contacts'],
  doors: ['doors'],
  notifications: ['notifications'],
  unread: ['unread'],
  written: ['written'],
  preferences: ['preferences'],
  preview: ['preview'],
  subscription: ['subscription'],
  history: ['history'],
  story: ['story'],
  visitRequests: ['visit-requests'],
  blocks: ['blocks'],
} as const

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // A session that ended anywhere is noticed by the next call, whichever it is.
    onError: (error, query) => {
      if (query.queryKey[0] !== keys.user[0] && isApiError(error, 'unauthenticated')) queryClient.setQueryData(keys.user, null)
    },
  }),
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** What the socket's frames keep true; what they told while there was no socket is only in the answer to a new question. */
const TOLD_BY_FRAMES = [
  keys.activities,
  keys.notifications,
  keys.unread,
  keys.written,
  keys.preferences,
  keys.preview,
  keys.visitRequests,
  keys.doors,
  keys.subscription,
] as const

/** Once the socket is registered: an answer from before, or one under way, may lack what was told meanwhile. */
export async function refetchMissed(): Promise<void> {
  await Promise.all(TOLD_BY_FRAMES.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}
