/** Notices about the plan: a failed payment, an end that is near, a payment in progress. */
import { CalendarBlankIcon, CreditCardIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { InvoiceStatus, Subscription } from '#proto/entities.ts'
import { Banner, Spinner } from '../../ui/primitives.tsx'
import { calendarDate } from '../../ui/time.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { subscriptionTexts } from './en-subscription.ts'
import { usePayments, usePortal, useResume } from './queries.ts'

const t = subscriptionTexts

type Props = { readonly subscription: Subscription }

/** Also on the dashboard, because a resident whose payment fails seldom opens the plan. */
export function PastDueNotice({ subscription: { status, source } }: Props) {
  return source === 'stripe' && status === 'past_due' ? <PastDue /> : null
}

export function PlanNotices({ subscription }: Props) {
  const { source, cancelAtPeriodEnd, currentPeriodEnd, hasPaid } = subscription
  if (source === 'none' && hasPaid) return <UnpaidNotice />
  if (source !== 'stripe') return null
  return (
    <>
      <PastDueNotice subscription={subscription} />
      {cancelAtPeriodEnd && currentPeriodEnd ? <Ending date={calendarDate(currentPeriodEnd)} /> : null}
    </>
  )
}

/** Stripe's statuses of an unpaid invoice. */
const UNPAID: readonly InvoiceStatus[] = ['open', 'uncollectible']

/** A resident who did not end Premium reads why it has ended. */
function UnpaidNotice() {
  const [newest] = usePayments().data ?? []
  return newest && UNPAID.includes(newest.status) ? (
    <Banner icon={<CreditCardIcon size={20} aria-hidden />} title={t.unpaid} text={t.unpaidText} />
  ) : null
}

function PastDue() {
  const portal = usePortal()
  const press = useSinglePress(portal)
  return (
    <Banner icon={<CreditCardIcon size={20} aria-hidden />} title={t.pastDue} text={t.pastDueText}>
      <Button size="small" aria-disabled={portal.isPending} onClick={() => press(() => portal.mutate())}>
        {portal.isPending ? t.opening : t.updateCard}
      </Button>
    </Banner>
  )
}

function Ending({ date }: { readonly date: string }) {
  const resume = useResume()
  const press = useSinglePress(resume)
  return (
    <Banner icon={<CalendarBlankIcon size={20} aria-hidden />} title={t.ending(date)} text={t.endingText}>
      <Button size="small" aria-disabled={resume.isPending} onClick={() => press(() => resume.mutate())}>
        {resume.isPending ? t.resuming : t.resume}
      </Button>
    </Banner>
  )
}

/** Back from Stripe's page, until the payment has arrived here. @param isLate it should have by now */
export function PaymentArriving({ isLate }: { readonly isLate: boolean }) {
  return isLate ? (
    <Banner icon={<CreditCardIcon size={20} aria-hidden />} title={t.paymentLate} text={t.paymentLateText} />
  ) : (
    <Banner icon={<Spinner label="" />} title={t.confirmingPayment} text={t.confirmingPaymentText} />
  )
}
