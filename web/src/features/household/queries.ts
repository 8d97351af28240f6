/** Changes of the household. Inviting may need the password first. */
import { useMutation } from '@tanstack/react-query'
import type { CallInput } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { NotConfirmed, type Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { householdTexts as t } from './en-household.ts'

function useChange() {
  const { cache } = useServices()
  const toast = useToast()
  const refresh = () => void cache.invalidate(keys.household)
  return {
    refresh,
    done: (title: string) => {
      refresh()
      toast({ kind: 'success', title, spoken: true })
    },
    onError: (error: unknown) => {
      if (error instanceof NotConfirmed || isApiError(error, 'validation_failed')) return
      // Another device has removed the member, the invitation or one of the doors.
      if (isApiError(error, 'not_found', 'household_full')) void cache.invalidate(keys.household, keys.doors)
      toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
    },
  }
}

/** A removal that another device has made already has the wanted result. */
const isGone = (error: unknown) => isApiError(error, 'not_found')

/** @param run repeats after the password */
export function useInvite(run: Run) {
  const { api } = useServices()
  const { refresh, onError } = useChange()
  return useMutation({
    mutationFn: (form: CallInput<'doorbell.invite_member'>) => run(() => api.call('doorbell.invite_member', form)),
    onSuccess: refresh,
    onError,
    // The answer holds the link: it is gone with the dialog that shows it.
    gcTime: 0,
  })
}

export function useRevokeInvitation() {
  const { api } = useServices()
  const { refresh, done, onError } = useChange()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.revoke_invitation', { id }),
    onSuccess: () => done(t.revoked),
    onError: (error) => (isGone(error) ? refresh() : onError(error)),
  })
}

export function useChangeMember() {
  const { api } = useServices()
  const { done, onError } = useChange()
  return useMutation({
    mutationFn: (change: CallInput<'doorbell.change_member'>) => api.call('doorbell.change_member', change),
    onSuccess: () => done(t.saved),
    onError,
  })
}

export function useRemoveMember() {
  const { api } = useServices()
  const { refresh, done, onError } = useChange()
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.remove_member', { id }),
    onSuccess: () => done(t.removed),
    onError: (error) => (isGone(error) ? refresh() : onError(error)),
  })
}

export function useRenameInHome() {
  const { api } = useServices()
  const { done, onError } = useChange()
  return useMutation({
    mutationFn: (change: CallInput<'doorbell.rename_in_home'>) => api.call('doorbell.rename_in_home', change),
    onSuccess: () => done(t.renamed),
    onError,
  })
}

export function useLeaveHome() {
  const { api, cache } = useServices()
  const { done, onError } = useChange()
  const refresh = () => cache.partsChanged(['household'])
  return useMutation({
    mutationFn: (id: number) => api.call('doorbell.leave_home', { id }),
    onSuccess: () => {
      refresh()
      done(t.left)
    },
    onError: (error) => (isGone(error) ? refresh() : onError(error)),
  })
}
