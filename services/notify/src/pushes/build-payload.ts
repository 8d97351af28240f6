/** The payload of a push: one format for all browsers (proto/push.ts, docs/product/interface.md, Devices and push). */
import { createHash } from 'node:crypto'
import { BoundedCache } from '#kit/bounded-cache.ts'
import type { PushData, PushPayload } from '#proto/push.ts'
import type { RingContent } from '../core/ports.ts'
import { type PushTexts, pushLanguage, pushTexts } from './push-texts.ts'
import type { ClaimedPush } from './pushes.ts'

/** The length of a visitor's message: the notification shows two lines, and a push holds 3,993 bytes (RFC 8291, 4). */
const BODY_MOST = 200

/** Safari, and with it every browser on iPhone and iPad, shows each replacement as a new notification that sounds, and has no actions. */
const replacesSilently = ({ browser, platform }: ClaimedPush['device']) =>
  !/safari/i.test(browser) && !/^(iphone|ipad|ipod|ios)/i.test(platform)

const cut = (text: string) =>
  text.length > BODY_MOST
    ? `${text
        .slice(0, BODY_MOST - 1)
        .toWellFormed()
        .trimEnd()}…`
    : text

/** Both pushes of a ring have it: the second replaces the first, on the device and, while it is offline, at the push service. */
export const ringTag = (activityId: number) => `ring-${activityId}`
/** The tag of all pushes about a visit's messages: the newest replaces the one before, as above. */
export const messagesTag = (activityId: number) => `messages-${activityId}`
const tagOf = ({ kind, subject, activityId }: ClaimedPush) =>
  kind === 'message' && activityId !== null ? messagesTag(activityId) : subject
/** Pushes of one ring to several devices follow each other: their common part is built once. */
const COMMON_MOST = 1_000

const topics = new BoundedCache<string>(COMMON_MOST)
/**
 * The topic of a tag: at most 32 characters of base64url (RFC 8030, 5.4); Apple refuses a length of 1 mod 4. A hash, so that a push
 * service cannot tell what is pushed.
 */
export const topicOf = (tag: string) => topics.get(tag, () => createHash('sha256').update(tag).digest('base64url').slice(0, TOPIC_LENGTH))

const TOPIC_LENGTH = 24

/** Residents choose their time zone. */
const FORMATS_MOST = 200
const timeFormats = new BoundedCache<Intl.DateTimeFormat>(FORMATS_MOST)
const times = new BoundedCache<string>(COMMON_MOST)

function timeOf(rungAt: string, language: string, timeZone: string): string {
  const format = () => timeFormats.get(`${language} ${timeZone}`, () => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone }))
  return times.get(`${rungAt} ${language} ${timeZone}`, () => format().format(new Date(rungAt)))
}

type Said = { readonly title: string; readonly body: string }

/** For a payload that a push service found too large: the next one is without the visitor's text. */
const TOO_LARGE = 413

export type PayloadOptions = { readonly publicUrl: string; readonly now: Date }

type Content = Said & {
  readonly path: string
  readonly afterwards?: string | null
  readonly endsAt: string | null
  readonly timestamp: number
} & Partial<Pick<PushPayload['notification'], 'image' | 'silent' | 'renotify' | 'requireInteraction' | 'actions'>>

/** The fields that every push has. */
export function buildPayload(
  push: ClaimedPush,
  publicUrl: string,
  { path, endsAt, body, image, afterwards = null, ...content }: Content,
): PushPayload {
  const data: PushData = { activityId: push.activityId, kind: push.kind, token: push.token, endsAt }
  const isShort = push.lastStatus === TOO_LARGE
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      ...{ navigate: `${publicUrl}${path}`, tag: tagOf(push), lang: pushLanguage(push.device.language) },
      ...{ icon: `${publicUrl}/icons/notification.png`, badge: `${publicUrl}/icons/badge.png` },
      ...{ silent: false, renotify: false, requireInteraction: false, actions: [], data: { ...data, afterwards } },
      ...content,
      body: isShort ? '' : cut(body),
      ...(image === undefined || isShort ? {} : { image }),
    },
    app_data: data,
  }
}

export function buildRingPayload(push: ClaimedPush, ring: RingContent, { publicUrl, now }: PayloadOptions): PushPayload {
  const language = pushLanguage(push.device.language)
  const texts = pushTexts(language)
  const time = timeOf(ring.rungAt, language, ring.timeZone)
  const isRing = push.kind === 'ring'
  const { title, body } = isRing ? ringTexts(push, ring, texts, time) : endedTexts(push, ring, texts, time)
  const isMissed = ring.outcome === 'missed'
  const path = `/rings/${push.activityId}`
  const isReplaced = isRing && !ring.test && replacesSilently(push.device)
  return buildPayload(push, publicUrl, {
    ...{ title, body, path, endsAt: ring.endsAt },
    ...(push.device.details && ring.photoUrl !== null ? { image: `${publicUrl}${ring.photoUrl}` } : {}),
    afterwards: isReplaced ? rangTitle(push, ring, texts, time) : null,
    timestamp: isRing ? now.getTime() : Date.parse(ring.rungAt),
    silent: !isRing && !isMissed,
    ...{ renotify: isRing, requireInteraction: isRing },
    actions: isReplaced ? actionsOf(`${publicUrl}${path}`, texts) : [],
  })
}

const actionsOf = (navigate: string, { answer, message, ignore }: PushTexts): PushPayload['notification']['actions'] => [
  { action: 'answer', title: answer, navigate: `${navigate}?action=answer` },
  { action: 'message', title: message, navigate: `${navigate}?action=message` },
  { action: 'ignore', title: ignore, navigate: `${navigate}?action=ignore` },
]

function ringTexts(push: ClaimedPush, ring: RingContent, texts: PushTexts, time: string): Said {
  if (ring.test) return { title: texts.test, body: texts.testBody }
  const { details } = push.device
  const present = details ? texts.atTheDoor(ring.visitorName) : texts.someone
  const title = replacesSilently(push.device) ? present : rangTitle(push, ring, texts, time)
  return { title, body: details ? [ring.doorLabel, ring.message].filter(Boolean).join(' · ') : '' }
}

/** A text that stays true whatever the ring's outcome. */
const rangTitle = ({ device }: ClaimedPush, ring: RingContent, texts: PushTexts, time: string): string =>
  device.details ? texts.rangAt(ring.visitorName, time) : texts.someoneAt(time)

function endedTexts(push: ClaimedPush, ring: RingContent, texts: PushTexts, time: string): Said {
  const { outcome } = ring
  const { details } = push.device
  if (outcome === null || outcome === 'missed')
    return details ? { title: texts.missed(ring.visitorName, time), body: ring.message } : { title: texts.missedSomeone(time), body: '' }
  return { title: rangTitle(push, ring, texts, time), body: texts.endedBody(outcome, ring.answeredBy, ring.answeredMember) }
}
