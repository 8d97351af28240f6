/** Stored notifications: filtered and paged by the server, kept true by the socket (spec section 7: cached 60 s). */
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Notification } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { askSoon, keys, queryClient } from './query-client.ts'

export type NotificationFilter = {
  readonly type?: Notification['type'] | undefined
  readonly unread?: 'true' | undefined
  readonly search?: string | undefined
}
type Pages = InfiniteData<{ readonly items: readonly Notification[]; readonly next: string | undefined }, string | undefined>

export const useUnread = () =>
  useQuery({
    queryKey: keys.unread,
    queryFn: async () => (await api.call('doorbell.unread_notifications', {})).count,
    staleTime: TIME.notificationsCache,
    // The socket tells it at once; without one the bell is a minute late.
    refetchInterval: TIME.notificationsCache,
  }).data ?? 0

export const useNotifications = (filter: NotificationFilter) =>
  useInfiniteQuery({
    queryKey: [...keys.notifications, filter],
    queryFn: ({ pageParam }) => api.page('doorbell.notifications', { ...filter, cursor: pageParam, limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: TIME.notificationsCache,
    // What is on the screen stays until the answer to the next filter is there.
    placeholderData: (before) => before,
  })

/** What visitors wrote last, by activity: a notification of a message holds its words. */
export const useWritten = () =>
  useQuery({
    queryKey: keys.written,
    queryFn: async () => {
      const newest = await api.call('doorbell.notifications', { type: 'message', limit: 50 })
      return new Map([...newest].reverse().map(({ activityId, message }) => [activityId, message]))
    },
  }).data

/** The socket's word: an answer that was under way is older than it, and must not come after it. */
export async function sawUnread(unread: number): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keys.unread })
  queryClient.setQueryData(keys.unread, unread)
  // A new request for a visit, or one decided on another device, came with this.
  askSoon([keys.notifications, keys.written, keys.visitRequests])
}

function showRead(id: number): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: keys.notifications },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.map((one) => (one.id === id ? { ...one, read: true } : one)) })),
      },
  )
}

const refetch = () => queryClient.invalidateQueries({ queryKey: keys.notifications })

function useFailed() {
  const toast = useToast()
  return () => {
    toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: notificationTexts.readFailed })
    void refetch()
  }
}

export function useMarkRead() {
  const failed = useFailed()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.read_notification', { id }),
    onMutate: showRead,
    onError: failed,
  })
}

/** @param onDone gets the moment that undoes it */
export function useMarkAllRead(onDone: (at: string) => void) {
  const failed = useFailed()
  return useMutation({
    mutationFn: () => api.call('doorbell.read_all_notifications', {}),
    onSuccess: ({ at }) => {
      void refetch()
      onDone(at)
    },
    onError: failed,
  })
}

export function useUndoMarkAll() {
  const toast = useToast()
  const failed = useFailed()
  return useMutation({
    mutationFn: (at: string) => api.call('doorbell.undo_read_all', { at }),
    onSuccess: () => {
      void refetch()
      toast({ kind: 'success', title: notificationTexts.undone })
    },
    onError: failed,
  })
}
