/** At the top right of every page, on phones in the bar above it: the most used pages, and the bell with the unread count. */
import { BellIcon } from '@phosphor-icons/react'
import { NavLink } from 'react-router'
import { useUnread } from '../../core/queries/notifications.ts'
import { ArmControl } from '../../features/devices/arm-control.tsx'
import { notificationTexts } from '../../features/notifications/en-notifications.ts'
import { Tip } from '../../ui/tip.tsx'
import { PAGES } from '../pages.ts'
import styles from './shell.module.css'

const t = notificationTexts

export function TopActions({ at }: { readonly at: 'bar' | 'title' }) {
  const unread = useUnread()
  return (
    <div className={styles.actions} data-at={at}>
      <ArmControl />
      {PAGES.filter(({ onTop }) => onTop).map(({ path, label, icon: Icon }) => (
        <NavLink key={path} to={path} className={styles.action ?? ''} aria-label={label}>
          <Icon size={20} aria-hidden />
          <span className={styles.word}>{label}</span>
        </NavLink>
      ))}
      <Tip text={t.bell(unread)}>
        <NavLink to="/notifications" className={styles.action ?? ''} aria-label={t.bell(unread)}>
          {({ isActive }) => (
            <>
              <BellIcon size={20} weight={isActive ? 'fill' : 'regular'} aria-hidden />
              {unread > 0 ? (
                <span className={styles.badge} aria-hidden>
                  {t.badge(unread)}
                </span>
              ) : null}
            </>
          )}
        </NavLink>
      </Tip>
    </div>
  )
}
