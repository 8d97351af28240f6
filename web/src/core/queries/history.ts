/** The history's lists, filtered and paged by the server. They are refetched when the polled and pushed activities change. */
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'
import { useZone } from '../use-zone.ts'
import { zoneNow } from '../zone.ts'
import { useActivities } from './activities.ts'

/** A burst of frames causes one refetch. */
const DEBOUNCE_MS = 400

/** The filters in the URL, without empty ones. */
export type HistoryFilter = Readonly<
  Partial<Record<'search' | 'searchIn' | 'type' | 'outcome' | 'home' | 'door' | 'tab' | 'from' | 'to', string>>
>
export type HistoryPages = InfiniteData<{ items: readonly Activity[]; next: string | undefined }, string | undefined>

export const historyInput = (filters: HistoryFilter) => {
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value))
  return given.from || given.to ? { ...given, timeZone: zoneNow() } : given
}

export function useHistory(filters: HistoryFilter) {
  const { api } = useServices()
  useZone()
  const input = historyInput(filters)
  const query = useInfiniteQuery({
    queryKey: [...keys.history, input],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api.page('doorbell.activities', { ...input, ...(pageParam ? { cursor: pageParam } : {}) } as object, { signal }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    placeholderData: (before) => before,
  })
  useRefetchOnChange()
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = query
  const found = data?.pages.flatMap((page) => page.items.filter(({ test }) => !test))
  // A page may be empty but have a next one, if few of very many rows match.
  useEffect(() => {
    if (found?.length === 0 && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [found?.length, hasNextPage, isFetching, isError, fetchNextPage])
  return { ...query, activities: found?.length === 0 && hasNextPage ? undefined : found }
}

/** Refetches the lists after new rings and changes, from frames or polls: an activity also changes when one of its recordings does. */
export function useRefetchOnChange(): void {
  const { cache } = useServices()
  const { data } = useActivities()
  const seen = useRef<string>(undefined)
  const state = data?.map(({ id, version }) => `${id}.${version}`).join()
  useEffect(() => {
    if (state === undefined || seen.current === state) return
    const first = seen.current === undefined
    seen.current = state
    if (first) return
    const timer = setTimeout(
      () => void cache.invalidate(keys.history, keys.visitDetails, keys.timeline, keys.recordings, keys.recordingStatus),
      DEBOUNCE_MS,
    )
    return () => clearTimeout(timer)
  }, [state, cache])
}
