/** Changing the plan (docs/product/specification.md, 7: PATCH returns the updated user, which replaces the cached one). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useSubscription } from '../../core/queries/subscription.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { calendarDate } from '../../ui/time.ts'
import { useToast } from '../../ui/toasts.tsx'
import { subscriptionTexts } from './en-subscription.ts'

const t = subscriptionTexts

/** Leads to Stripe's page. */
function useStripePage(ask: () => Promise<{ readonly url: string }>, failed: { readonly title: string; textOf(error: unknown): string }) {
  const toast = useToast()
  return useMutation({
    mutationFn: async () => window.location.assign((await ask()).url),
    onError: (error) => toast({ kind: 'failure', title: failed.title, text: failed.textOf(error) }),
  })
}
const PORTAL_FAILED = { title: sharedTexts.common.errorTitle, textOf: errorMessageOf }
/** The specified sentence, unless the server's error names the next step. */
const CHECKOUT_FAILED = {
  title: t.checkoutFailed,
  textOf: (error: unknown) =>
    isApiError(error, 'already_paying', 'billing_off', 'limited') ? errorMessageOf(error) : t.checkoutFailedText,
}

export function useCheckout() {
  const { api, cache } = useServices()
  return useStripePage(async () => {
    try {
      return await api.call('billing.create_checkout_session', {})
    } catch (error) {
      // Paid in another tab, or granted by the operator.
      if (isApiError(error, 'already_paying')) void cache.invalidate(keys.subscription)
      throw error
    }
  }, CHECKOUT_FAILED)
}

/** The page on which the card is changed. */
export function usePortal() {
  const { api } = useServices()
  return useStripePage(() => api.call('billing.create_portal_session', {}), PORTAL_FAILED)
}

/** Undoes a downgrade. */
export function useResume() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('billing.resume', {}),
    onSuccess: (subscription) => {
      queryClient.setQueryData(keys.subscription, subscription)
      toast({ kind: 'success', title: t.updated, text: t.resumed })
    },
    onError: (error) => toast({ kind: 'failure', title: t.updateFailed, text: errorMessageOf(error) }),
  })
}

export function usePayments() {
  const { api } = useServices()
  return useQuery({ queryKey: keys.payments, queryFn: () => api.call('billing.payments', {}) })
}

/** The address that redirects to Stripe's page of an invoice. */
export const invoiceUrl = (invoiceId: string): string => `/api/invoices/${encodeURIComponent(invoiceId)}`

/** Opens Stripe's page of an invoice in a new window, or shows that it cannot. */
export function useOpenInvoice(): (invoiceId: string) => Promise<void> {
  const toast = useToast()
  return async (invoiceId) => {
    // Browsers open a window only during the press.
    const opened = window.open('about:blank', '_blank')
    const answer = await fetch(invoiceUrl(invoiceId), { redirect: 'manual', credentials: 'same-origin' }).catch(() => undefined)
    if (answer?.type === 'opaqueredirect' && opened) {
      opened.opener = null
      opened.location.assign(invoiceUrl(invoiceId))
      return
    }
    opened?.close()
    toast({ kind: 'failure', title: t.downloadFailed, text: t.downloadFailedText })
  }
}

export function useChooseFree() {
  const { api, cache } = useServices()
  const { refetch } = useSubscription()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('billing.choose_free', { subscriptionTier: 'free' }),
    onSuccess: async (user) => {
      cache.setUser(user)
      const until = (await refetch()).data?.currentPeriodEnd
      const isPaid = user.subscriptionTier === 'premium' && until
      const text = isPaid ? t.paidUntil(calendarDate(until)) : t.updatedText(sharedTexts.plan.tiers[user.subscriptionTier])
      toast({ kind: 'success', title: t.updated, text })
    },
    onError: (error) => toast({ kind: 'failure', title: t.updateFailed, text: errorMessageOf(error) }),
  })
}
