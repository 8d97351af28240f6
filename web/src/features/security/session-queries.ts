/** The account's signed-in devices (docs/product/specification.md, 4, 7, 8). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import type { UserSession } from '#proto/operations/sessions.ts'
import { isApiError } from '../../core/api-error.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useToast } from '../../ui/toasts.tsx'
import { activeSessions } from './describe.ts'
import { securityTexts } from './en-security.ts'

const t = securityTexts.sessions

/** "12 minutes ago" changes with time: refetched every minute while it is shown. */
export function useSessions() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.sessions,
    queryFn: () => api.call('auth.sessions', {}),
    select: activeSessions,
    staleTime: 0,
    refetchInterval: TIME.securityAlertsPoll,
  })
}

export function useRevokeSession() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (sessionId: string) => api.call('auth.revoke_session', { sessionId }),
    onSuccess: (_nothing, sessionId) => {
      queryClient.setQueryData<readonly UserSession[]>(keys.sessions, (sessions) => sessions?.filter((one) => one.sessionId !== sessionId))
      toast({ kind: 'success', title: t.ended, text: t.endedText })
    },
    onError: (error) => {
      // Another device has signed it out already.
      if (isApiError(error, 'not_found')) void cache.invalidate(keys.sessions)
      else toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: t.revokeFailed })
    },
  })
}

/** @param quiet without a toast on success, because another step follows */
export function useRevokeOthers({ quiet = false }: { readonly quiet?: boolean } = {}) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('auth.revoke_other_sessions', {}),
    onSuccess: () => {
      queryClient.setQueryData<readonly UserSession[]>(keys.sessions, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent))
      if (!quiet) toast({ kind: 'success', title: t.allEnded, text: t.allEndedText })
    },
    onError: () => toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: t.revokeAllFailed }),
  })
}
