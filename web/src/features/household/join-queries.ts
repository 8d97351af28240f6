/** An invitation to a household, as the holder of its link has it. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useServices } from '../../core/services.ts'
import { isolate } from '../../ui/bidi.ts'
import { useToast } from '../../ui/toasts.tsx'
import { joinTexts as t } from './en-join.ts'

export function useInvitation(token: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.call('doorbell.invitation', { token }),
    // Not read again while it is shown: an invitation that has been accepted is none any more.
    gcTime: 0,
    refetchOnMount: false,
  })
}

/** @param onJoined called once the account is a member */
export function useAcceptInvitation(token: string, onJoined: () => void) {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('doorbell.accept_invitation', { token }),
    onSuccess: ({ owner }) => {
      cache.partsChanged(['household'])
      toast({ kind: 'success', title: t.joined(isolate(owner)), text: t.joinedText })
      onJoined()
    },
    onError: (error) => {
      // The page shows these two.
      if (isApiError(error, 'token_invalid', 'household_own')) return
      toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
    },
  })
}
