/** One notification: who, what, when, the "New" badge, and what can be done with it (look: l). */
import { CalendarPlusIcon, CheckIcon, CrownSimpleIcon, PackageIcon, ShieldCheckIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import type { Notification } from '#proto/entities.ts'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { Avatar, IconButton, initials, Tag } from '../../ui/parts.tsx'
import { relativeTime } from '../../ui/time.ts'
import { titleOf, wordsOf } from './describe.ts'
import styles from './notifications.module.css'

const t = notificationTexts

type Props = {
  readonly notification: Notification
  readonly photo: string | null | undefined
  readonly now: Date
  /** Absent where there is nothing to open. */
  readonly onOpen: (() => void) | undefined
  readonly onRead: () => void
}

function pictureOf({ type, kind, name }: Notification): ReactNode {
  if (kind === 'visit') return <CalendarPlusIcon size={20} aria-hidden />
  if (kind === 'device') return <ShieldCheckIcon size={20} aria-hidden />
  if (kind === 'plan') return <CrownSimpleIcon size={20} aria-hidden />
  if (type === 'package') return <PackageIcon size={20} aria-hidden />
  return initials(name)
}

export function NotificationRow({ notification, photo, now, onOpen, onRead }: Props) {
  const { read, kind, type, timestamp, actionRequired } = notification
  const title = titleOf(notification)
  const own = kind === 'ring' || kind === 'missed' || kind === 'left' || kind === 'message'
  return (
    <li className={styles.row} data-read={read}>
      <Avatar photo={photo} plain={!own || type === 'package'}>
        {pictureOf(notification)}
      </Avatar>
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
        <p>{wordsOf(notification)}</p>
        <time dateTime={timestamp}>{relativeTime(timestamp, now)}</time>
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
