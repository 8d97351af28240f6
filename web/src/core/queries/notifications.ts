/** The stored notifications for the bell and the lists of visits; the socket keeps them current. */
import { useQuery } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import { keys } from '../query-cache.ts'
import { useServices } from '../services.ts'

export function useUnread(): number {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: keys.unread,
    queryFn: async () => (await api.call('doorbell.unread_notifications', {})).count,
    staleTime: TIME.notificationsCache,
    // The socket updates it immediately; without one the bell is up to a minute late.
    refetchInterval: TIME.notificationsCache,
  })
  return data ?? 0
}

/** The visitors' last messages by activity, taken from the message notifications. */
export function useWritten() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.written,
    queryFn: async () => {
      const newest = await api.call('doorbell.notifications', { type: 'message', limit: 50 })
      return new Map([...newest].reverse().map(({ activityId, message }) => [activityId, message]))
    },
  }).data
}
