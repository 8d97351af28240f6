/** The account's devices, and which would ring, in English. */
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, timeZone: 'UTC' })

/** "412 ms", "1.4 s" */
const span = (milliseconds: number) => (milliseconds < 1_000 ? `${milliseconds} ms` : `${number.format(milliseconds / 1_000)} s`)

export const devicesTexts = {
  list: 'Your devices',
  failed: 'Your devices could not be loaded. Please try again.',
  cutOff: 'No connection. This is what was last known.',
  current: 'This device',
  seen: (when: string) => `Last seen: ${when}`,
  span,
  renameOf: (name: string) => `Rename ${name}`,
  name: 'Name',
  save: 'Save',
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removal: {
    removeTitle: (name: string) => `Remove ${name}?`,
    removeText: 'It gets no more notifications. It stays signed in, and comes back to this list when the doorbell is opened there.',
    cancel: 'Keep',
    remove: 'Remove',
    removing: 'Removing',
  },
  removed: 'Device removed',
  changeFailed: 'Update failed',
  gone: 'This device is no longer in your list.',
  details: { label: 'Show name and photo', text: 'Otherwise its notifications say only “Someone is at the door”' },
  weeklyCheck: {
    label: 'Weekly check',
    text: 'A notification once a week shows that this device can still ring',
    first: 'First check: after a week',
    next: (date: string) => `Next check: ${date}`,
  },
  arming: {
    armed: 'Armed',
    /** For a device without pushes: its page's last report. */
    armedOpen: 'Armed while its page is open',
    muted: 'Muted',
    armedHint: 'This page rings aloud. Press to hear the ring.',
    mutedHint: 'Browsers keep a page silent until you touch it. Press to hear the ring once; after that it rings aloud.',
    doNotDisturb: 'Do not disturb',
    /** @param time HH:MM */
    quietUntil: (time: string) => `Quiet until ${clock.format(new Date(`2026-01-01T${time}:00Z`)).replace(/\u202f/g, ' ')}`,
    /** Both, where there is no room. */
    quiet: 'Quiet',
    quietHint: 'Rings are only listed. Press to hear the ring.',
  },
  wall: { tag: 'Wall display', text: 'rings while its page is open' },
  states: {
    /** Beside the verdict. */
    also: 'also while the doorbell is closed',
    closed: 'while the doorbell is closed',
    account: 'for all devices: see above',
    /** Without a verdict. */
    push: {
      on: 'Notifications are on',
      off: 'Notifications are off',
      expired: 'Notifications have ended',
      refused: 'Notifications are blocked',
    },
    armed: 'Rings aloud while its page is open',
    armedOpen: 'Not heard while its page is closed',
    muted: 'Its open page is silent until it is touched',
  },
  times: {
    title: 'Ring times',
    none: 'No ring was measured yet. A test ring measures one.',
    all: (limit: number, count: number) => `95% of ${count} within ${span(limit)}`,
    few: (slowest: number, count: number) => (count === 1 ? `1 ring, ${span(slowest)}` : `${count} rings, slowest ${span(slowest)}`),
    about: 'From the ring to this screen, the newest on the right',
    chart: (count: number, least: number, most: number) =>
      count === 1 ? `1 ring time: ${span(least)}` : `${count} ring times, from ${span(least)} to ${span(most)}, the newest last`,
  },
  test: {
    one: 'Test ring',
    oneOf: (name: string) => `Test ring on ${name}`,
    all: 'Test ring on all devices',
    ringing: 'Ringing',
    sent: (name: string) => `Test ring sent to ${name}`,
    sentToAll: 'Test ring sent to all devices',
    shown: (milliseconds: number) => `Shown after ${span(milliseconds)}`,
    shownOnPage: (name: string) => `${name} shows the test ring`,
    /** For a device without pushes. */
    notShownTitle: (name: string) => `${name} has not shown the test ring`,
    notShownText: 'No open page of this device has reported it. Open the doorbell there, or allow notifications on it.',
    notShownOnWall: 'Its page has not reported it. Is the display on, and its page open?',
    quietTitle: 'Your doorbell is quiet now',
    quietText: 'The test ring showed nothing, because a ring would not either. See the reason on this page.',
  },
  diagnosis: {
    title: 'Would it ring right now?',
    failed: 'This could not be found out. Please try again.',
    all: 'Every device rings, even while the doorbell is closed',
    one: 'This device rings, even while the doorbell is closed',
    some: (ringing: number, all: number) => `${ringing} of ${all} devices ${ringing === 1 ? 'rings' : 'ring'} while the doorbell is closed`,
    maybe: (count: number) => (count === 1 ? 'Something is in doubt. See below.' : `${count} devices are in doubt. See below.`),
    unsure: 'No device is sure to ring while the doorbell is closed',
    none: 'Nothing rings while the doorbell is closed',
    quiet: 'Nothing rings right now',
    open: 'An open page rings as well, as long as it is armed.',
    settings: 'Open settings',
    verdicts: { yes: 'Rings', maybe: 'May not ring', no: 'Does not ring' },
  },
  /** Names of push services, as in “Google's push service”. */
  vendors: { google: "Google's", mozilla: "Mozilla's", apple: "Apple's", microsoft: "Microsoft's" },
  otherVendor: 'Its',
  faults: {
    noDevice: {
      title: 'No device has notifications yet',
      text: 'Open the doorbell on your phone, sign in there, and turn on notifications.',
    },
    doNotDisturb: { title: 'Do not disturb is on', text: 'Rings are only listed until you turn it off.' },
    quietHours: { title: (until: string) => `Quiet hours until ${until}`, text: 'Until then rings are only listed.' },
    ringsOff: { title: 'Rings are not pushed', text: 'Turn on “Doorbell”, and “Push” for rings, in the notification settings.' },
    pushOff: { title: 'Push notifications are off', text: 'Turn them on in the notification settings.' },
    phonesOff: { title: 'Mobile notifications are off', text: 'Turn them on in the doorbell settings: phones and tablets get none now.' },
    refused: {
      title: 'The browser blocks notifications',
      desktop: {
        here: 'Press the icon left of the address, allow notifications, and reload the page.',
        there: 'Press the icon left of the address there, allow notifications, and reload the page.',
      },
      android: {
        here: 'Press the icon left of the address, open Permissions, and allow notifications.',
        there: 'Press the icon left of the address there, open Permissions, and allow notifications.',
      },
      apple: {
        here: 'Open Settings, Notifications, choose this doorbell, and allow notifications.',
        there: 'Open Settings there, then Notifications, choose this doorbell, and allow notifications.',
      },
    },
    expired: {
      title: 'Its push service has ended the subscription',
      here: 'Reload this page: the browser subscribes again.',
      there: 'Open the doorbell there once: the browser subscribes again.',
    },
    notSubscribed: {
      title: 'Notifications are not turned on',
      other: {
        here: 'Turn on notifications above.',
        there: 'Open the doorbell there, and turn on notifications on the dashboard.',
      },
      apple: {
        here: 'Press Share, then “Add to Home Screen”. Open the doorbell from the Home Screen and turn on notifications.',
        there: 'Press Share there, then “Add to Home Screen”. Open the doorbell from the Home Screen and turn on notifications.',
      },
    },
    keysRotated: {
      title: 'The server has a new key',
      doubts: {
        here: 'It still rings. Reload this page, so that it goes on doing so.',
        there: 'It still rings. Open the doorbell there once, so that it goes on doing so.',
      },
      stops: {
        here: 'Reload this page: the browser subscribes again with the new key.',
        there: 'Open the doorbell there once: the browser subscribes again with the new key.',
      },
    },
    vendorFailing: {
      title: (vendor: string) => `${vendor} push service does not deliver`,
      refused: "It refuses this server's key. Whoever runs this doorbell has to look at it.",
      failed: 'This passes by itself as a rule. Send a test ring in a few minutes.',
    },
    notShown: {
      title: (when: string) => `A ring did not appear: ${when}`,
      check: (when: string) => `A weekly check did not appear: ${when}`,
      desktop: {
        here: 'Do the system settings let the browser show notifications? Then send a test ring.',
        there: 'Is the browser running there, and do the system settings let it show notifications? Then send a test ring.',
      },
      android: {
        here: 'In Android’s settings, let this site’s notifications sound and pop on screen, and exempt the browser from battery saving.',
        there:
          'In Android’s settings there, let this site’s notifications sound and pop on screen, and exempt the browser from battery saving.',
      },
      apple: {
        here: 'Open the doorbell from the Home Screen, not in Safari, and check Focus and Notifications in Settings.',
        there: 'Open the doorbell from the Home Screen there, not in Safari, and check Focus and Notifications in Settings.',
      },
    },
    notSeen: {
      title: (when: string) => `Not seen since ${when}`,
      here: 'Send a test ring to see that it still works.',
      there: 'Open the doorbell there to see that it still works, or remove it.',
    },
  },
}
