/** /subscription. `success=true` and `canceled=true` only show toasts (decision 21); the success toast waits for the premium tier. */
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Tier } from '#proto/entities.ts'
import { useSubscription } from '../../core/queries/subscription.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { PageTop } from '../../ui/page-top.tsx'
import { Card, ErrorState, Spinner } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { subscriptionTexts } from './en-subscription.ts'
import { useChooseFree } from './queries.ts'
import styles from './subscription.module.css'
import { PlanState, SubscriptionView } from './subscription-view.tsx'

const t = subscriptionTexts

function useReturnToasts(tier: Tier): void {
  const toast = useToast()
  const [search, setSearch] = useSearchParams()
  const isShown = useRef(false)
  useEffect(() => {
    const success = search.get('success') === 'true' && tier === 'premium'
    const canceled = search.get('canceled') === 'true'
    if (isShown.current || (!success && !canceled)) return
    isShown.current = true
    toast(
      success ? { kind: 'success', title: t.successTitle, text: t.success } : { kind: 'success', title: t.canceledTitle, text: t.canceled },
    )
    setSearch({}, { replace: true })
  }, [search, setSearch, toast, tier])
}

export function SubscriptionPage() {
  const user = useSignedIn()
  const subscription = useSubscription()
  const chooseFree = useChooseFree()
  const tier = subscription.data?.tier ?? user.subscriptionTier
  useReturnToasts(tier)
  return (
    <>
      <PageTop title={subscriptionTexts.title}>
        <PlanState tier={tier} subscription={subscription.data} />
      </PageTop>
      {subscription.data ? (
        <SubscriptionView
          key={tier}
          tier={tier}
          subscription={subscription.data}
          pending={chooseFree.isPending}
          onFree={() => chooseFree.mutate()}
        />
      ) : null}
      {subscription.isError && !subscription.data ? (
        <Card>
          <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void subscription.refetch()} />
        </Card>
      ) : null}
      {subscription.isPending ? (
        <div className={styles.waiting}>
          <Spinner label={sharedTexts.common.loading} />
        </div>
      ) : null}
    </>
  )
}
