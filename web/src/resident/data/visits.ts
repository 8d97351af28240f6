/** Requests for a visit, and what becomes of visitors' traces. The notification of a request brings its list up to date. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { visitRequestTexts } from '../../core/texts/en-visit-requests.ts'
import { useToast } from '../../ui/toasts.tsx'
import { api } from '../services.ts'
import { activityNow, sawActivity } from './activities.ts'
import { keys, queryClient } from './query-client.ts'

const t = visitRequestTexts

/** What is still to come: undecided ones first, the nearest first among each. */
export function useVisitRequests() {
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

const refetchVisitRequests = () => queryClient.invalidateQueries({ queryKey: keys.visitRequests })

const CALLS = { approve: 'doorbell.approve_visit', decline: 'doorbell.decline_visit' } as const

export function useDecideVisit(onDone: (id: number, decision: keyof typeof CALLS) => void) {
  const toast = useToast()
  return useMutation({
    mutationFn: ({ id, decision }: { readonly id: number; readonly decision: keyof typeof CALLS }) => api.call(CALLS[decision], { id }),
    onSuccess: (_request, { id, decision }) => onDone(id, decision),
    onError: (error) =>
      toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: isApiError(error, 'visit_over') ? error.message : t.failed }),
    onSettled: refetchVisitRequests,
  })
}

const useChangeFailed = () => {
  const toast = useToast()
  return () => toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: t.changeFailed })
}

const sawChange = () => {
  void queryClient.invalidateQueries({ queryKey: keys.history })
  void queryClient.invalidateQueries({ queryKey: keys.story })
  void queryClient.invalidateQueries({ queryKey: keys.blocks })
}

export function useKeep() {
  const onError = useChangeFailed()
  return useMutation({
    mutationFn: ({ id, keep }: { readonly id: number; readonly keep: boolean }) => api.call('doorbell.mark_handled', { id, keep }),
    onSuccess: (activity) => {
      if (activityNow(activity.id)) sawActivity(activity)
      sawChange()
    },
    onError,
  })
}

export const useBlocks = () => useQuery({ queryKey: keys.blocks, queryFn: () => api.call('doorbell.blocks', { limit: 100 }), staleTime: 0 })

export function useBlock() {
  const toast = useToast()
  const onError = useChangeFailed()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.block_visitor', { id }),
    onSuccess: () => {
      toast({ kind: 'success', title: t.blocked, text: t.blockedText })
      sawChange()
    },
    onError,
  })
}

export function useUnblock() {
  const toast = useToast()
  const onError = useChangeFailed()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.unblock_visitor', { id }),
    onSuccess: () => {
      toast({ kind: 'success', title: t.unblocked })
      sawChange()
    },
    onError: (error) => {
      // Gone already, by another device: that is what was asked for.
      if (isApiError(error, 'not_found')) sawChange()
      else onError()
    },
  })
}
