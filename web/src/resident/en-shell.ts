/** What is around every page of the resident, and the small pages, in English. */
export const shellTexts = {
  skipToContent: 'Skip to content',
  main: 'Main',
  menu: 'Open menu',
  closeMenu: 'Close menu',
  signOut: 'Sign Out',
  live: 'Live',
  connecting: 'Connecting',
  offline: 'Offline',
  liveHint: 'Rings reach this page instantly.',
  connectingHint: 'Rings still reach this page within a few seconds.',
  late: 'Delayed',
  lateBar: 'No live connection. Rings arrive a few seconds late.',
  offlineBar: 'You are offline. Rings still reach your other devices.',
  connectingBar: 'Reconnecting. Rings arrive a few seconds late.',
  zone: {
    likeTitle: (zone: string) => `Time zone: ${zone.replaceAll('_', ' ')}`,
    likeText: (own: string) =>
      `This server does not know ${own.replaceAll('_', ' ')}. The clocks are the same. You can change it in Settings.`,
    unsaidText: 'This browser does not say its time zone. The clocks are the same. You can change it in Settings.',
    unknownTitle: 'Choose your time zone',
    unknownText: 'This server does not know the one of this browser. Until you choose one in Settings, quiet hours are in UTC.',
  },
  more: 'More pages',
  back: 'Back',
  signedOut: {
    title: 'Authentication Required',
    text: 'Please log in to access this feature.',
  },
  sessionEnded: {
    title: 'You have been signed out',
    text: 'Your doorbell does not ring on this device until you sign in again.',
  },
  dashboard: {
    title: 'My Digital Doorbell',
    menuLabel: 'Dashboard',
  },
  small: {
    redirecting: 'Redirecting to dashboard...',
    notFound: '404 Page Not Found',
    notFoundHint: 'Did you forget to add the page to the router?',
    home: 'Go to the dashboard',
    wrong: 'Something went wrong',
    reload: 'Reload page',
    pageFailed: 'This page could not be shown',
    pageFailedHint: 'Please reload it. If that does not help, try again in a minute.',
  },
} as const
