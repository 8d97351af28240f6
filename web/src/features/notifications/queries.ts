/** Stored notifications: filtered and paged by the server, kept current by the socket (docs/product/specification.md, 7: cached 60 s). */
import { type InfiniteData, type QueryClient, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import type { Notification } from '#proto/notification.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useToast } from '../../ui/toasts.tsx'
import { notificationTexts } from './en-notifications.ts'

export type NotificationFilter = {
  readonly type?: Notification['type'] | undefined
  readonly unread?: 'true' | undefined
  readonly search?: string | undefined
  /** With a search: the kinds whose title matches it. */
  readonly kinds?: string | undefined
}
type Pages = InfiniteData<{ readonly items: readonly Notification[]; readonly next: string | undefined }, string | undefined>

export function useNotifications(filter: NotificationFilter) {
  const { api } = useServices()
  return useInfiniteQuery({
    queryKey: [...keys.notifications, filter],
    queryFn: ({ pageParam }) => api.page('doorbell.notifications', { ...filter, cursor: pageParam, limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: TIME.notificationsCache,
    // Keeps the shown items until the next filter's response arrives.
    placeholderData: (before) => before,
  })
}

function showRead(queryClient: QueryClient, id: number): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: keys.notifications },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map((one) => (one.id === id ? { ...one, read: true } : one)) })),
      },
  )
}

function useFailed() {
  const { cache } = useServices()
  const toast = useToast()
  return () => {
    toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: notificationTexts.readFailed })
    void cache.invalidate(keys.notifications)
  }
}

export function useMarkRead() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const failed = useFailed()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.read_notification', { id }),
    onMutate: (id) => showRead(queryClient, id),
    onError: failed,
  })
}

/** @param onDone gets the timestamp with which it can be undone */
export function useMarkAllRead(onDone: (at: string) => void) {
  const { api, cache } = useServices()
  const failed = useFailed()
  return useMutation({
    mutationFn: () => api.call('doorbell.read_all_notifications', {}),
    onSuccess: ({ at }) => {
      void cache.invalidate(keys.notifications)
      onDone(at)
    },
    onError: failed,
  })
}

export function useUndoMarkAll() {
  const { api, cache } = useServices()
  const toast = useToast()
  const failed = useFailed()
  return useMutation({
    mutationFn: (at: string) => api.call('doorbell.undo_read_all', { at }),
    onSuccess: () => {
      void cache.invalidate(keys.notifications)
      toast({ kind: 'success', title: notificationTexts.undone, spoken: true })
    },
    onError: failed,
  })
}
