/** Changing the plan (spec section 7: PATCH returns the updated user, which replaces the cached one). */
import { useMutation } from '@tanstack/react-query'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useToast } from '../../ui/toasts.tsx'
import { subscriptionTexts } from './en-subscription.ts'

const t = subscriptionTexts

export function useChooseFree() {
  const { api, cache } = useServices()
  const toast = useToast()
  return useMutation({
    mutationFn: () => api.call('billing.choose_free', { subscriptionTier: 'free' }),
    onSuccess: (user) => {
      cache.setUser(user)
      void cache.invalidate(keys.subscription)
      toast({ kind: 'success', title: t.updated, text: t.updatedText(sharedTexts.plan.tiers[user.subscriptionTier]) })
    },
    onError: (error) => toast({ kind: 'failure', title: t.updateFailed, text: errorMessageOf(error) }),
  })
}
