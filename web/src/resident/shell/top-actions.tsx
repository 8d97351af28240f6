/** At the top right of every page, on phones in the bar above it: contacts, and the bell with the unread count. */
import { AddressBookIcon, BellIcon } from '@phosphor-icons/react'
import { NavLink } from 'react-router'
import { useUnread } from '../../core/queries/notifications.ts'
import { contactsTexts } from '../../features/contacts/en-contacts.ts'
import { notificationTexts } from '../../features/notifications/en-notifications.ts'
import { Tip } from '../../ui/tip.tsx'
import { hasPage } from '../navigation.ts'
import styles from './shell.module.css'

const t = notificationTexts

export function TopActions({ at }: { readonly at: 'bar' | 'title' }) {
  const unread = useUnread()
  return (
    <div className={styles.actions} data-at={at}>
      {hasPage('/contacts') ? (
        <NavLink to="/contacts" className={styles.action ?? ''} aria-label={contactsTexts.title}>
          <AddressBookIcon size={20} aria-hidden />
          <span className={styles.word}>{contactsTexts.title}</span>
        </NavLink>
      ) : null}
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
