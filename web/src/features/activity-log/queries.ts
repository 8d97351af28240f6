/** Marking an activity as handled, and the errors of the list. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Activity } from '#proto/entities.ts'
import { type ApiError, isApiError } from '../../core/api-error.ts'
import type { HistoryPages } from '../../core/queries/history.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { activityLogTexts as t } from './en-activity-log.ts'

/** One-way (docs/product/specification.md, 4): updates the row in every list when the server has confirmed. */
export function useMarkHandled() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.mark_handled', { id, isHandled: true }),
    onSuccess: (activity) => {
      cache.updateActivity(activity)
      queryClient.setQueriesData<HistoryPages>({ queryKey: keys.history }, (data) => data && withHandled(data, activity))
      toast({ kind: 'success', title: t.updated, text: t.updatedText })
    },
    onError: () => toast({ kind: 'failure', title: t.updateFailed, text: t.updateFailedText }),
  })
}

const withHandled = (data: HistoryPages, changed: Activity): HistoryPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, items: page.items.map((item) => (item.id === changed.id ? changed : item)) })),
})

/** The two errors of docs/product/specification.md, 8: the server returned an error, or did not respond. */
export const loadFailure = (error: ApiError | Error | null) =>
  isApiError(error, 'network') ? { title: t.error, text: t.errorText } : { title: t.loadFailed, text: t.loadFailedText }
