/** The account's data in react-query: its keys, its defaults (docs/product/specification.md, 7), and how frames and responses change it. */
import { QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { AccountPart, Activity, Tier, User } from '#proto/entities.ts'
import { withActivity } from './activity-list.ts'
import { isApiError } from './api-error.ts'
import { createBatchedThrottle } from './batched-throttle.ts'
import { storeUserRecord, type UserStorage } from './user-record.ts'

export const keys = {
  user: ['user'],
  registration: ['registration'],
  activities: ['activities'],
  contacts: ['contacts'],
  doors: ['doors'],
  notifications: ['notifications'],
  unread: ['unread'],
  written: ['written'],
  preferences: ['preferences'],
  preview: ['preview'],
  subscription: ['subscription'],
  payments: ['payments'],
  devices: ['devices'],
  diagnosis: ['diagnosis'],
  support: ['support'],
  history: ['history'],
  visitDetails: ['visit-details'],
  timeline: ['timeline'],
  recordings: ['recordings'],
  recordingStatus: ['recording-status'],
  visitRequests: ['visit-requests'],
  blocks: ['blocks'],
  sessions: ['sessions'],
  securityAlerts: ['security-alerts'],
  blockedAddresses: ['blocked-addresses'],
  loginHistory: ['login-history'],
  twoFactor: ['two-factor'],
  passkeys: ['passkeys'],
  apiTokens: ['api-tokens'],
  webhooks: ['webhooks'],
  deliveries: ['deliveries'],
  passkeySuggestions: ['passkey-suggestions'],
  household: ['household'],
  wall: ['wall'],
} as const

/** No retry, no refetch on focus, never stale. */
export function createQueryClient(storage: UserStorage): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: (data, query) => {
        if (query.queryKey[0] === keys.user[0]) storeUserRecord(storage, data as User | null)
      },
      onError: (error, query) => {
        if (query.queryKey[0] === keys.user[0]) return
        // Any query that fails with 401 shows that the session has ended.
        if (isApiError(error, 'unauthenticated')) queryClient.setQueryData(keys.user, null)
        // Another tab has made this session a wall display.
        if (isApiError(error, 'wall_session')) void queryClient.invalidateQueries({ queryKey: keys.user })
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
  return queryClient
}

/** Calls back when this page is signed out: by Sign Out, at its load, or because its session has ended elsewhere. */
export function onSignedOut(queryClient: QueryClient, callback: () => void): void {
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === keys.user[0] && query.state.data === null) callback()
  })
}

/** The queries that show each part of the account: much names its door, and an activity tells whether its visitor is blocked. */
const QUERIES_OF_PART: Readonly<Record<AccountPart, readonly QueryKey[]>> = {
  user: [keys.user, keys.twoFactor, keys.passkeys],
  doors: [keys.doors, keys.wall, keys.activities, keys.history, keys.visitDetails, keys.recordings, keys.visitRequests, keys.blocks],
  contacts: [keys.contacts],
  visit_requests: [keys.visitRequests],
  blocks: [keys.blocks, keys.history, keys.visitDetails],
  sessions: [keys.sessions, keys.apiTokens],
  security_alerts: [keys.securityAlerts, keys.blockedAddresses],
  subscription: [keys.subscription, keys.payments],
  devices: [keys.devices, keys.diagnosis, keys.timeline],
  webhooks: [keys.webhooks, keys.deliveries],
  household: [keys.household],
}

/** Queries that frames keep current; frames missed without a socket require a refetch. */
const UPDATED_BY_FRAMES = [
  keys.activities,
  keys.notifications,
  keys.unread,
  keys.written,
  keys.preferences,
  keys.preview,
  keys.wall,
  keys.recordings,
  keys.recordingStatus,
  ...Object.values(QUERIES_OF_PART).flat(),
] as const

const MIN_INTERVAL_MS = 1_000
const NO_ACTIVITIES: readonly Activity[] = []

/** Changes of the cache that more than one feature makes; a feature's own ones use the QueryClient. */
export type AccountCache = {
  /** Refetches what these queries show. */
  readonly invalidate: (...queryKeys: readonly QueryKey[]) => Promise<void>
  /** Refetches at most once a second, so that a visitor who writes constantly cannot use up the page's rate limit. */
  readonly invalidateSoon: (queryKeys: readonly QueryKey[]) => void
  /** Refetches what changed on another device. On the device that made the change it is one superfluous request. */
  readonly partsChanged: (parts: readonly AccountPart[]) => void
  /** After each registration of the socket: earlier and pending responses may lack missed frames. */
  readonly refetchMissed: () => Promise<void>
  readonly setUser: (user: User | null) => void
  readonly setTier: (tier: Tier) => void
  /** Sets the count from a frame and cancels pending requests, whose response would be older. */
  readonly setUnread: (unread: number) => Promise<void>
  readonly activities: () => readonly Activity[]
  readonly activity: (id: number) => Activity | undefined
  /** Puts an activity from a frame or a response into the list. */
  readonly updateActivity: (activity: Activity) => void
}

export function createAccountCache(queryClient: QueryClient, storage: UserStorage): AccountCache {
  const invalidateAll = async (queryKeys: readonly QueryKey[]) => {
    await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  }
  const invalidateSoon = createBatchedThrottle<QueryKey>((queryKeys) => void invalidateAll(queryKeys), MIN_INTERVAL_MS)
  const activities = () => queryClient.getQueryData<readonly Activity[]>(keys.activities) ?? NO_ACTIVITIES
  return {
    invalidate: (...queryKeys) => invalidateAll(queryKeys),
    invalidateSoon,
    partsChanged: (parts) => invalidateSoon(parts.flatMap((part) => QUERIES_OF_PART[part])),
    refetchMissed: () => invalidateAll(UPDATED_BY_FRAMES),
    setUser: (user) => {
      // A pending response contains the previous user: it would sign a user in again who has just signed out.
      void queryClient.cancelQueries({ queryKey: keys.user })
      storeUserRecord(storage, user)
      queryClient.setQueryData(keys.user, user)
      // Removes the last user's data after its pages unmount; a query removed under a mounted page would be refetched.
      if (!user) setTimeout(() => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== keys.user[0] }))
    },
    setTier: (tier) => {
      // The frame may arrive before auth updates the user: a refetch could still return the old tier.
      queryClient.setQueryData<User | null>(keys.user, (user) => user && { ...user, subscriptionTier: tier })
      // The plan decides which doors and sounds are active, and whether calls can be recorded.
      void invalidateAll([...QUERIES_OF_PART.subscription, keys.doors, keys.recordingStatus])
    },
    setUnread: async (unread) => {
      await queryClient.cancelQueries({ queryKey: keys.unread })
      queryClient.setQueryData(keys.unread, unread)
      // The notification may be about a visit request, new or decided on another device.
      invalidateSoon([keys.notifications, keys.written, keys.visitRequests])
    },
    activities,
    activity: (id) => activities().find((activity) => activity.id === id),
    updateActivity: (activity) => queryClient.setQueryData(keys.activities, withActivity(activities(), activity)),
  }
}
