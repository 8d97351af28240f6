/** The last deliveries of a webhook: what was or will be sent, and what its receiver answered. */
import { ArrowsClockwiseIcon, CheckIcon, ClockCounterClockwiseIcon, type Icon, TrashIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type RefObject, useId, useRef } from 'react'
import type { DeliveryState, Webhook, WebhookDelivery } from '#proto/webhooks.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, type Tone } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { listOf } from './describe.ts'
import { DialogHead } from './dialog-head.tsx'
import styles from './dialogs.module.css'
import { webhookTexts as t } from './en-webhooks.ts'
import { Row } from './row.tsx'
import cardStyles from './security.module.css'
import { DELIVERIES_POLL, useDeliveries, useReplayDelivery, useWebhooks } from './webhook-queries.ts'
import { receiverName } from './webhook-receiver.ts'

type Props = { readonly webhook: Webhook; readonly onClose: () => void }

export function DeliveriesDialog({ webhook, onClose }: Props) {
  const id = useId()
  const list = useDeliveries(webhook.id)
  // An answer can switch the webhook off.
  useWebhooks(DELIVERIES_POLL)
  return (
    <Dialog labelledBy={id} className={styles.wide} onEscape={onClose} onOutside={onClose}>
      <DialogHead id={id} title={t.deliveriesOf(receiverName(webhook))} onClose={onClose} />
      {list.data ? <Deliveries webhook={webhook} deliveries={list.data} /> : null}
      {list.isPending ? <Skeleton className={styles.state} /> : null}
      {list.isError && !list.data ? (
        <div className={styles.state}>
          <ErrorState text={t.deliveriesFailed} retry={sharedTexts.common.retry} onRetry={() => void list.refetch()} />
        </div>
      ) : null}
    </Dialog>
  )
}

type ListProps = { readonly webhook: Webhook; readonly deliveries: readonly WebhookDelivery[] }

/** Scrolls separately, so that the keyboard must reach it. */
function Deliveries({ webhook, deliveries }: ListProps) {
  const now = useNow()
  const region = useRef<HTMLElement>(null)
  const replay = useReplayDelivery(webhook.id)
  const press = useSinglePress(replay)
  const sendAgain = (id: string) => press(() => replay.mutate(id, { onSuccess: () => focus(region) }))
  return (
    <section ref={region} className={styles.history} aria-label={t.deliveries} tabIndex={0}>
      <ul className={cardStyles.rows}>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isOff={webhook.off !== null}
            now={now}
            onSendAgain={() => sendAgain(delivery.id)}
          />
        ))}
        {deliveries.length === 0 ? <Row icon={<ClockCounterClockwiseIcon size={22} />} title={t.noDeliveries} /> : null}
      </ul>
    </section>
  )
}

/** The button that was pressed is removed, and the focus with it. */
const focus = (region: RefObject<HTMLElement | null>) => region.current?.focus({ preventScroll: true })

const LOOKS: Readonly<Record<DeliveryState, { readonly icon: Icon; readonly tone: Tone }>> = {
  waiting: { icon: ArrowsClockwiseIcon, tone: 'amber' },
  delivered: { icon: CheckIcon, tone: 'green' },
  dead: { icon: WarningCircleIcon, tone: 'red' },
  dropped: { icon: TrashIcon, tone: 'neutral' },
}

/** To a webhook that is off only tests are sent. */
function stateOf({ state, event, nextAt, deliveredAt }: WebhookDelivery, isOff: boolean, now: Date): string {
  if (state === 'waiting') return isOff && event !== 'test' ? t.waitingOff : t.waiting(activityTime(nextAt, now))
  if (state === 'delivered') return t.delivered(activityTime(deliveredAt, now))
  return state === 'dead' ? t.dead : t.dropped
}

/** Nothing before the first attempt, and of what was not sent. */
function attemptsOf({ state, attempts, status }: WebhookDelivery): string {
  if (attempts === 0 || state === 'dropped') return ''
  return listOf(t.attempts(attempts), status ? t.answer(status) : status === 0 ? t.noAnswer : null)
}

type RowProps = {
  readonly delivery: WebhookDelivery
  readonly isOff: boolean
  readonly now: Date
  readonly onSendAgain: () => void
}

function DeliveryRow({ delivery, isOff, now, onSendAgain }: RowProps) {
  const { event, state, at } = delivery
  const { icon: StateIcon, tone } = LOOKS[state]
  const time = activityTime(at, now)
  const attempts = attemptsOf(delivery)
  return (
    <Row
      icon={<StateIcon size={22} />}
      tone={tone}
      title={t.events[event]}
      text={
        <>
          <time className={cardStyles.line} dateTime={at}>
            {time}
          </time>
          <span className={cardStyles.line}>{stateOf(delivery, isOff, now)}</span>
          {attempts ? <span className={cardStyles.line}>{attempts}</span> : null}
        </>
      }
      below={
        state === 'delivered' || state === 'dead' ? (
          <Button size="small" aria-label={t.sendAgainOf(t.events[event], time)} onClick={onSendAgain}>
            {t.sendAgain}
          </Button>
        ) : null
      }
    />
  )
}
