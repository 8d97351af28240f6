/** Metrics of billing's domain; kit counts operations, events and jobs. */
import { countEvents, type DomainMetric, gauge } from '#kit/metrics.ts'

export const billingMetrics = ({ plans }: { readonly plans: { premiumUsers(): Promise<number> } }): readonly DomainMetric[] => [
  countEvents({
    name: 'doorbell_subscription_changes_total',
    help: 'Changes of a plan, by the new tier',
    event: 'billing.subscription_changed',
    labels: ['tier'],
  }),
  gauge({
    name: 'doorbell_users_premium',
    help: 'Users whose plan is premium; the same in every copy: use max, not sum',
    read: plans.premiumUsers,
  }),
]
