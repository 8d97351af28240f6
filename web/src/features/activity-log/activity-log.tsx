/** Activity Logs (docs/product/specification.md, 2): who or what, type, time, and whether it was handled. */
import { CheckIcon, ListChecksIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { homeOf, logNameOf, messageOf } from '../../ui/activity-texts.ts'
import { Card, EmptyState, ErrorState, Tag } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { VisitorAvatar } from '../../ui/visitor-avatar.tsx'
import styles from './activity-log.module.css'
import { activityLogTexts } from './en-activity-log.ts'

const t = activityLogTexts

type RowProps = { readonly activity: Activity; readonly now: Date; readonly marking: boolean; readonly onMark: () => void }

/** "Mark as Handled" becomes the chip, which stays a disabled button (docs/product/specification.md, 4). */
function Row({ activity, now, marking, onMark }: RowProps) {
  const name = logNameOf(activity)
  return (
    <li className={styles.row}>
      <VisitorAvatar activity={activity} />
      <div className={styles.what}>
        <div className={styles.who}>
          <strong>{name}</strong>
          <Tag tone="accent">{t.types[activity.activityType]}</Tag>
          {activity.home ? <Tag>{homeOf(activity)}</Tag> : null}
        </div>
        {messageOf(activity) ? <p>{messageOf(activity)}</p> : null}
        <time dateTime={activity.timestamp}>{activityTime(activity.timestamp, now)}</time>
      </div>
      <div className={styles.state} data-handled={activity.isHandled}>
        {activity.isHandled ? (
          <button type="button" className={styles.done} disabled>
            <Tag tone="green" icon={<CheckIcon size={14} weight="bold" aria-hidden />}>
              {t.handled}
            </Tag>
          </button>
        ) : (
          <>
            <Tag tone="amber">{t.unhandled}</Tag>
            <Button size="small" aria-label={t.markOf(name)} disabled={marking} onClick={onMark}>
              {t.mark}
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

type LogProps = {
  readonly activities: readonly Activity[] | undefined
  readonly failed: boolean
  readonly filtered: boolean
  readonly marking: number | undefined
  readonly more: { readonly there: boolean; readonly loading: boolean; readonly load: () => void }
  readonly onMark: (activity: Activity) => void
  readonly onRetry: () => void
}

export function ActivityLog({ activities, failed, filtered, marking, more, onMark, onRetry }: LogProps) {
  useZone()
  const now = useNow()
  return (
    <Card label={t.title}>
      {activities?.length ? (
        <ul className={styles.list}>
          {activities.map((activity) => (
            <Row key={activity.id} activity={activity} now={now} marking={marking === activity.id} onMark={() => onMark(activity)} />
          ))}
        </ul>
      ) : null}
      {activities?.length === 0 ? (
        <EmptyState
          icon={<ListChecksIcon size={30} aria-hidden />}
          title={filtered ? t.noMatch : t.empty}
          text={filtered ? t.noMatchText : t.emptyText}
        />
      ) : null}
      {failed ? <ErrorState text={t.loadFailedText} retry={sharedTexts.common.retry} onRetry={onRetry} /> : null}
      {!activities && !failed ? <Skeleton /> : null}
      {more.there ? (
        <Button className={styles.more} loading={more.loading} onClick={more.load}>
          {more.loading ? sharedTexts.activity.loadingOlder : sharedTexts.activity.older}
        </Button>
      ) : null}
    </Card>
  )
}
