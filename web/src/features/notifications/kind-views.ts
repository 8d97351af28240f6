/** How each kind is shown, and what it opens. A kind without a row has its visitor's picture and opens its activity. */
import { CalendarPlusIcon, CrownSimpleIcon, HouseIcon, type Icon, ShieldCheckIcon } from '@phosphor-icons/react'
import type { Notification } from '#proto/notification.ts'

type KindView = {
  /** In place of the visitor's picture. */
  readonly icon?: Icon
  /** A page's path, or the chat of the activity. */
  readonly opens?: `/${string}` | 'chat'
}

export const KIND_VIEWS: Readonly<Partial<Record<Notification['kind'], KindView>>> = {
  message: { opens: 'chat' },
  visit: { icon: CalendarPlusIcon, opens: '/doorbell#visit-requests' },
  device: { icon: ShieldCheckIcon, opens: '/security' },
  plan: { icon: CrownSimpleIcon, opens: '/subscription' },
  joined: { icon: HouseIcon, opens: '/household' },
}
