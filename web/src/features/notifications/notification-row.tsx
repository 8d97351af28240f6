/** One notification: visitor, message, time, the "New" badge, and its actions. */
import { CheckIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Activity } from '#proto/entities.ts'
import type { Notification } from '#proto/notification.ts'
import { doorOf } from '../../ui/activity-texts.ts'
import { Avatar, IconButton, Tag } from '../../ui/primitives.tsx'
import { relativeTime } from '../../ui/time.ts'
import { VisitorAvatar } from '../../ui/visitor-avatar.tsx'
import { notificationTitleOf, textOf } from './describe.ts'
import { notificationTexts } from './en-notifications.ts'
import { KIND_VIEWS } from './kind-views.ts'
import styles from './notifications.module.css'

const t = notificationTexts

type Props = {
  readonly notification: Notification
  /** Its activity, if the page has it. */
  readonly activity: Activity | undefined
  /** Shows the door; set when there are several. */
  readonly hasDoors: boolean
  readonly now: Date
  /** Absent if there is nothing to open. */
  readonly onOpen: (() => void) | undefined
  readonly onRead: () => void
}

function Picture({ notification, activity }: Pick<Props, 'notification' | 'activity'>): ReactNode {
  const { type, kind, name } = notification
  const Sign = KIND_VIEWS[kind]?.icon
  if (Sign)
    return (
      <Avatar plain>
        <Sign size={20} aria-hidden />
      </Avatar>
    )
  const purpose = type === 'package' ? 'delivery' : null
  return <VisitorAvatar activity={activity ?? { photoUrl: null, purpose, visitorName: name }} />
}

export function NotificationRow({ notification, activity, hasDoors, now, onOpen, onRead }: Props) {
  const { read, timestamp, actionRequired } = notification
  const title = notificationTitleOf(notification)
  return (
    <li className={styles.row} data-read={read}>
      <Picture notification={notification} activity={activity} />
      <div className={styles.what}>
        <h2>
          {onOpen ? (
            <button type="button" aria-label={t.open(title)} onClick={onOpen}>
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {read ? null : (
          <span className={styles.new}>
            <Tag tone="accent">{t.badgeNew}</Tag>
          </span>
        )}
        <p>
          <span>{`${textOf(notification)} `}</span>
          {notification.kind === 'device' ? (
            <Link to="/security" onClick={onRead}>
              {t.notYou}
            </Link>
          ) : null}
        </p>
        <small>
          <time dateTime={timestamp}>{relativeTime(timestamp, now)}</time>
          {activity && (hasDoors || activity.home) ? <span>{` · ${doorOf(activity)}`}</span> : null}
        </small>
        {actionRequired && onOpen ? (
          <Button size="small" className={styles.details ?? ''} onClick={onOpen}>
            {t.viewDetails}
          </Button>
        ) : null}
      </div>
      {read ? null : (
        <IconButton className={styles.tick} label={t.markRead(title)} onClick={onRead}>
          <CheckIcon size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
