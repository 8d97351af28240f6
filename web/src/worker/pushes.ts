/** Shows pushes, each once, and reports their results to the server (docs/product/interface.md, Devices and push). */
import type { PushPayload, PushEvent as PushReport, RingNews, NotificationData as SentData } from '#proto/push.ts'
import { showAsPast } from '../core/push/past-ring.ts'
import { VIBRATIONS } from '../core/vibrate.ts'
import type { PushEvent, Scope } from './scope.ts'
import { sendJson } from './send-json.ts'
import { within } from './within.ts'

/** The data of a notification: its push, if it is one, and the addresses that it leads to by action ('' is the notification itself). */
export type NotificationData = Partial<SentData> & { readonly paths?: Readonly<Record<string, string>> }
type Content = PushPayload['notification']
/** Options that TypeScript's types lack, and that browsers without them ignore. */
type Options = NotificationOptions &
  Partial<Pick<Content, 'image' | 'timestamp' | 'renotify' | 'actions'>> & { vibrate?: readonly number[] }

export type Pushes = {
  readonly show: (event: PushEvent) => Promise<void>
  readonly report: (token: string | undefined, event: PushReport) => Promise<void>
}

const SEEN = 'pushes'
/** A push service repeats within minutes, if at all. */
const MOST_SEEN = 50
const REPORT_DELAYS = [0, 1_000, 4_000, 15_000]
const TOO_MANY = 429
/** A browser whose desktop does not answer never resolves `showNotification`: the next ring does not wait for it. */
const TURN_MS = 2_000
/** Between two requests for the state of a ring; the server holds each for 15 s while it is live. */
const ASK_EVERY_MS = 1_000
const ASK_AGAIN_MS = 5_000
/** A browser opens six connections to a server of HTTP/1.1, and the next notification needs one for its icon. */
const HELD_MOST = 2
/** After a push's event: a busy browser takes this long to check the shown notifications. */
const LOOKED_AT_MS = 1_000
/** A ring may end a little later than its time: another process of the server ends it. */
const LATE_MS = 5_000

const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
export const dataOf = ({ data }: Notification): NotificationData => (data as NotificationData | null) ?? {}

/** With declarative push the worker gets the notification that the browser would show, else its JSON. */
function contentOf({ notification, data }: PushEvent): Content | undefined {
  if (notification) return notification as Notification & Content
  return (data?.json() as PushPayload | undefined)?.notification
}

/** @param standing a notification that this one replaces: it has sounded already */
function optionsOf(content: Content, standing: boolean, origin: string): Options {
  // Addresses in a push begin with the public URL; this browser may know the server by another one.
  const local = (url: string) => {
    const { pathname, search } = new URL(url, origin)
    return `/${pathname.replace(/^[/\\]+/, '')}${search}`
  }
  const { body, tag, lang, requireInteraction, timestamp, data, actions = [], image } = content
  const isQuiet = content.silent || standing
  return {
    ...{ body, tag, lang, requireInteraction, timestamp, actions },
    ...{ icon: local(content.icon), badge: local(content.badge) },
    ...(image ? { image: local(image) } : {}),
    ...(isQuiet ? { silent: true } : { renotify: content.renotify, ...(data.kind === 'ring' ? { vibrate: VIBRATIONS.ring } : {}) }),
    data: {
      ...data,
      paths: Object.fromEntries([['', local(content.navigate)], ...actions.map((each) => [each.action, local(each.navigate)])]),
    },
  }
}

