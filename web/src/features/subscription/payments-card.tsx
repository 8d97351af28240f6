/** The billing history: each payment with its date, and Stripe's page of each invoice. */
import { CreditCardIcon, ReceiptIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { Payment } from '#proto/entities.ts'
import { money } from '../../core/money.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, EmptyState, ErrorState, Tag, type Tone } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { calendarDate } from '../../ui/time.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { subscriptionTexts } from './en-subscription.ts'
import { invoiceUrl, useOpenInvoice, usePayments, usePortal } from './queries.ts'
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
          <Button
            icon={<CreditCardIcon size={18} aria-hidden />}
            aria-disabled={portal.isPending}
            onClick={() => press(() => portal.mutate())}
          >
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
      {payments.data?.length ? <PaymentsTable payments={payments.data} /> : null}
    </Card>
  )
}

function PaymentsTable({ payments }: { readonly payments: readonly Payment[] }) {
  const open = useOpenInvoice()
  const { date, amount, paidWith, status, invoice } = t.columns
  return (
    <table className={styles.payments}>
      <thead>
        <tr>
          {[date, amount, paidWith, status, invoice].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} onOpen={() => void open(payment.invoiceId)} />
        ))}
      </tbody>
    </table>
  )
}

type Status = keyof typeof t.statuses
const TONES: Readonly<Record<Status, Tone>> = {
  paid: 'green',
  open: 'amber',
  uncollectible: 'red',
  void: 'neutral',
  refunded: 'neutral',
  unknown: 'neutral',
}
const isNamed = (status: string): status is Status => Object.hasOwn(t.statuses, status)
/** A newer server may send a status that this page does not know. */
const statusOf = ({ amount, refunded, status }: Payment): Status =>
  refunded > 0 && refunded === amount ? 'refunded' : isNamed(status) ? status : 'unknown'

function PaymentRow({ payment, onOpen }: { readonly payment: Payment; readonly onOpen: () => void }) {
  const { amount, refunded, currency, paymentMethod, last4, createdAt, invoiceId } = payment
  const date = calendarDate(createdAt)
  const status = statusOf(payment)
  return (
    <tr>
      <td>{date}</td>
      <td>
        <span>{money(amount, currency)}</span>
        {refunded > 0 && refunded < amount ? <small>{t.refunded(money(refunded, currency))}</small> : null}
      </td>
      <td>{last4 ? t.cardEnding(last4) : paymentMethod}</td>
      <td>
        <Tag tone={TONES[status]}>{t.statuses[status]}</Tag>
      </td>
      <td>
        <a
          href={invoiceUrl(invoiceId)}
          target="_blank"
          rel="noreferrer"
          aria-label={t.invoiceOf(date)}
          onClick={(event) => {
            event.preventDefault()
            onOpen()
          }}
        >
          {t.invoice}
        </a>
      </td>
    </tr>
  )
}
