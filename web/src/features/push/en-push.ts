/** Notifications of this device while the app is closed, in English. */
type Steps = readonly string[]

const reload = 'Reload this page if this message stays.'

export const pushTexts = {
  title: 'Notifications on this device',
  ask: {
    title: 'Ring on this device',
    text: 'Know at once when someone is at the door, even when this app is closed.',
    button: 'Turn on notifications',
    asking: 'Turning on',
  },
  /** After a ring. */
  again: {
    title: 'Hear the next ring with the app closed',
    text: 'Someone rang while this page was open. With notifications on, this device also rings when it is not.',
  },
  notAsked: 'Your browser did not show its question. Look for a bell in or beside the address bar.',
  dismiss: 'Not now',
  done: { title: 'Notifications are on', text: 'This device rings when someone is at the door.' },
  refused: {
    title: (browser: string) => `Notifications are blocked in ${browser}`,
    unnamed: 'Notifications are blocked',
    text: 'This device rings only while the app is open. To allow notifications:',
  },
  steps: {
    desktop: {
      chrome: ['Select the icon to the left of the address.', 'Turn on Notifications.', reload],
      edge: ['Select the lock to the left of the address.', 'Set Notifications to Allow.', reload],
      firefox: ['Select the crossed-out speech bubble to the left of the address.', 'Remove the block of notifications.', reload],
      safari: ['In the menu bar, open Safari › Settings › Websites › Notifications.', 'Choose Allow for this website.', reload],
      samsung: ['Open the browser’s settings for this website.', 'Allow notifications.', reload],
      other: ['Open the browser’s settings for this website.', 'Allow notifications.', reload],
    },
    phone: {
      chrome: ['Tap the icon to the left of the address, then Permissions.', 'Turn on Notifications.', reload],
      edge: ['Tap the lock to the left of the address, then Permissions.', 'Turn on Notifications.', reload],
      firefox: ['Tap the lock to the left of the address.', 'Set Notification to Allowed.', reload],
      safari: ['Open the Settings app, then Apps › Safari › Notifications.', 'Allow this website.', reload],
      samsung: ['Open the menu, then Settings › Sites and downloads › Notifications.', 'Turn on this website.', reload],
      other: ['Open the browser’s settings for this website.', 'Allow notifications.', reload],
    },
    app: {
      ios: ['Open the Settings app, then Notifications.', 'Tap Doorbell.', 'Turn on Allow Notifications.'],
      android: ['Touch and hold the Doorbell icon, then tap App info.', 'Tap Notifications and turn them on.'],
    },
  } satisfies Readonly<Record<string, Readonly<Record<string, Steps>>>>,
  homeScreen: {
    title: 'Add your doorbell to the Home Screen',
    text: 'On iPhone and iPad only an app on the Home Screen can ring while it is closed.',
    share: 'Tap Share',
    add: 'Choose Add to Home Screen',
    open: 'Open Doorbell from the Home Screen, sign in, and turn on notifications',
  },
  failed: {
    title: 'Notifications could not be turned on',
    service: 'This browser did not reach its notification service. Check your connection, then try again.',
    endpoint: 'This server may not send to the notification service of this browser. Tell whoever runs it.',
    full: 'Your account has its most devices. Remove one that you no longer use.',
    server: 'The server did not answer. Try again in a minute.',
  },
  setting: {
    on: 'On',
    onText: 'This device rings when someone is at the door, even when the app is closed.',
    off: 'Off',
    offText: 'This device rings only while the app is open.',
    starting: 'Checking',
    startingText: 'Checking whether this device rings, even when the app is closed.',
    turnOff: 'Turn off',
    unsupported: 'This browser cannot ring while the app is closed. Use Chrome, Edge, Firefox or Safari, up to date.',
    insecure: 'Notifications need a secure connection: an address that begins with https.',
  },
} as const
