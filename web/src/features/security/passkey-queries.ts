/** Passkeys: the list, and its changes. Adding and removing may need the password again first. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { askForPasskey, createPasskey } from '../../core/passkeys.ts'
import { keys } from '../../core/query-cache.ts'
import { NotConfirmed, type Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { passkeyTexts } from './en-passkeys.ts'

const t = passkeyTexts

export function usePasskeys() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.passkeys, queryFn: () => api.call('auth.passkeys', {}), staleTime: 0 })
}

function useChange() {
  const { cache } = useServices()
  const toast = useToast()
  const refresh = () => void cache.invalidate(keys.passkeys, keys.securityAlerts)
  const onError = (error: unknown) => {
    if (error instanceof NotConfirmed) return
    // Another device has removed it.
    if (isApiError(error, 'not_found')) refresh()
    const isThere = error instanceof Error && error.name === 'InvalidStateError'
    toast({ kind: 'failure', title: t.failed, text: isThere ? t.already : isApiError(error) ? errorMessageOf(error) : t.browserFailed })
  }
  return { refresh, onError, toast }
}

/** @param run repeats after the password. Resolves to undefined if the person cancelled. */
export function useAddPasskey(run: Run) {
  const { api } = useServices()
  const { refresh, onError, toast } = useChange()
  return useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await run(() => api.call('auth.begin_passkey', {})))
      // The prompt may have taken longer than the password counts as fresh.
      return credential && run(() => api.call('auth.add_passkey', { credential }))
    },
    onSuccess: (passkey) => {
      if (!passkey) return
      refresh()
      toast({ kind: 'success', title: t.added, text: t.addedText, spoken: true })
    },
    onError,
  })
}

export function useRenamePasskey() {
  const { api } = useServices()
  const { refresh, onError } = useChange()
  return useMutation({
    mutationFn: (change: { readonly id: number; readonly name: string }) => api.call('auth.rename_passkey', change),
    onSuccess: refresh,
    onError,
  })
}

export function useRemovePasskey(run: Run) {
  const { api } = useServices()
  const { refresh, onError, toast } = useChange()
  return useMutation({
    mutationFn: (id: number) => run(() => api.call('auth.remove_passkey', { id })),
    onSuccess: () => {
      refresh()
      toast({ kind: 'success', title: t.removed, spoken: true })
    },
    onError,
  })
}

/** Instead of the password. @returns whether the passkey was accepted; false if the person cancelled */
export function useConfirmPasskey() {
  const { api } = useServices()
  const { onError } = useChange()
  return useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey(await api.call('auth.begin_passkey_check', {}))
      if (!credential) return false
      await api.call('auth.confirm_passkey', { credential })
      return true
    },
    onError,
  })
}
