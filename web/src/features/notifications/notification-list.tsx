/** The list and its states: three skeleton rows, the specified empty states, error state with retry, and a button for older ones. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { Activity } from '#proto/entities.ts'
import type { Notification } from '#proto/notification.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { Card, EmptyState, ErrorState } from '../../ui/primitives.tsx'
import { useLate } from '../../ui/use-late.ts'
import { useNow } from '../../ui/use-now.ts'
import { notificationTexts } from './en-notifications.ts'
import { NotificationRow } from './notification-row.tsx'
import styles from './notifications.module.css'

const t = notificationTexts

type Props = {
  readonly id: string
  readonly notifications: readonly Notification[] | undefined
  readonly failed: boolean
  readonly searching: boolean
  readonly more: boolean
  readonly loadingMore: boolean
  readonly activityOf: (activityId: number) => Activity | undefined
  readonly hasDoors: boolean
  /** Opens a notification; undefined if it leads nowhere. */
  readonly opener: (notification: Notification) => (() => void) | undefined
  readonly onRead: (notification: Notification) => void
  readonly onMore: () => void
  readonly onRetry: () => void
}

export function NotificationList(props: Props) {
  useZone()
  const { notifications, failed, searching, more } = props
  const now = useNow()
  if (!notifications)
    return (
      <div id={props.id} role="tabpanel" aria-label={t.title}>
        <Card className={styles.list}>{failed ? <Failed onRetry={props.onRetry} /> : <Skeleton />}</Card>
      </div>
    )
  return (
    <div id={props.id} role="tabpanel" aria-label={t.title}>
      <Card className={styles.list}>
        {failed ? <Failed onRetry={props.onRetry} /> : null}
        {notifications.length ? (
          <ul>
            {notifications.map((one) => (
              <NotificationRow
                key={one.id}
                notification={one}
                activity={one.activityId === null ? undefined : props.activityOf(one.activityId)}
                hasDoors={props.hasDoors}
                now={now}
                onOpen={props.opener(one)}
                onRead={() => props.onRead(one)}
              />
            ))}
          </ul>
        ) : (
          <EmptyState icon={<BellSimpleIcon size={30} aria-hidden />} title={t.none} text={searching ? t.noMatch : t.caughtUp} />
        )}
        {more ? (
          <Button className={styles.more ?? ''} loading={props.loadingMore} onClick={props.onMore}>
            {t.loadMore}
          </Button>
        ) : null}
      </Card>
    </div>
  )
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onRetry} />
}

const WIDTHS = [
  [46, 72],
  [38, 60],
  [52, 66],
] as const

/** The list's skeleton, after 200 ms. */
function Skeleton() {
  const isLate = useLate()
  return (
    <div className={styles.skeleton} role="status" aria-label={sharedTexts.common.loading}>
      {isLate
        ? WIDTHS.map(([title, text]) => (
            <div className={styles.bone} key={title}>
              <i />
              <div>
                <i style={{ width: `${title}%` }} />
                <i style={{ width: `${text}%` }} />
              </div>
            </div>
          ))
        : null}
    </div>
  )
}
