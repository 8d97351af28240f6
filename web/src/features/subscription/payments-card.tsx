/** The billing history: what was paid when, and Stripe's page of each invoice. */
import { ArrowSquareOutIcon, ReceiptIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { Payment } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, EmptyState, ErrorState, Tag, type Tone } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarDate } from '../../ui/time.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { subscriptionTexts } from './en-subscription.ts'
import { money } from './money.ts'
import { usePayments, usePortal } from './queries.ts'
import styles from './subscription.module.css'

const t = subscriptionTexts

/** @param hasPaid whether Stripe has a page for this resident */
export function PaymentsCard({ hasPaid }: { readonly hasPaid: boolean }) {
  const payments = usePayments()
  const portal = usePortal()
  const press = useSinglePress(portal)
  return (
    <Card label={t.history} className={styles.history}>
      <CardHead title={t.history}>
        {hasPaid ? (
          <Button aria-disabled={portal.isPending} onClick={() => press(() => portal.mutate())}>
            {portal.isPending ? t.opening : t.manage}
          </Button>
        ) : null}
      </CardHead>
      {payments.isPending ? <Skeleton /> : null}
      {payments.isError && !payments.data ? (
        <ErrorState text={t.paymentsFailed} retry={sharedTexts.common.retry} onRetry={() => void payments.refetch()} />
      ) : null}
      {payments.data?.length === 0 ? (
        <EmptyState icon={<ReceiptIcon size={28} aria-hidden />} title={t.noPayments} text={t.noPaymentsText} />
      ) : null}
      {payments.data?.length ? (
        <ul className={styles.payments}>
          {payments.data.map((payment) => (
            <PaymentRow key={payment.id} payment={payment} />
          ))}
        </ul>
      ) : null}
    </Card>
  )
}

const TONES: Readonly<Record<string, Tone>> = { paid: 'green', open: 'amber', uncollectible: 'red' }
const isNamed = (status: string): status is keyof typeof t.statuses => Object.hasOwn(t.statuses, status)

function PaymentRow({ payment: { amount, refunded, currency, status, createdAt, invoiceId } }: { readonly payment: Payment }) {
  const date = calendarDate(createdAt)
  return (
    <li>
      <span className={styles.paid}>
        {date}
        {refunded > 0 ? <small>{t.refunded(money(refunded, currency))}</small> : null}
      </span>
      <Tag tone={TONES[status] ?? 'neutral'}>{isNamed(status) ? t.statuses[status] : status}</Tag>
      <strong>{money(amount, currency)}</strong>
      <Button
        size="small"
        href={`/api/invoices/${encodeURIComponent(invoiceId)}`}
        target="_blank"
        rel="noreferrer"
        aria-label={t.invoiceOf(date)}
        icon={<ArrowSquareOutIcon size={16} aria-hidden />}
      >
        {t.invoice}
      </Button>
    </li>
  )
}
