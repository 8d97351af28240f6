import { CheckIcon, MinusIcon } from '@phosphor-icons/react'
import type { Tier } from '#proto/entities.ts'
import { useSupport } from '../../core/queries/support.ts'
import { classes, Tag } from '../../ui/primitives.tsx'
import { subscriptionTexts } from './en-subscription.ts'
import styles from './subscription.module.css'

const t = subscriptionTexts

type Props = {
  readonly tier: Tier
  /** The price of a month, formatted. */
  readonly price: string
  readonly current: boolean
  readonly chosen: boolean
  /** Absent if there is no choice. */
  readonly onChoose: (() => void) | undefined
}

/** One plan: its price and features. A radio button if it can be chosen. */
export function PlanCard({ tier, price, current, chosen, onChoose }: Props) {
  const plan = t.plans[tier]
  const support = useSupport().data
  const Frame = onChoose ? 'label' : 'section'
  return (
    <Frame className={classes(styles.plan, tier === 'premium' && styles.wide)} data-current={current}>
      <div className={styles.top}>
        <h2>{plan.name}</h2>
        {current ? <Tag tone="accent">{t.currentPlan}</Tag> : null}
        {onChoose ? (
          <input
            type="radio"
            name="plan"
            value={tier}
            checked={chosen}
            onChange={onChoose}
            aria-label={`${plan.name}, ${price}${t.month}`}
          />
        ) : null}
      </div>
      <p className={styles.price}>
        <span>{price}</span>
        <small>{t.month}</small>
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon size={20} weight="bold" aria-hidden />
            <span>{feature}</span>
          </li>
        ))}
        {tier === 'premium' && support ? (
          <li data-missing={!support.open}>
            {support.open ? <CheckIcon size={20} weight="bold" aria-hidden /> : <MinusIcon size={20} weight="bold" aria-hidden />}
            <span>{support.open ? t.prioritySupport : t.noSupport}</span>
          </li>
        ) : null}
      </ul>
    </Frame>
  )
}
