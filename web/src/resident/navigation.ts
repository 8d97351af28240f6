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
import { notificationTexts } from '../core/texts/en-notifications.ts'
import { residentTexts } from '../core/texts/en-resident.ts'
import { KIND_VIEWS } from '../features/notifications/kind-views.ts'

export type Entry = { readonly path: string; readonly label: string; readonly icon: Icon }

const pages: readonly string[] = RESIDENT_PAGES
export const hasPage = (path: string) => pages.includes(path)
const existing = (entries: readonly Entry[]) => entries.filter(({ path }) => hasPage(path))

/** The sidebar's entries (spec section 2). */
export const ENTRIES: readonly Entry[] = existing([
  { path: '/doorbell', label: residentTexts.shell.dashboard, icon: QrCodeIcon },
  { path: '/visitors-page', label: notificationTexts.visitors, icon: UsersIcon },
  { path: '/subscription', label: residentTexts.shell.subscription, icon: CreditCardIcon },
  { path: '/settings', label: notificationTexts.settings, icon: GearSixIcon },
])

/** The user menu: pages without a sidebar entry. */
export const MORE: readonly Entry[] = existing([
  { path: '/notifications', label: notificationTexts.title, icon: BellIcon },
  { path: '/contacts', label: notificationTexts.contacts, icon: AddressBookIcon },
  { path: '/activity-logs', label: notificationTexts.activityLogs, icon: ListBulletsIcon },
])

type Ways = { readonly page: (path: string) => void; readonly chat: (activityId: number) => void }

/** Opens a notification's target: the visit's details if that page exists, else the chat. @returns undefined without a target */
export function openerOf({ kind, activityId }: Pick<Notification, 'kind' | 'activityId'>, ways: Ways): (() => void) | undefined {
  const target = KIND_VIEWS[kind]?.opens
  if (target && target !== 'chat') return () => ways.page(target)
  if (activityId === null) return undefined
  if (target !== 'chat' && hasPage('/visitors-page')) return () => ways.page(`/visitors-page?open=${activityId}`)
  return () => ways.chat(activityId)
}
