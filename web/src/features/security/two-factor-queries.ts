/** Two-factor: its state, and its changes (docs/product/decisions.md, 25). All of them may need the password again first. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { NotConfirmed, type Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { dialogTexts } from './en-security-dialogs.ts'

const t = dialogTexts.factor

export type Enrolment = { readonly secret: string; readonly uri: string }

export function useTwoFactor() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.twoFactor, queryFn: () => api.call('auth.two_factor', {}), staleTime: 0 })
}

/** Refetches two-factor's state, on the user and on its own. */
function useRefresh() {
  const { cache } = useServices()
  return () => void cache.invalidate(keys.user, keys.twoFactor, keys.securityAlerts)
}

function useFailed() {
  const toast = useToast()
  const refresh = useRefresh()
  return (error: unknown) => {
    if (error instanceof NotConfirmed || isApiError(error, 'code_wrong', 'validation_failed')) return
    // Another device has turned it on or off.
    if (isApiError(error, 'two_factor_on', 'two_factor_off')) refresh()
    toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
  }
}

/** @param run repeats after the password */
export function useEnrol(run: Run) {
  const { api } = useServices()
  const onError = useFailed()
  return useMutation({ mutationFn: () => run(() => api.call('auth.enrol_two_factor', {})), onError })
}

/** With a code: turns it on, or replaces the recovery codes. Resolves to the new codes. */
export function useCodesFor(operation: 'auth.confirm_two_factor' | 'auth.replace_recovery_codes', run: Run) {
  const { api } = useServices()
  const onSuccess = useRefresh()
  const onError = useFailed()
  return useMutation({ mutationFn: (code: string) => run(() => api.call(operation, { code })), onSuccess, onError })
}

export function useDisable(run: Run) {
  const { api } = useServices()
  const toast = useToast()
  const refresh = useRefresh()
  const onError = useFailed()
  return useMutation({
    mutationFn: (code: string) => run(() => api.call('auth.disable_two_factor', { code })),
    onSuccess: () => {
      refresh()
      toast({ kind: 'success', title: t.disabled, spoken: true })
    },
    onError,
  })
}
