/** Stored notifications: filtered and paged by the server, kept current by the socket (spec section 7: cached 60 s). */
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Notification } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { invalidateSoon, keys, queryClient } from './query-client.ts'

export type NotificationFilter = {
  readonly type?: Notification['type'] | undefined
  readonly unread?: 'true' | undefined
  readonly search?: string | undefined
  /** With a search: the kinds whose title matches it. */
  readonly kinds?: string | undefined
}
type Pages = InfiniteData<{ readonly items: readonly Notification[]; readonly next: string | undefined }, string | undefined>

export const useUnread = () =>
  useQuery({
    queryKey: keys.unread,
    queryFn: async () => (await api.call('doorbell.unread_notifications', {})).count,
    staleTime: TIME.notificationsCache,
    // The socket updates it at once; without one the bell is up to a minute late.
    refetchInterval: TIME.notificationsCache,
  }).data ?? 0

export const useNotifications = (filter: NotificationFilter) =>
  useInfiniteQuery({
    queryKey: [...keys.notifications, filter],
    queryFn: ({ pageParam }) => api.page('doorbell.notifications', { ...filter, cursor: pageParam, limit: 50 }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    staleTime: TIME.notificationsCache,
    // Keeps the shown items until the next filter's response arrives.
    placeholderData: (before) => before,
  })

/** The visitors' last messages by activity, taken from the message notifications. */
export const useWritten = () =>
  useQuery({
    queryKey: keys.written,
    queryFn: async () => {
      const newest = await api.call('doorbell.notifications', { type: 'message', limit: 50 })
      return new Map([...newest].reverse().map(({ activityId, message }) => [activityId, message]))
    },
  }).data

/** Sets the count from a frame and cancels pending requests, whose response would be older. */
export async function setUnread(unread: number): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keys.unread })
  queryClient.setQueryData(keys.unread, unread)
  // The notification may be about a visit request, new or decided on another device.
  invalidateSoon([keys.notifications, keys.written, keys.visitRequests])
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

/** @param onDone gets the timestamp with which it can be undone */
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
