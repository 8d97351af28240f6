/** Query defaults: no retry, no refetch on focus, never stale (spec section 7). */
import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AccountPart } from '#proto/entities.ts'
import { isApiError } from './api-error.ts'
import { createBatchedThrottle } from './batched-throttle.ts'

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
    // Any query that fails with 401 shows that the session has ended.
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

/** The queries that show each part of the account: an activity names its door and whether its visitor is blocked. */
const QUERIES_OF_PART: Readonly<Record<AccountPart, readonly QueryKey[]>> = {
  user: [keys.user],
  doors: [keys.doors, keys.activities, keys.history],
  contacts: [keys.contacts],
  visit_requests: [keys.visitRequests],
  blocks: [keys.blocks, keys.history, keys.story],
}

const invalidate = (queryKeys: readonly QueryKey[]) => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const MIN_INTERVAL_MS = 1_000
/** Refetches at most once a second, so that a visitor who writes without end cannot use up the page's rate limit. */
export const invalidateSoon = createBatchedThrottle<QueryKey>((queryKeys) => void invalidate(queryKeys), MIN_INTERVAL_MS)

/** Refetches what changed on another device. On the device that made the change it is one superfluous request. */
export const partsChanged = (parts: readonly AccountPart[]) => invalidateSoon(parts.flatMap((part) => QUERIES_OF_PART[part]))

/** Queries that frames keep current; frames missed without a socket require a refetch. */
const UPDATED_BY_FRAMES = [
  keys.activities,
  keys.notifications,
  keys.unread,
  keys.written,
  keys.preferences,
  keys.preview,
  keys.subscription,
  ...Object.values(QUERIES_OF_PART).flat(),
] as const

/** After each registration of the socket: earlier and pending responses may lack missed frames. */
export async function refetchMissed(): Promise<void> {
  await invalidate(UPDATED_BY_FRAMES)
}
