/** Films of recorded calls (decision 19). One that is being made is asked for again until it is ready. */
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Film } from '#proto/recording.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useRefetchOnChange } from '../../core/queries/history.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { filmTexts } from './en-films.ts'

const POLL_MS = 3_000
const isUnfinished = ({ state }: Film) => state === 'recording' || state === 'preparing'

/** The films of one activity. */
export function useFilmsOf(activityId: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: [...keys.films, activityId],
    queryFn: () => api.call('doorbell.films', { activityId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_MS : false),
  })
}

/** All films, newest first, page by page, and what other devices do with them. */
export function useFilms() {
  const { api } = useServices()
  useRefetchOnChange()
  return useInfiniteQuery({
    queryKey: keys.films,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.page('doorbell.films', pageParam ? { cursor: pageParam } : {}, { signal }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnfinished)) ? POLL_MS : false),
  })
}

/** Deletes a recording; one that no longer exists counts as deleted. */
export function useRemoveFilm() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ id }: Film) => {
      await api.call('doorbell.remove_film', { id }).catch((error: unknown) => {
        if (!isApiError(error, 'not_found')) throw error
      })
    },
    onSuccess: () => {
      toast({ kind: 'success', title: filmTexts.removed, spoken: true })
      return cache.invalidate(keys.films, keys.recordingStatus, keys.history, keys.story)
    },
    onError: (error) => toast({ kind: 'failure', title: filmTexts.removeFailed, text: errorMessageOf(error) }),
  })
}
