/** Notifications and the bell, in English. Texts of docs/product/specification.md, 2 are verbatim; the rest are ours. */
import { NOTIFICATION_MESSAGES, NOTIFICATION_TITLES } from '#proto/notification-kinds.ts'

export const notificationTexts = {
  title: 'Notifications',
  bell: (unread: number) => (unread ? `Notifications, ${unread} unread` : 'Notifications'),
  /** On the badge, where two digits fit. */
  badge: (unread: number) => (unread > 99 ? '99+' : String(unread)),
  search: 'Search notifications...',
  filters: 'Filter',
  tabs: { all: 'All', unread: 'Unread', doorbell: 'Doorbell', messages: 'Messages', packages: 'Packages' },
  markAll: 'Mark All as Read',
  allRead: 'All notifications marked as read',
  undo: 'Undo',
  undone: 'Notifications are unread again',
  markRead: (title: string) => `Mark as read: ${title}`,
  badgeNew: 'New',
  viewDetails: 'View Details',
  open: (title: string) => `Open: ${title}`,
  none: 'No notifications',
  noMatch: 'No notifications match your search',
  caughtUp: "You're all caught up!",
  failed: 'Your notifications could not be loaded. Please try again.',
  readFailed: 'Failed to mark notifications as read',
  loadMore: 'Show older',
  /** Below a new device's sign-in; leads to the Security page. */
  notYou: 'If this was not you, change your password.',
  /** By kind; the same that the server answers. */
  titles: NOTIFICATION_TITLES,
  delivery: { ring: 'A delivery rang your doorbell', missed: 'You missed a delivery', left: 'A delivery came and left' },
  /** The system's own messages, by kind. */
  messages: NOTIFICATION_MESSAGES,
}
