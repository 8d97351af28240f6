/** A ring on each page and device, and why it was missed, in English. */
import { sharedTexts } from '../../core/texts/en-shared.ts'

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const list = new Intl.ListFormat('en-US')

/** "412 ms", "1.4 s", "2 min 5 s" */
function span(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`
  return milliseconds < 60_000 ? `${number.format(milliseconds / 1_000)} s` : sharedTexts.activity.length(Math.round(milliseconds / 1_000))
}

export const timelineTexts = {
  loading: 'Looking up what each device did',
  failed: 'What was sent to your devices could not be loaded.',
  /** "Chrome, Linux": a sentence has an "on" already. */
  device: (name: string) => (name === 'Unknown device' ? 'an unknown device' : name.replace(' on ', ', ')),
  after: (milliseconds: number) => `after ${span(milliseconds)}`,
  page: { reached: (device: string) => `Reached the open page on ${device}`, seen: (device: string) => `Seen on ${device}` },
  anotherPage: 'another device',
  push: {
    ring: (device: string) => `Sent to ${device}`,
    missed: (device: string) => `“Missed” sent to ${device}`,
    ended: (device: string) => `End of the ring sent to ${device}`,
    message: (device: string) => `Message sent to ${device}`,
    failed: (device: string) => `Not sent to ${device}`,
    removed: (count: number) => (count === 1 ? 'A device that was removed since' : `${count} devices that were removed since`),
    withheld: (count: number, device: string) => (count === 1 ? `Not sent to ${device}` : `Not sent to ${count} devices`),
  },
  removed: 'what it did is not known any more',
  accepted: (milliseconds: number, tries: number) =>
    tries === 1 ? `accepted after ${span(milliseconds)}` : `accepted after ${span(milliseconds)}, at try ${tries}`,
  shown: (milliseconds: number) => `shown after ${span(milliseconds)}`,
  pressed: (milliseconds: number) => `pressed after ${span(milliseconds)}`,
  neverShown: 'not shown',
  sending: 'waiting for the push service',
  due: 'the push service asks to wait',
  gone: 'the push service has ended the subscription',
  silent: 'the push service did not answer',
  answered: (status: number) => `the push service answered ${status}`,
  over: 'the ring was over before the push service took it',
  off: 'notifications were off or quiet',
  phonesOff: 'mobile notifications were off',
  /** "accepted after 120 ms, shown after 350 ms" */
  join: (parts: readonly string[]) => parts.join(', '),
  mail: {
    waiting: 'Next: a mail',
    waitingWhy: 'if no device has shown the ring',
    running: 'Mail on its way',
    done: 'Mail sent',
    doneWhy: 'because no device had shown the ring',
    skipped: 'No mail',
    reasons: {
      seen: 'a device had shown the ring',
      over: 'the ring was over',
      quiet: 'your doorbell was quiet',
      preferences: 'mails about missed rings are off',
      address: 'your email address is not confirmed',
      limit: 'this door has caused enough mails this hour',
    },
  },
  why: {
    title: 'Why did I miss it?',
    devices: 'Open devices',
    settings: 'Notification settings',
    quiet: 'Quiet hours',
    wall: 'Set up a wall display',
    causes: {
      quiet: { title: 'Your doorbell was quiet', text: 'Do not disturb or quiet hours were on, so the ring was only listed.' },
      push_off: { title: 'Rings were not sent to your devices', text: 'Turn on “Doorbell”, and “Push” for rings.' },
      phones_off: { title: 'Mobile notifications were off', text: 'Turn them on: phones and tablets get none without them.' },
      no_device: { title: 'No device gets notifications', text: 'Open the doorbell on your phone, and turn on notifications there.' },
      no_open_page: { title: 'No device was open', text: 'An open page rings too. An old tablet on the wall keeps one open.' },
      subscription_gone: {
        title: 'The push service has ended the subscription',
        text: 'Open the doorbell there once: it subscribes again.',
      },
      push_service_failed: { title: 'The push service did not deliver', text: 'Send a test ring to see whether it does now.' },
      not_shown: {
        title: 'The ring was sent and not shown',
        text: 'Offline at that time, or notifications are held back. Send a test ring to find out.',
      },
      not_noticed: { title: 'It was shown, and nobody noticed', text: 'Make one more device ring, or turn up the sound.' },
    },
    /** Which devices a cause is about. */
    on: (devices: readonly string[]) => list.format(devices),
  },
}
