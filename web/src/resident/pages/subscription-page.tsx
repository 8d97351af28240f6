/** /subscription: the plan and what is paid, and below it a question to the operator. */
import { PlanPage } from '../../features/subscription/subscription-page.tsx'
import { SupportCard } from '../../features/support/support-card.tsx'

export function SubscriptionPage() {
  return (
    <PlanPage>
      <SupportCard />
    </PlanPage>
  )
}
