/**
 * The pages inside the shell. One entry is a page's address, its link and how it is loaded; the routes, the sidebar and the user menu
 * are built from these. The gateway must have the address too: `RESIDENT_PAGES` in proto/pages.ts.
 */
import {
  AddressBookIcon,
  BellIcon,
  CreditCardIcon,
  GearSixIcon,
  HouseLineIcon,
  type Icon,
  ListBulletsIcon,
  QrCodeIcon,
  ShieldCheckIcon,
  UsersIcon,
} from '@phosphor-icons/react'
import type { ComponentType } from 'react'
import type { RESIDENT_PAGES } from '#proto/pages.ts'
import { activityLogTexts } from '../features/activity-log/en-activity-log.ts'
import { contactsTexts } from '../features/contacts/en-contacts.ts'
import { historyTexts } from '../features/history/en-history.ts'
import { householdTexts } from '../features/household/en-household.ts'
import { notificationTexts } from '../features/notifications/en-notifications.ts'
import { securityTexts } from '../features/security/en-security.ts'
import { settingsTexts } from '../features/settings/en-settings.ts'
import { subscriptionTexts } from '../features/subscription/en-subscription.ts'
import { shellTexts } from './en-shell.ts'

export type Page = {
  readonly path: (typeof RESIDENT_PAGES)[number]
  readonly label: string
  readonly icon: Icon
  /** The user menu has the pages that are not in the sidebar (docs/product/specification.md, 2). */
  readonly menu: 'sidebar' | 'user'
  /** Also at the top right of every page. */
  readonly onTop?: boolean
  /** Dynamic, so that a page is a chunk that is loaded when the page is first opened. */
  readonly load: () => Promise<ComponentType>
}

/** In the order of their links. */
export const PAGES: readonly Page[] = [
  {
    path: '/doorbell',
    label: shellTexts.dashboard.menuLabel,
    icon: QrCodeIcon,
    menu: 'sidebar',
    load: async () => (await import('./pages/doorbell-page.tsx')).DoorbellPage,
  },
  {
    path: '/visitors-page',
    label: historyTexts.menuLabel,
    icon: UsersIcon,
    menu: 'sidebar',
    load: async () => (await import('./pages/visitors-page.tsx')).VisitorsPage,
  },
  {
    path: '/security',
    label: securityTexts.title,
    icon: ShieldCheckIcon,
    menu: 'sidebar',
    load: async () => (await import('../features/security/security-page.tsx')).SecurityPage,
  },
  {
    path: '/subscription',
    label: subscriptionTexts.title,
    icon: CreditCardIcon,
    menu: 'sidebar',
    load: async () => (await import('./pages/subscription-page.tsx')).SubscriptionPage,
  },
  {
    path: '/settings',
    label: settingsTexts.title,
    icon: GearSixIcon,
    menu: 'sidebar',
    load: async () => (await import('./pages/settings-page.tsx')).SettingsPage,
  },
  {
    path: '/household',
    label: householdTexts.title,
    icon: HouseLineIcon,
    menu: 'user',
    load: async () => (await import('./pages/household-page.tsx')).HouseholdPage,
  },
  {
    path: '/notifications',
    label: notificationTexts.title,
    icon: BellIcon,
    menu: 'user',
    load: async () => (await import('./pages/notifications-page.tsx')).NotificationsPage,
  },
  {
    path: '/contacts',
    label: contactsTexts.title,
    icon: AddressBookIcon,
    menu: 'user',
    onTop: true,
    load: async () => (await import('../features/contacts/contacts-page.tsx')).ContactsPage,
  },
  {
    path: '/activity-logs',
    label: activityLogTexts.title,
    icon: ListBulletsIcon,
    menu: 'user',
    load: async () => (await import('../features/activity-log/activity-logs-page.tsx')).ActivityLogsPage,
  },
]
