/** /subscription: the current plan, the two plans, and a save bar once the choice differs. */
import { CalendarBlankIcon, CrownSimpleIcon, InfoIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import type { Subscription, Tier } from '#proto/entities.ts'
import { priceOf } from '../../core/money.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { Card, Tag } from '../../ui/primitives.tsx'
import { calendarDate } from '../../ui/time.ts'
import { useBar } from '../../ui/use-bar.ts'
import { subscriptionTexts } from './en-subscription.ts'
import { PlanCard } from './plan-card.tsx'
import styles from './subscription.module.css'

const t = subscriptionTexts

type Props = {
  readonly tier: Tier
  /** Chosen at first. */
  readonly wanted: Tier
  readonly subscription: Subscription
  /** The labels of the doors that stop with the plan. */
  readonly extraDoors: readonly string[]
  readonly pending: boolean
  readonly onFree: () => void
  readonly paying: boolean
  readonly onPremium: () => void
}

/** The badge beside the title: plan, its source, its end. */
export function PlanState({ tier, subscription }: { tier: Tier; subscription: Subscription | undefined }) {
  const ends = subscription?.currentPeriodEnd
  const isLate = subscription?.status === 'past_due'
  const term =
    subscription?.source === 'grant'
      ? t.complimentary
      : ends && !isLate && (subscription.cancelAtPeriodEnd ? t.ends : t.renews)(calendarDate(ends))
  return (
    <div className={styles.state}>
      <Tag
        tone={tier === 'premium' ? 'accent' : 'neutral'}
        icon={tier === 'premium' ? <CrownSimpleIcon size={15} weight="fill" aria-hidden /> : undefined}
      >
        {sharedTexts.plan.plan(sharedTexts.plan.tiers[tier])}
      </Tag>
      {tier === 'premium' || term ? <span className={styles.term}>{term}</span> : null}
    </div>
  )
}

/** A paid plan stays to its end; a grant ends immediately. */
function endOf({ source, currentPeriodEnd }: Subscription): { readonly title: string; readonly text: string } {
  return source === 'stripe' && currentPeriodEnd
    ? { title: t.keepsUntil(calendarDate(currentPeriodEnd)), text: t.afterThat }
    : { title: t.toFree, text: t.toFreeText }
}

export function SubscriptionView({ tier, wanted, subscription, extraDoors, pending, onFree, paying, onPremium }: Props) {
  useZone()
  const bar = useBar()
  const unpaid = subscription.billing === 'off'
  // Without payments Premium cannot be chosen, but a resident who has it may return to Free.
  const isFixed = unpaid && tier === 'free'
  const [chosen, setChosen] = useState(isFixed ? tier : wanted)
  const Plans = isFixed ? 'div' : 'fieldset'
  return (
    <>
      <Plans className={styles.plans}>
        {isFixed ? null : <legend className="spoken">{t.choose}</legend>}
        {(['free', 'premium'] as const).map((plan) => (
          <PlanCard
            key={plan}
            tier={plan}
            price={priceOf(plan === 'free' ? { amount: 0, currency: subscription.price?.currency ?? 'usd' } : subscription.price)}
            current={plan === tier}
            chosen={plan === chosen}
            onChoose={isFixed ? undefined : () => setChosen(plan)}
          />
        ))}
      </Plans>
      {tier === 'premium' && chosen === 'free' && !subscription.cancelAtPeriodEnd ? (
        <div ref={bar} className={styles.bar} role="status">
          <CalendarBlankIcon size={24} aria-hidden />
          <div>
            <strong>{endOf(subscription).title}</strong>
            <p>{endOf(subscription).text}</p>
            {extraDoors.length > 0 ? <p>{t.doorsStop(extraDoors.join(', '))}</p> : null}
          </div>
          <Button onClick={() => setChosen(tier)}>{t.keepPremium}</Button>
          <Button type="primary" aria-disabled={pending} onClick={pending ? undefined : onFree}>
            {pending ? t.confirming : t.confirm}
          </Button>
        </div>
      ) : null}
      {tier === 'free' && chosen === 'premium' ? (
        <div ref={bar} className={styles.bar} role="status">
          <CrownSimpleIcon size={24} aria-hidden />
          <div>
            <strong>{t.toPremium}</strong>
            <p>{t.toPremiumText(priceOf(subscription.price))}</p>
          </div>
          <Button type="primary" aria-disabled={paying} onClick={paying ? undefined : onPremium}>
            {paying ? t.opening : t.toPay}
          </Button>
        </div>
      ) : null}
      {unpaid ? (
        <Card className={styles.info} label={t.billingOff}>
          <InfoIcon size={22} aria-hidden />
          <div>
            <h2>{t.billingOff}</h2>
            <p>{tier === 'premium' ? t.billingOffPremium : t.billingOffText}</p>
          </div>
        </Card>
      ) : null}
    </>
  )
}
