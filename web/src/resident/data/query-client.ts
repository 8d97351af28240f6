/** What a GET returns: never retried, never refetched on focus, never stale by itself (spec section 7). */
import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AccountPart } from '#proto/entities.ts'
import { isApiError } from '../../core/api-error.ts'
import { createSpaced } from '../../core/spaced.ts'

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

/** What shows each part of the account: a visit names its door, and whether its visitor is blocked. */
const SHOWS: Readonly<Record<AccountPart, readonly QueryKey[]>> = {
  user: [keys.user],
  doors: [keys.doors, keys.activities, keys.history],
  contacts: [keys.contacts],
  visit_requests: [keys.visitRequests],
  blocks: [keys.blocks, keys.history, keys.story],
}

const askAgain = (queryKeys: readonly QueryKey[]) => Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

const SPACE_MS = 1_000
/** What a frame says has changed. A visitor who writes without end costs a page a question a second, and not its limit. */
export const askSoon = createSpaced<QueryKey>((queryKeys) => void askAgain(queryKeys), SPACE_MS)

/** Asks again for what was changed on another device; on this one the answer was first, and asking costs little. */
export const partsChanged = (parts: readonly AccountPart[]) => askSoon(parts.flatMap((part) => SHOWS[part]))

/** What the socket's frames keep true; what they told while there was no socket is only in the answer to a new question. */
const TOLD_BY_FRAMES = [
  keys.activities,
  keys.notifications,
  keys.unread,
  keys.written,
  keys.preferences,
  keys.preview,
  keys.subscription,
  ...Object.values(SHOWS).flat(),
] as const

/** Once the socket is registered: an answer from before, or one under way, may lack what was told meanwhile. */
export async function refetchMissed(): Promise<void> {
  await askAgain(TOLD_BY_FRAMES)
}
