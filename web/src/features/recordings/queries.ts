/** Recordings of calls (docs/product/decisions.md, 19). One in the making is refetched until it is ready. */
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { StoredRecording } from '#proto/recording.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useRefetchOnChange } from '../../core/queries/history.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { storedRecordingTexts } from './en-recordings.ts'

const POLL_MS = 3_000
const isUnfinished = ({ state }: StoredRecording) => state === 'recording' || state === 'preparing'

/** The recordings of one activity. */
export function useRecordingsOf(activityId: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: [...keys.recordings, activityId],
    queryFn: () => api.call('doorbell.films', { activityId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? POLL_MS : false),
  })
}

/** All recordings, newest first, page by page, and changes by other devices. */
export function useRecordings() {
  const { api } = useServices()
  useRefetchOnChange()
  return useInfiniteQuery({
    queryKey: keys.recordings,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => api.page('doorbell.films', pageParam ? { cursor: pageParam } : {}, { signal }),
    getNextPageParam: (page) => page.next,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ items }) => items.some(isUnfinished)) ? POLL_MS : false),
  })
}

/** Deletes a recording; one that no longer exists counts as deleted. */
export function useRemoveRecording() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ id }: StoredRecording) => {
      await api.call('doorbell.remove_film', { id }).catch((error: unknown) => {
        if (!isApiError(error, 'not_found')) throw error
      })
    },
    onSuccess: () => {
      toast({ kind: 'success', title: storedRecordingTexts.removed, spoken: true })
      return cache.invalidate(keys.recordings, keys.recordingStatus, keys.history, keys.visitDetails)
    },
    onError: (error) => toast({ kind: 'failure', title: storedRecordingTexts.removeFailed, text: errorMessageOf(error) }),
  })
}
