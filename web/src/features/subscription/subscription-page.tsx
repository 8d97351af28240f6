/**
 * /subscription. `plan=premium` chooses Premium (core/queries/subscription.ts). `success=true` and `canceled=true` only show toasts
 * (docs/product/decisions.md, 21); the success toast waits for the premium tier.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Subscription, Tier } from '#proto/entities.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { useSubscription } from '../../core/queries/subscription.ts'
import { useSupport } from '../../core/queries/support.ts'
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

/** How long the page polls for a payment that has not arrived; later the frame reports it. */
const ARRIVES_WITHIN_MS = 60_000
const ASK_EVERY_MS = 1_500

/** @returns whether the payment of a checkout is awaited, or has not arrived for a long time */
function useReturn(tier: Tier): 'awaited' | 'late' | undefined {
  const toast = useToast()
  const { cache } = useServices()
  const [search, setSearch] = useSearchParams()
  const isAwaited = search.get('success') === 'true' && tier !== 'premium'
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isAwaited) return
    const ask = setInterval(() => void cache.invalidate(keys.subscription), ASK_EVERY_MS)
    const end = setTimeout(() => {
      clearInterval(ask)
      setLate(true)
    }, ARRIVES_WITHIN_MS)
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
  if (!isAwaited) return undefined
  return isLate ? 'late' : 'awaited'
}

/** @returns the plan that is chosen at first. An old address does not offer Premium again to a resident who returns to Free. */
function useWanted(subscription: Subscription | undefined): Tier | undefined {
  const [search, setSearch] = useSearchParams()
  const tier = subscription?.tier
  const isSettled = tier === 'premium' && search.has('plan')
  useEffect(() => {
    if (!isSettled) return
    const rest = (before: URLSearchParams) => new URLSearchParams([...before].filter(([name]) => name !== 'plan'))
    setSearch(rest, { replace: true })
  }, [isSettled, setSearch])
  return search.get('plan') === 'premium' ? 'premium' : tier
}

/** @param children below the plan, once it is shown */
export function PlanPage({ children }: { readonly children: ReactNode }) {
  const user = useSignedIn()
  const subscription = useSubscription()
  const chooseFree = useChooseFree()
  const checkout = useCheckout()
  const pay = useSinglePress(checkout)
  const doors = useDoors()
  const tier = subscription.data?.tier ?? user.subscriptionTier
  const payment = useReturn(tier)
  const wanted = useWanted(subscription.data) ?? tier
  const support = useSupport()
  // Support adds a line to a plan: nothing moves once it is shown, and a server that does not answer delays nothing.
  const isAsking = support.isLoading && support.failureCount === 0
  const shown = isAsking ? undefined : subscription.data
  const extraDoors = (doors.data ?? []).filter(({ primary, enabled }) => !primary && enabled).map(({ label }) => label)
  return (
    <>
      <PageTop title={subscriptionTexts.title}>
        <PlanState tier={tier} subscription={subscription.data} />
      </PageTop>
      <div className={styles.notices}>
        {payment ? <PaymentArriving isLate={payment === 'late'} /> : null}
        {shown ? <PlanNotices subscription={shown} /> : null}
      </div>
      {shown ? (
        <SubscriptionView
          // A scheduled end, set or undone on any device, replaces the choice; so does another offer that is followed.
          key={`${tier} ${shown.cancelAtPeriodEnd} ${wanted}`}
          tier={tier}
          wanted={wanted}
          subscription={shown}
          pending={chooseFree.isPending}
          onFree={() => chooseFree.mutate()}
          extraDoors={tier === 'premium' ? extraDoors : []}
          paying={checkout.isPending || payment === 'awaited'}
          onPremium={() => pay(() => checkout.mutate())}
        />
      ) : null}
      {shown && (shown.hasPaid || tier === 'premium') ? <PaymentsCard hasPaid={shown.hasPaid} /> : null}
      {subscription.isError && !subscription.data ? (
        <Card>
          <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void subscription.refetch()} />
        </Card>
      ) : null}
      {subscription.isPending || isAsking ? null : children}
      {subscription.isPending || (isAsking && subscription.data) ? (
        <div className={styles.waiting}>
          <Spinner label={sharedTexts.common.loading} />
        </div>
      ) : null}
    </>
  )
}
