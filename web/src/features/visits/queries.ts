/** Visit requests, kept visits and blocks. A request's notification refreshes the list. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useToast } from '../../ui/toasts.tsx'
import { visitRequestTexts } from './en-visits.ts'

const t = visitRequestTexts

/** Upcoming requests: pending ones first, each group by time. */
export function useVisitRequests() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: keys.visitRequests,
    queryFn: async () => {
      const [pending, approved] = await Promise.all([
        api.call('doorbell.visit_requests', { status: 'pending', limit: 50 }),
        api.call('doorbell.visit_requests', { status: 'approved', limit: 50 }),
      ])
      const nearest = <T extends { readonly at: string }>(list: readonly T[]) => [...list].sort((a, b) => a.at.localeCompare(b.at))
      return [...nearest(pending), ...nearest(approved)]
    },
    staleTime: 0,
    refetchInterval: TIME.notificationsCache,
  })
  return { requests: query.data, failed: query.isError, answered: query.isFetched, retry: () => void query.refetch() }
}

const OPERATIONS = { approve: 'doorbell.approve_visit', decline: 'doorbell.decline_visit' } as const

export function useDecideVisit(onDone: (id: number, decision: keyof typeof OPERATIONS) => void) {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, decision }: { readonly id: number; readonly decision: keyof typeof OPERATIONS }) =>
      api.call(OPERATIONS[decision], { id }),
    onSuccess: (_request, { id, decision }) => onDone(id, decision),
    onError: (error) =>
      toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: isApiError(error, 'visit_over') ? error.message : t.failed }),
    onSettled: () => cache.invalidate(keys.visitRequests),
  })
}

const useChangeFailed = () => {
  const toast = useToast()
  return () => toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: t.changeFailed })
}

function useInvalidateHistory(): () => void {
  const { cache } = useServices()
  return () => void cache.invalidate(keys.history, keys.visitDetails, keys.blocks)
}

export function useKeep() {
  const { api, cache } = useServices()
  const invalidateHistory = useInvalidateHistory()
  const onError = useChangeFailed()
  return useMutation({
    mutationFn: ({ id, keep }: { readonly id: number; readonly keep: boolean }) => api.call('doorbell.mark_handled', { id, keep }),
    onSuccess: (activity) => {
      if (cache.activity(activity.id)) cache.updateActivity(activity)
      invalidateHistory()
    },
    onError,
  })
}

export function useBlocks() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.blocks, queryFn: () => api.call('doorbell.blocks', { limit: 100 }), staleTime: 0 })
}

export function useBlock() {
  const { api } = useServices()
  const invalidateHistory = useInvalidateHistory()
  const toast = useToast()
  const onError = useChangeFailed()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.block_visitor', { id }),
    onSuccess: () => {
      toast({ kind: 'success', title: t.blocked, text: t.blockedText })
      invalidateHistory()
    },
    onError,
  })
}

export function useUnblock() {
  const { api } = useServices()
  const invalidateHistory = useInvalidateHistory()
  const toast = useToast()
  const onError = useChangeFailed()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.unblock_visitor', { id }),
    onSuccess: () => {
      toast({ kind: 'success', title: t.unblocked, spoken: true })
      invalidateHistory()
    },
    onError: (error) => {
      // Another device has done it already.
      if (isApiError(error, 'not_found')) invalidateHistory()
      else onError()
    },
  })
}
