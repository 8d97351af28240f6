/** Webhooks: the list, their deliveries, and their changes. Adding one, another address and a new secret may need the password first. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { TIME } from '#proto/limits.ts'
import type { WebhookForm } from '#proto/webhooks.ts'
import type { CallInput } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { NotConfirmed, type Run } from '../../core/reauthentication.ts'
import { useServices } from '../../core/services.ts'
import { useToast } from '../../ui/toasts.tsx'
import { webhookTexts as t } from './en-webhooks.ts'

/** No frame says that a delivery was answered. Milliseconds. */
export const DELIVERIES_POLL = 5_000

/** @param every milliseconds after which it is refetched, because a receiver can switch its webhook off */
export function useWebhooks(every: number = TIME.securityAlertsPoll) {
  const { api } = useServices()
  return useQuery({
    queryKey: keys.webhooks,
    queryFn: () => api.call('notify.webhooks', {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.length ? every : false),
  })
}

/** Loaded each time their dialog opens, and again while it is open. */
export function useDeliveries(webhookId: string) {
  const { api } = useServices()
  return useQuery({
    queryKey: [...keys.deliveries, webhookId],
    queryFn: () => api.call('notify.webhook_deliveries', { id: webhookId }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: DELIVERIES_POLL,
  })
}

function useChange() {
  const { cache } = useServices()
  const toast = useToast()
  const refresh = () => void cache.invalidate(keys.webhooks, keys.deliveries)
  const onError = (error: unknown) => {
    if (error instanceof NotConfirmed || isApiError(error, 'validation_failed')) return
    // Another device has removed it.
    if (isApiError(error, 'not_found')) refresh()
    toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
  }
  const say = (title: string) => toast({ kind: 'success', title, spoken: true })
  return { refresh, onError, say }
}

/** @param run repeats after the password */
export function useAddWebhook(run: Run) {
  const { api } = useServices()
  const { refresh, onError } = useChange()
  return useMutation({
    mutationFn: (form: WebhookForm) => run(() => api.call('notify.add_webhook', form)),
    onSuccess: refresh,
    onError,
    // The answer holds the secret: it is gone with the dialog that shows it.
    gcTime: 0,
  })
}

/** @param run repeats after the password, which only another address needs */
export function useChangeWebhook(run: Run) {
  const { api } = useServices()
  const { refresh, onError, say } = useChange()
  return useMutation({
    mutationFn: (change: CallInput<'notify.change_webhook'>) => {
      const save = () => api.call('notify.change_webhook', change)
      return change.url === undefined ? save() : run(save)
    },
    onSuccess: (_webhook, { enabled }) => {
      refresh()
      say(enabled === undefined ? t.saved : enabled ? t.switchedOn : t.switchedOff)
    },
    onError,
  })
}

/** @param run repeats after the password */
export function useRotateWebhook(run: Run) {
  const { api } = useServices()
  const { refresh, onError } = useChange()
  return useMutation({
    mutationFn: (id: string) => run(() => api.call('notify.rotate_webhook', { id })),
    onSuccess: refresh,
    onError,
    // As above.
    gcTime: 0,
  })
}

export function useRemoveWebhook() {
  const { api } = useServices()
  const { refresh, onError, say } = useChange()
  return useMutation({
    mutationFn: (id: string) => api.call('notify.remove_webhook', { id }),
    onSuccess: () => {
      refresh()
      say(t.removed)
    },
    onError,
  })
}

export function useTestWebhook() {
  const { api } = useServices()
  const { refresh, onError } = useChange()
  return useMutation({ mutationFn: (id: string) => api.call('notify.test_webhook', { id }), onSuccess: refresh, onError })
}

export function useReplayDelivery(webhookId: string) {
  const { api } = useServices()
  const { refresh, onError, say } = useChange()
  return useMutation({
    mutationFn: (deliveryId: string) => api.call('notify.replay_delivery', { id: webhookId, deliveryId }),
    onSuccess: () => {
      refresh()
      say(t.sentAgain)
    },
    onError,
  })
}
