/** Recent Activity: newest first, in a scrolling area of its own (spec section 2). A row opens its visit. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { leftOrMessageOf, nameOf, tagOf, type Written } from '../../ui/activity-words.ts'
import { Bones } from '../../ui/bones.tsx'
import { ChatMark } from '../../ui/chat-mark.tsx'
import { Card, CardHead, Empty, Problem, Tag } from '../../ui/parts.tsx'
import { activityTime } from '../../ui/time.ts'
import { useZone } from '../../ui/use-zone.ts'
import { VisitorAvatar } from '../../ui/visitor-avatar.tsx'
import styles from './activities.module.css'

const t = residentTexts.activities

type Props = {
  readonly activities: readonly Activity[] | undefined
  readonly failed: boolean
  readonly onRetry: () => void
  readonly onOpen: (activity: Activity) => void
  /** Several doors: each row says at which one. */
  readonly hasDoors: boolean
  readonly written?: Written | undefined
  /** Beside the title: the way to all of it. */
  readonly beside?: ReactNode
  /** Where nobody has rung yet: what to do about it, in words and as a button. */
  readonly emptyText: string
  readonly firstStep?: ReactNode
}

/** "Today" turns into "Yesterday" by itself. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TIME.clockRefresh)
    return () => clearInterval(timer)
  }, [])
  return now
}

export function ActivityList({ activities, failed, onRetry, onOpen, hasDoors, written, beside, emptyText, firstStep }: Props) {
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
              text={leftOrMessageOf(activity, written)}
              now={now}
              hasDoors={hasDoors}
              onOpen={() => onOpen(activity)}
            />
          ))}
        </ul>
      ) : null}
      {activities?.length === 0 ? (
        <div className={styles.empty}>
          <Empty icon={<BellSimpleIcon size={30} aria-hidden />} title={t.empty} text={emptyText}>
            {firstStep}
          </Empty>
        </div>
      ) : null}
      {!activities && failed ? (
        <div className={styles.bones}>
          <Problem text={t.failed} retry={residentTexts.common.retry} onRetry={onRetry} />
        </div>
      ) : null}
      {!activities && !failed ? <Bones className={styles.bones} /> : null}
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
  const name = nameOf(activity)
  const tag = tagOf(activity)
  return (
    <li className={styles.row}>
      <VisitorAvatar activity={activity} />
      <div className={styles.what}>
        <button type="button" aria-label={t.open(name)} onClick={onOpen}>
          {name}
          {hasDoors ? <small> · {activity.doorLabel}</small> : null}
          {activity.rings > 1 ? <small> · {t.rangTimes(activity.rings)}</small> : null}
        </button>
        <p>
          <ChatMark activity={activity} />
          {text}
        </p>
      </div>
      <div className={styles.when}>
        <Tag tone={tag.tone}>{tag.text}</Tag>
        <time dateTime={activity.timestamp}>{activityTime(activity.timestamp, now)}</time>
      </div>
    </li>
  )
}