export function createPushes({ caches, fetch, location, navigator, registration, Notification }: Scope): Pushes {
  const showsImages = 'image' in Notification.prototype
  /** Firefox ends a worker 30 s after its last event, sooner than a ring, and 60 s after one that is not over. */
  const staysInEvent = navigator.userAgent.includes('Firefox/')
  /** One after the other, so that the second of two equal ones finds the first. */
  let last: Promise<unknown> = Promise.resolve()
  let held = 0

  async function isRepeated(token: string): Promise<boolean> {
    const seen = await caches.open(SEEN)
    const key = `/${SEEN}/${token}`
    if (await seen.match(key)) return true
    await seen.put(key, new Response())
    const old = (await seen.keys()).slice(0, -MOST_SEEN)
    await Promise.all(old.map((request) => seen.delete(request)))
    return false
  }
  async function report(token: string | undefined, event: PushReport): Promise<void> {
    if (!token) return
    const options = { keepalive: true, pushToken: token }
    for (const delay of REPORT_DELAYS) {
      await sleep(delay)
      const response = await sendJson(fetch, 'POST', '/api/push/reports', { token, event }, options).catch(() => undefined)
      // Many devices behind one address may have used up its reports.
      if (response && response.status < 500 && response.status !== TOO_MANY) return
    }
  }
  /** Browsers count pushes without a notification, and end the subscription after a few (iOS: three): it is shown again, silently. */
  const showAgain = async ({ body, tag, lang, icon, data, title }: Notification) =>
    registration.showNotification(title, { body, tag, lang, icon, data, silent: true })

  /** Only a few of many live rings are waited for; the others are requested repeatedly. */
  async function newsOf(token: string, wantsPhoto: boolean, milliseconds: number): Promise<RingNews | undefined> {
    const holds = held < HELD_MOST
    if (holds) held += 1
    const ask = async () => {
      const asked = { token, wantsPhoto, ...(holds ? {} : { holds }) }
      const response = await sendJson(fetch, 'POST', '/api/push/ring-end', asked, { pushToken: token })
      return response.ok ? ((await response.json()) as RingNews) : undefined
    }
    try {
      return await within(milliseconds, ask())
    } finally {
      if (holds) held -= 1
    }
  }
  /**
   * Until the ring is over, or the browser ends the worker: the visitor's photo is added once it is there, where the browser shows
   * photos; then the notification is closed if it was answered or dismissed, and otherwise gets a text that stays true. The device's
   * clock may be wrong: only how long the ring had left when it was sent counts.
   */
  async function follow(content: Content): Promise<void> {
    const { tag, timestamp, data } = content
    const { token, endsAt, afterwards } = data
    if (endsAt === null) return
    const standing = async () => (await registration.getNotifications({ tag })).filter((each) => dataOf(each).token === token)
    const until = performance.now() + Date.parse(endsAt) - timestamp + LATE_MS
    let image = content.image
    let news: RingNews | undefined
    const isLive = () => news === undefined || news.ring === 'live'
    while (isLive() && performance.now() < until && (await standing()).length) {
      const asked = performance.now()
      news = await newsOf(token, showsImages && image === undefined, until - asked)
      if (image === undefined && news?.image !== undefined) {
        image = news.image
        if ((await standing()).length)
          await registration.showNotification(content.title, optionsOf({ ...content, image }, true, location.origin))
      } else if (isLive()) await sleep(Math.max(ASK_EVERY_MS, ASK_AGAIN_MS - (performance.now() - asked)))
    }
    for (const notification of await standing()) {
      if (news?.ring === 'over') notification.close()
      else if (afterwards !== null) await showAsPast(registration, notification, afterwards)
    }
  }

  /**
   * After the browser has checked the notifications that the push left, which it does after its event: if there is none, Chromium shows a
   * notification of its own. A worker lives 30 s after its last event.
   */
  async function followAfter(event: Promise<void>, content: Content): Promise<void> {
    await event
    await sleep(LOOKED_AT_MS)
    await follow(content)
  }

  /** @returns whether this push is shown, and not one that it repeats or that came before */
  async function show({ data, tag, title, ...content }: Content): Promise<boolean> {
    const [standing, isKnown] = [await registration.getNotifications({ tag }), await isRepeated(data.token)]
    // A ring that comes after its end must not replace the newer notification.
    const ended = data.kind === 'ring' ? standing.find((other) => dataOf(other).kind === 'ended') : undefined
    const kept = ended ?? (isKnown ? standing[0] : undefined)
    if (kept) await showAgain(kept)
    if (kept || isKnown) return false
    await registration.showNotification(title, optionsOf({ data, tag, title, ...content }, standing.length > 0, location.origin))
    return true
  }
  return {
    report,
    show: async (event) => {
      const content = contentOf(event)
      if (!content) return
      const shown = last.then(() => show(content))
      last = within(TURN_MS, shown)
      // Outside its turn: a server that does not answer must not hold back the next ring.
      if (!(await shown)) return
      const reported = report(content.data.token, 'shown')
      const followed = content.data.kind === 'ring' ? followAfter(reported, content).catch(() => undefined) : undefined
      await reported
      if (staysInEvent) await followed
    },
  }
}
