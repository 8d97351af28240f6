/** Webhooks: which systems are told what happens at the doors, and whether they are told now. */
import { WebhooksLogoIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Door } from '#proto/doors.ts'
import { WEBHOOK_EVENTS, type Webhook } from '#proto/webhooks.ts'
import { useDoors } from '../../core/queries/doors.ts'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { webhookTexts as t } from './en-webhooks.ts'
import { Row } from './row.tsx'
import styles from './security.module.css'
import { useReauthentication } from './use-reauthentication.tsx'
import { useChangeWebhook, useRemoveWebhook, useTestWebhook, useWebhooks } from './webhook-queries.ts'
import { receiverName } from './webhook-receiver.ts'

/** Few people have one. */
const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).WebhookDialog }))
const NewSecretDialog = lazy(async () => ({ default: (await import('./webhook-dialog.tsx')).NewSecretDialog }))
const DeliveriesDialog = lazy(async () => ({ default: (await import('./webhook-deliveries.tsx')).DeliveriesDialog }))

export function WebhooksCard() {
  const { run, dialog } = useReauthentication()
  const [isAdding, setIsAdding] = useState(false)
  const list = useWebhooks()
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      {list.data?.length ? (
        <ul className={styles.rows}>
          {list.data.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} run={run} />
          ))}
        </ul>
      ) : null}
      {list.data?.length === 0 ? <p className={styles.hint}>{t.none}</p> : null}
      {list.isPending ? <Skeleton /> : null}
      {list.isError && !list.data ? (
        <ErrorState text={t.loadFailed} retry={sharedTexts.common.retry} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data ? (
        <div className={styles.foot}>
          <Button onClick={() => setIsAdding(true)}>{t.add}</Button>
        </div>
      ) : null}
      {isAdding ? (
        <Suspense fallback={null}>
          <WebhookDialog run={run} onClose={() => setIsAdding(false)} />
        </Suspense>
      ) : null}
      {dialog}
    </Card>
  )
}

const STATES = { on: t.on, owner: t.offByOwner, gone: t.offGone, reset: t.offReset }
const TONES = { on: 'green', owner: 'neutral', gone: 'red', reset: 'red' } as const

const eventsOf = ({ events }: Webhook): string =>
  events.length === WEBHOOK_EVENTS.length ? t.allEvents : events.map((event) => t.events[event]).join(' · ')

/** @returns nothing until the doors are loaded */
function doorsOf(webhook: Webhook, doors: readonly Door[] | undefined): string | undefined {
  if (webhook.doors.length === 0) return t.allDoors
  const labels = doors?.filter(({ id }) => webhook.doors.includes(id)).map(({ label }) => label)
  return labels?.length === 0 ? t.deletedDoors : labels?.join(' · ')
}

/** What a row of the card says below its host, by lines. */
function Facts({ webhook }: { readonly webhook: Webhook }) {
  const now = useNow()
  const doors = useDoors()
  const { url, off, oldSecretUntil } = webhook
  const oldSecret = oldSecretUntil && Date.parse(oldSecretUntil) > now.getTime() ? t.oldSecret(activityTime(oldSecretUntil, now)) : ''
  const lines = [url, eventsOf(webhook), doorsOf(webhook, doors.data), oldSecret].filter(Boolean)
  return (
    <>
      <span className={off === 'gone' || off === 'reset' ? styles.wrong : undefined}>{STATES[off ?? 'on']}</span>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </>
  )
}

type Action = 'deliveries' | 'secret' | 'edit' | 'remove'
type RowProps = { readonly webhook: Webhook; readonly run: Run }

function WebhookRow({ webhook, run }: RowProps) {
  const [open, setOpen] = useState<Action>()
  const close = () => setOpen(undefined)
  return (
    <Row
      icon={<WebhooksLogoIcon size={22} />}
      tone={TONES[webhook.off ?? 'on']}
      title={receiverName(webhook)}
      text={<Facts webhook={webhook} />}
      below={<Buttons webhook={webhook} run={run} onOpen={setOpen} />}
    >
      <Suspense fallback={null}>
        {open === 'deliveries' ? <DeliveriesDialog webhook={webhook} onClose={close} /> : null}
        {open === 'secret' ? <NewSecretDialog webhook={webhook} run={run} onClose={close} /> : null}
        {open === 'edit' ? <WebhookDialog webhook={webhook} run={run} onClose={close} /> : null}
      </Suspense>
      {open === 'remove' ? <RemoveDialog webhook={webhook} onClose={close} /> : null}
    </Row>
  )
}

type ButtonsProps = RowProps & { readonly onOpen: (action: Action) => void }

function Buttons({ webhook, run, onOpen }: ButtonsProps) {
  const change = useChangeWebhook(run)
  const test = useTestWebhook()
  const pressSwitch = useSinglePress(change)
  const pressTest = useSinglePress(test)
  const { id, off } = webhook
  const host = receiverName(webhook)
  // The deliveries show the answer to it.
  const sendTest = () => test.mutate(id, { onSuccess: () => onOpen('deliveries') })
  return (
    <div className={styles.buttons}>
      <Button size="small" aria-label={t.deliveriesOf(host)} onClick={() => onOpen('deliveries')}>
        {t.deliveries}
      </Button>
      <Button size="small" aria-label={t.testOf(host)} aria-disabled={test.isPending} onClick={() => pressTest(sendTest)}>
        {t.test}
      </Button>
      <Button size="small" aria-label={t.newSecretOf(host)} onClick={() => onOpen('secret')}>
        {t.newSecret}
      </Button>
      <Button size="small" aria-label={t.editOf(host)} onClick={() => onOpen('edit')}>
        {t.edit}
      </Button>
      <Button
        size="small"
        aria-label={off ? t.switchOnOf(host) : t.switchOffOf(host)}
        aria-disabled={change.isPending}
        onClick={() => pressSwitch(() => change.mutate({ id, enabled: off !== null }))}
      >
        {off ? t.switchOn : t.switchOff}
      </Button>
      <Button size="small" aria-label={t.removeOf(host)} onClick={() => onOpen('remove')}>
        {t.remove}
      </Button>
    </div>
  )
}

function RemoveDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const remove = useRemoveWebhook()
  return (
    <ConfirmDialog
      title={t.removeTitle(receiverName(webhook))}
      text={t.removeText}
      cancel={sharedTexts.common.cancel}
      confirm={t.remove}
      confirming={t.removing}
      onConfirm={() => remove.mutateAsync(webhook.id)}
      onClose={onClose}
    />
  )
}
