/**
 * Texts that several features or the pieces in ui show, in English. Texts of docs/product/specification.md, 2, 5, 8 are verbatim; the rest
 * are ours.
 */
import type { RingDetail } from '#proto/ring-details.ts'
import { inZone } from '../zone.ts'

const format = (options: Intl.DateTimeFormatOptions) => inZone('en-US', options)
const date = format({ month: 'short', day: 'numeric', year: 'numeric' })
const time = format({ hour: 'numeric', minute: '2-digit', hour12: true })
const weekday = format({ weekday: 'long' })

/** "in 1 minute", "in 15 minutes" */
const from = new Intl.RelativeTimeFormat('en-US')
type Unit = 'minute' | 'hour'

const length = (total: number) => {
  const minutes = Math.floor(total / 60)
  return [minutes ? `${minutes} min` : '', total % 60 || !minutes ? `${total % 60} s` : ''].filter(Boolean).join(' ')
}

export const sharedTexts = {
  common: {
    product: 'Digital Doorbell',
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Retry',
    tryAgain: 'Try Again',
    loading: 'Loading',
    errorTitle: 'Error',
    unexpected: 'An unexpected error occurred. Please try again.',
    limitedFor: (count: number, unit: Unit) => `Too many attempts. Please try again ${from.format(count, unit)}.`,
    addressBlockedFor: (count: number, unit: Unit) =>
      `Too many failed attempts from this address. Please try again ${from.format(count, unit)}.`,
  },
  time: {
    unknownTime: 'Unknown time',
    today: (time: string) => `Today, ${time}`,
    yesterday: (time: string) => `Yesterday, ${time}`,
    ago: {
      now: 'Just now',
      minutes: (count: number) => (count === 1 ? '1 minute ago' : `${count} minutes ago`),
      hours: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
      thisWeek: (at: Date) => `${weekday(at)}, ${time(at)}`,
      older: (at: Date) => `${date(at)} at ${time(at)}`,
    },
  },
  activity: {
    unknownVisitor: 'Unknown visitor',
    byInvite: 'Joined via invite link',
    /** A test ring has no visitor: who stands for them, and what to do. */
    test: { tag: 'Test ring', name: 'Your visitor', text: 'This is a test. Answer it as you would answer a visitor.' },
    /** What the visitor typed beside name and message: its label, and how it reads alone. */
    details: {
      unitNumber: { label: 'Unit', tag: (unit: string) => (/^(unit|apt|apartment|flat)\b/i.test(unit) ? unit : `Unit ${unit}`) },
    } satisfies Record<RingDetail, { readonly label: string; readonly tag: (typed: string) => string }>,
    tags: {
      live: 'At the door',
      answered_video: 'Video',
      answered_audio: 'Audio',
      answered_message: 'Message',
      missed: 'Missed',
      dismissed: 'Dismissed',
      cancelled: 'Canceled',
    },
    calledBack: 'Missed, called back',
    hasChat: 'Has messages',
    /** Whose home it was, where it is another account's. */
    atHome: (owner: string) => `At ${owner}'s home`,
    rangTimes: (times: number) => `rang ${times} times`,
    purposes: { delivery: 'Delivery', guest: 'Guest', service: 'Service', other: 'Other' },
    /** Of an activity that no visitor caused. */
    system: 'System',
    talked: (kind: string, total: number) => `${kind} · ${length(total)}`,
    length,
    older: 'Show older',
    loadingOlder: 'Loading',
  },
  ring: {
    title: 'Incoming Visitor',
    video: 'Video Call',
    audio: 'Audio Call',
    message: 'Message',
    ignore: 'Ignore',
    away: (name: string) => `${name}'s phone is asleep or offline`,
    secondsLeft: (seconds: number) => `${seconds} seconds left`,
    answerFailed: 'Your answer did not get through. Please try again.',
    expected: 'Expected',
    block: 'Block this visitor',
    /** Below Ignore in a household of several. */
    forEveryone: 'for everyone',
  },
  /** The choice of a history: the account's own, or that of a home that it is a member of. */
  home: { label: 'Home', own: 'My home' },
  door: {
    print: 'Print sign',
    printFor: (label: string) => `Print the sign for ${label}`,
  },
  plan: {
    plan: (tier: string) => `${tier} Plan`,
    tiers: { free: 'Free', premium: 'Premium' },
  },
  premium: {
    title: 'Premium Subscription Required',
    notNow: 'Not Now',
    upgrade: 'Upgrade Now',
    /** Shown instead of the button if the server takes no payments. */
    byOperator: "Ask this server's operator for Premium.",
    toastVideo: 'You need a premium subscription to use video call features.',
    toastAudio: 'You need a premium subscription to use audio calls. Please upgrade your plan.',
  },
} as const
