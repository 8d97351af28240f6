/** Visit requests (docs/product/decisions.md, 31): visitor, time, and the two answers. The card is hidden if there are none. */
import { Button } from 'antd'
import type { VisitRequest } from '#proto/visits.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { Card, CardHead, ErrorState, Tag, type Tone } from '../../ui/primitives.tsx'
import { visitRequestTexts } from './en-visits.ts'
import styles from './visits.module.css'

const t = visitRequestTexts
const TONES: Readonly<Record<VisitRequest['status'], Tone>> = {
  pending: 'amber',
  approved: 'green',
  declined: 'neutral',
  expired: 'neutral',
}

export type Decision = 'approve' | 'decline'
type Props = {
  readonly requests: readonly VisitRequest[] | undefined
  readonly failed: boolean
  /** The request whose decision is being sent. */
  readonly under: number | undefined
  readonly onDecide: (request: VisitRequest, decision: Decision) => void
  readonly onRetry: () => void
}

export function RequestsCard({ requests, failed, under, onDecide, onRetry }: Props) {
  useZone()
  // A failed refetch shows no error if the list was empty.
  if (requests ? !requests.length : !failed) return null
  return (
    <div id="visit-requests">
      <Card label={t.title}>
        <CardHead title={t.title} />
        {requests ? null : <ErrorState text={t.loadFailed} retry={sharedTexts.common.retry} onRetry={onRetry} />}
        <ul className={styles.list}>
          {requests?.map((request) => (
            <Row key={request.id} request={request} busy={under === request.id} onDecide={(decision) => onDecide(request, decision)} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

type RowProps = { readonly request: VisitRequest; readonly busy: boolean; readonly onDecide: (decision: Decision) => void }

function Row({ request, busy, onDecide }: RowProps) {
  const { visitorName: name, status, purpose, residentName, email, phone } = request
  return (
    <li>
      <div className={styles.who}>
        <div className={styles.line}>
          <strong>{name}</strong>
          <Tag tone={TONES[status]}>{t.status[status]}</Tag>
        </div>
        <p>{residentName ? `${purpose}, ${t.asksFor(residentName)}` : purpose}</p>
        <small>
          <time dateTime={request.at}>{t.moment(new Date(request.at), request.timeZone)}</time>
          <span>{request.doorLabel}</span>
          {phone ? <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a> : null}
          {email ? <a href={`mailto:${email}`}>{email}</a> : null}
        </small>
      </div>
      <div className={styles.ways}>
        {status === 'pending' ? (
          <Button type="primary" disabled={busy} aria-label={t.approveOf(name)} onClick={() => onDecide('approve')}>
            {t.approve}
          </Button>
        ) : null}
        <Button
          disabled={busy}
          aria-label={status === 'pending' ? t.declineOf(name) : t.takeBackOf(name)}
          onClick={() => onDecide('decline')}
        >
          {status === 'pending' ? t.decline : t.takeBack}
        </Button>
      </div>
    </li>
  )
}
