/** The list in its states: three skeleton rows, empty with the specified sentences, error with a retry, and older ones on demand. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { Activity, Notification } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { Card, Empty, Problem } from '../../ui/parts.tsx'
import { useZone } from '../../ui/use-zone.ts'
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
  /** What opens a notification; undefined where nothing does. */
  readonly opener: (notification: Notification) => (() => void) | undefined
  readonly onRead: (notification: Notification) => void
  readonly onMore: () => void
  readonly onRetry: () => void
}

/** "5 minutes ago" turns into 6 by itself. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TIME.clockRefresh)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function NotificationList(props: Props) {
  useZone()
  const { notifications, failed, searching, more } = props
  const now = useNow()
  if (!notifications)
    return (
      <div id={props.id} role="tabpanel" aria-label={t.title}>
        <Card className={styles.list}>{failed ? <Failed onRetry={props.onRetry} /> : <Bones />}</Card>
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
          <Empty icon={<BellSimpleIcon size={30} aria-hidden />} title={t.none} text={searching ? t.noMatch : t.caughtUp} />
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
  return <Problem text={t.failed} retry={residentTexts.common.retry} onRetry={onRetry} />
}

const WIDTHS = [
  [46, 72],
  [38, 60],
  [52, 66],
] as const

/** The list's final shape, after 200 ms. */
function Bones() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.bones} role="status" aria-label={residentTexts.common.loading}>
      {late
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
