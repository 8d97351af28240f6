/** Notifications and the bell, in English. Texts of spec section 2 are verbatim; the rest are ours. */

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
  /** Titles by kind; `name` is a visitor, a device's name, or a tier. */
  titles: {
    ring: (name: string) => `${name} rang your doorbell`,
    missed: (name: string) => `You missed ${name}`,
    left: (name: string) => `${name} rang and left`,
    message: (name: string) => `Message from ${name}`,
    visit: (name: string) => `${name} asks for a visit`,
    device: (_name: string) => 'New device signed in',
    plan: (_name: string) => 'Your plan has changed',
  },
  delivery: { ring: 'A delivery rang your doorbell', missed: 'You missed a delivery', left: 'A delivery came and left' },
  /** The system's own messages, by kind. */
  words: {
    device: (device: string) => `${device}.`,
    plan: (tier: string): string => (tier === 'premium' ? 'You are on the Premium plan.' : 'You are on the Free plan.'),
  },
}
