/** API tokens: the list, and its changes. Creating one may need the password first. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ApiTokenForm } from '#proto/api-tokens.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { NotConfirmed, type Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { apiTokenTexts as t } from './en-api-tokens.ts'

export function useApiTokens() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.apiTokens, queryFn: () => api.call('auth.api_tokens', {}), staleTime: 0 })
}

function useChange() {
  const { cache } = useServices()
  const toast = useToast()
  const refresh = () => void cache.invalidate(keys.apiTokens)
  const onError = (error: unknown) => {
    if (error instanceof NotConfirmed || isApiError(error, 'validation_failed')) return
    // Another device has revoked it.
    if (isApiError(error, 'not_found')) refresh()
    toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
  }
  return { refresh, onError, toast }
}

/** @param run repeats after the password */
export function useCreateApiToken(run: Run) {
  const { api } = useServices()
  const { refresh, onError } = useChange()
  return useMutation({
    mutationFn: (form: ApiTokenForm) => run(() => api.call('auth.create_api_token', form)),
    onSuccess: refresh,
    onError,
    // The answer holds the secret: it is gone with the dialog that shows it.
    gcTime: 0,
  })
}

export function useRevokeApiToken() {
  const { api } = useServices()
  const { refresh, onError, toast } = useChange()
  return useMutation({
    mutationFn: (id: string) => api.call('auth.revoke_api_token', { id }),
    onSuccess: () => {
      refresh()
      toast({ kind: 'success', title: t.revoked, spoken: true })
    },
    onError,
  })
}
