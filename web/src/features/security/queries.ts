/** Security alerts, blocked addresses, login history and the security switches (docs/product/specification.md, 7). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser, SecurityAlert, User } from '#proto/entities.ts'
import { LIST, TIME } from '#proto/limits.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { NotConfirmed, type Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useToast } from '../../ui/toasts.tsx'
import { securityTexts as t } from './en-security.ts'

/** Refetched every 60 s (docs/product/specification.md, 9), and immediately by the socket's frames. */
export function useAlerts() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.securityAlerts,
    queryFn: () => api.call('security.alerts', { limit: LIST.max }),
    staleTime: 0,
    refetchInterval: TIME.securityAlertsPoll,
  })
}

type Alerts = readonly SecurityAlert[]
const asRead = (alerts: Alerts, id?: number) => alerts.map((one) => (id === undefined || one.id === id ? { ...one, isRead: true } : one))

/** Shows alerts as read immediately; a failure brings the server's list back. */
export function useReadAlerts() {
  const { api, cache } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const show = (id?: number) => queryClient.setQueryData<Alerts>(keys.securityAlerts, (alerts) => alerts && asRead(alerts, id))
  const failed = (text: string) => {
    toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text })
    void cache.invalidate(keys.securityAlerts)
  }
  const one = useMutation({
    mutationFn: (id: number) => api.call('security.read_alert', { id }),
    onMutate: show,
    onError: () => failed(t.alerts.readFailed),
  })
  const all = useMutation({
    mutationFn: () => api.call('security.read_all_alerts', {}),
    onMutate: () => show(),
    onSuccess: () => toast({ kind: 'success', title: t.alerts.allRead }),
    onError: () => failed(t.alerts.readAllFailed),
  })
  return { read: one.mutate, readAll: all.mutate, readingAll: all.isPending }
}

export function useBlockedAddresses() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.blockedAddresses,
    queryFn: () => api.call('security.blocked_addresses', {}),
    staleTime: 0,
    refetchInterval: TIME.securityAlertsPoll,
  })
}

export function useLiftBlock() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: (id: number) => api.call('security.lift_block', { id }),
    onSuccess: () => toast({ kind: 'success', title: t.blocked.liftedToast, text: t.blocked.liftedText }),
    onError: (error) => {
      // The block has expired, or another device has lifted it.
      if (!isApiError(error, 'not_found')) toast({ kind: 'failure', title: sharedTexts.common.errorTitle, text: t.blocked.liftFailed })
    },
    onSettled: () => cache.invalidate(keys.blockedAddresses),
  })
}

/** Loaded each time its dialog opens (docs/product/specification.md, 4). */
export function useLoginHistory() {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.loginHistory,
    queryFn: () => api.call('security.login_history', { limit: LIST.max }),
    staleTime: 0,
    gcTime: 0,
  })
}

export type SecuritySwitch = 'notificationsEnabled' | 'activityLogsEnabled'

type SwitchChange = { readonly name: SecuritySwitch; readonly enabled: boolean }

/**
 * A switch flips immediately and flips back if saving fails (docs/product/specification.md, 4). The answer lacks some fields of the current
 * user.
 * @param run asks for the password, which turning off needs
 */
export function useSecuritySwitch(run: Run) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const change = (user: Partial<User>) =>
    queryClient.setQueryData<CurrentUser | null>(keys.user, (before) => before && { ...before, ...user })
  const set = ({ name, enabled }: SwitchChange) => {
    const user = queryClient.getQueryData<CurrentUser | null>(keys.user)
    if (user) change({ securitySettings: { ...user.securitySettings, [name]: enabled } })
  }
  return useMutation({
    mutationFn: ({ name, enabled }: SwitchChange) => {
      const save = () => api.call('auth.change_security_settings', { [name]: enabled })
      return enabled ? save() : run(save)
    },
    onMutate: async (switched) => {
      // A pending response is older than the press and must not revert the switch.
      await queryClient.cancelQueries({ queryKey: keys.user })
      set(switched)
    },
    onSuccess: (user) => {
      change(user)
      toast({ kind: 'success', title: t.update.done, text: t.update.doneText })
    },
    onError: (error, { name, enabled }) => {
      set({ name, enabled: !enabled })
      if (error instanceof NotConfirmed) return
      const text = isApiError(error) && error.isOurs ? errorMessageOf(error) : t.update.failedText
      toast({ kind: 'failure', title: t.update.failed, text })
    },
  })
}
