import { CheckIcon } from '@phosphor-icons/react'
import type { Tier } from '#proto/entities.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { classes, Tag } from '../../ui/parts.tsx'
import styles from './subscription.module.css'

const t = residentTexts.subscription

type Props = {
  readonly tier: Tier
  readonly current: boolean
  readonly chosen: boolean
  readonly fixed: boolean
  readonly onChoose: () => void
}

/** One plan as a radio: what it costs and what is in it. */
export function PlanCard({ tier, current, chosen, fixed, onChoose }: Props) {
  const plan = t.plans[tier]
  return (
    <label className={classes(styles.plan, tier === 'premium' && styles.wide, fixed && styles.fixed)}>
      <div className={styles.top}>
        <h2>{plan.name}</h2>
        {current ? <Tag tone="accent">{t.currentPlan}</Tag> : null}
        <input
          type="radio"
          name="plan"
          value={tier}
          checked={chosen}
          disabled={fixed && !chosen}
          onChange={onChoose}
          aria-label={`${plan.name}, ${plan.price}${t.month}`}
        />
      </div>
      <p className={styles.price}>
        {plan.price}
        <small>{t.month}</small>
      </p>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>
            <CheckIcon size={20} weight="bold" aria-hidden />
            {feature}
          </li>
        ))}
      </ul>
    </label>
  )
}
