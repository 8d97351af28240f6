/**
 * Navigation entries. Only pages in the contract's `RESIDENT_PAGES` are shown; a new page needs a line there and one in routes.tsx.
 */
import {
  AddressBookIcon,
  BellIcon,
  CreditCardIcon,
  GearSixIcon,
  type Icon,
  ListBulletsIcon,
  QrCodeIcon,
  UsersIcon,
} from '@phosphor-icons/react'
import type { Notification } from '#proto/entities.ts'
import { RESIDENT_PAGES } from '#proto/pages.ts'
import { activityLogTexts } from '../features/activity-log/en-activity-log.ts'
import { contactsTexts } from '../features/contacts/en-contacts.ts'
import { historyTexts } from '../features/history/en-history.ts'
import { notificationTexts } from '../features/notifications/en-notifications.ts'
import { settingsTexts } from '../features/settings/en-settings.ts'
import { subscriptionTexts } from '../features/subscription/en-subscription.ts'
import { shellTexts } from './en-shell.ts'

export type Entry = { readonly path: string; readonly label: string; readonly icon: Icon }

const pages: readonly string[] = RESIDENT_PAGES
export const hasPage = (path: string) => pages.includes(path)
const existing = (entries: readonly Entry[]) => entries.filter(({ path }) => hasPage(path))

/** The sidebar's entries (spec section 2). */
export const ENTRIES: readonly Entry[] = existing([
  { path: '/doorbell', label: shellTexts.dashboard.menuLabel, icon: QrCodeIcon },
  { path: '/visitors-page', label: historyTexts.menuLabel, icon: UsersIcon },
  { path: '/subscription', label: subscriptionTexts.title, icon: CreditCardIcon },
  { path: '/settings', label: settingsTexts.title, icon: GearSixIcon },
])

/** The user menu: pages without a sidebar entry. */
export const MORE: readonly Entry[] = existing([
  { path: '/notifications', label: notificationTexts.title, icon: BellIcon },
  { path: '/contacts', label: contactsTexts.title, icon: AddressBookIcon },
  { path: '/activity-logs', label: activityLogTexts.title, icon: ListBulletsIcon },
])

type Ways = { readonly page: (path: string) => void; readonly chat: (activityId: number) => void }

/** Opens a notification's target: the visit's details if that page exists, else the chat. @returns undefined without a target */
export function openerOf({ kind, activityId }: Pick<Notification, 'kind' | 'activityId'>, ways: Ways): (() => void) | undefined {
  if (kind === 'visit') return () => ways.page('/doorbell#visit-requests')
  if (kind === 'plan') return () => ways.page('/subscription')
  if (activityId === null) return undefined
  if (kind !== 'message' && hasPage('/visitors-page')) return () => ways.page(`/visitors-page?open=${activityId}`)
  return () => ways.chat(activityId)
}
