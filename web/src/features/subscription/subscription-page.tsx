/** /subscription. `success=true` and `canceled=true` only show toasts (decision 21); the success toast waits for the premium tier. */
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Tier } from '#proto/entities.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { useSubscription } from '../../core/queries/subscription.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { PageTop } from '../../ui/page-top.tsx'
import { Card, ErrorState, Spinner } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { subscriptionTexts } from './en-subscription.ts'
import { PaymentsCard } from './payments-card.tsx'
import { PaymentArriving, PlanNotices } from './plan-notices.tsx'
import { useCheckout, useChooseFree } from './queries.ts'
import styles from './subscription.module.css'
import { PlanState, SubscriptionView } from './subscription-view.tsx'

const t = subscriptionTexts

/** How long the page asks for a payment that has not arrived; the frame tells of it later. */
const ARRIVES_WITHIN_MS = 60_000
const ASK_EVERY_MS = 1_500

/** @returns whether the payment of a checkout is awaited */
function useReturn(tier: Tier): boolean {
  const toast = useToast()
  const { cache } = useServices()
  const [search, setSearch] = useSearchParams()
  const isAwaited = search.get('success') === 'true' && tier !== 'premium'
  useEffect(() => {
    if (!isAwaited) return
    const ask = setInterval(() => void cache.invalidate(keys.subscription), ASK_EVERY_MS)
    const end = setTimeout(() => clearInterval(ask), ARRIVES_WITHIN_MS)
    return () => {
      clearInterval(ask)
      clearTimeout(end)
    }
  }, [isAwaited, cache])
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
  return isAwaited
}

export function SubscriptionPage() {
  const user = useSignedIn()
  const subscription = useSubscription()
  const chooseFree = useChooseFree()
  const checkout = useCheckout()
  const pay = useSinglePress(checkout)
  const doors = useDoors()
  const tier = subscription.data?.tier ?? user.subscriptionTier
  const isArriving = useReturn(tier)
  const extraDoors = (doors.data ?? []).filter(({ primary, enabled }) => !primary && enabled).map(({ label }) => label)
  return (
    <>
      <PageTop title={subscriptionTexts.title}>
        <PlanState tier={tier} subscription={subscription.data} />
      </PageTop>
      <div className={styles.notices}>
        {isArriving ? <PaymentArriving /> : null}
        {subscription.data ? <PlanNotices subscription={subscription.data} /> : null}
      </div>
      {subscription.data ? (
        <SubscriptionView
          // A planned end, made or taken back on any device, is a choice that was made.
          key={`${tier} ${subscription.data.cancelAtPeriodEnd}`}
          tier={tier}
          subscription={subscription.data}
          pending={chooseFree.isPending}
          onFree={() => chooseFree.mutate()}
          extraDoors={tier === 'premium' ? extraDoors : []}
          paying={checkout.isPending || isArriving}
          onPremium={() => pay(() => checkout.mutate())}
        />
      ) : null}
      {subscription.data && (subscription.data.hasPaid || subscription.data.source === 'stripe') ? (
        <PaymentsCard hasPaid={subscription.data.hasPaid} />
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
