/** Recent Activity: newest first, in a separate scrolling area (docs/product/specification.md, 2). A row opens its visit. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { doorOf, lastMessageOf, tagOf, visitorNameOf, type Written } from '../../ui/activity-texts.ts'
import { ChatIcon } from '../../ui/chat-icon.tsx'
import { Card, CardHead, EmptyState, ErrorState, Tag } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { VisitorAvatar } from '../../ui/visitor-avatar.tsx'
import styles from './activities.module.css'
import { activitiesTexts } from './en-activities.ts'

const t = activitiesTexts

type Props = {
  readonly activities: readonly Activity[] | undefined
  readonly failed: boolean
  readonly onRetry: () => void
  readonly onOpen: (activity: Activity) => void
  /** Shows each row's door; set when there are several. */
  readonly hasDoors: boolean
  readonly written?: Written | undefined
  /** Beside the title: the link to the whole list. */
  readonly beside?: ReactNode
  /** For the empty state: the button that its text names. */
  readonly firstStep?: ReactNode
}

export function ActivityList({ activities, failed, onRetry, onOpen, hasDoors, written, beside, firstStep }: Props) {
  useZone()
  const now = useNow()
  return (
    <Card className={styles.recent} label={t.title}>
      <CardHead title={t.title}>{beside}</CardHead>
      {activities?.length ? (
        <ul className={styles.list}>
          {activities.map((activity) => (
            <Row
              key={activity.id}
              activity={activity}
              text={lastMessageOf(activity, written)}
              now={now}
              hasDoors={hasDoors}
              onOpen={() => onOpen(activity)}
            />
          ))}
        </ul>
      ) : null}
      {activities?.length === 0 ? (
        <div className={styles.empty}>
          <EmptyState icon={<BellSimpleIcon size={30} aria-hidden />} title={t.empty} text={t.emptyText}>
            {firstStep}
          </EmptyState>
        </div>
      ) : null}
      {!activities && failed ? (
        <div className={styles.skeleton}>
          <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onRetry} />
        </div>
      ) : null}
      {!activities && !failed ? <Skeleton className={styles.skeleton} /> : null}
    </Card>
  )
}

type RowProps = {
  readonly activity: Activity
  readonly text: string
  readonly now: Date
  readonly hasDoors: boolean
  readonly onOpen: () => void
}

function Row({ activity, text, now, hasDoors, onOpen }: RowProps) {
  const name = visitorNameOf(activity)
  const tag = tagOf(activity)
  return (
    <li className={styles.row}>
      <VisitorAvatar activity={activity} />
      <div className={styles.what}>
        <button type="button" aria-label={t.open(name)} onClick={onOpen}>
          <bdi>{name}</bdi>
          {hasDoors || activity.home ? <small>{` · ${doorOf(activity)}`}</small> : null}
          {activity.rings > 1 ? <small>{` · ${sharedTexts.activity.rangTimes(activity.rings)}`}</small> : null}
        </button>
        <p>
          <ChatIcon activity={activity} />
          <span>{text}</span>
        </p>
      </div>
      <div className={styles.when}>
        <Tag tone={tag.tone}>{tag.text}</Tag>
        <time dateTime={activity.timestamp}>{activityTime(activity.timestamp, now)}</time>
      </div>
    </li>
  )
}
