/** Live updates of a ring to both sides. Core NATS drops frames while a socket is disconnected: pages resync by `resume` or by polling. */
import type { Log } from '#kit/log.ts'
import type { CommunicationType } from '#proto/entities.ts'
import type { EndReason, ServerFrame, ServerFrameOf } from '#proto/frames/server.ts'
import type { Message } from '../core/chat.ts'
import type { LiveUpdates } from '../core/live-updates.ts'
import { accountsOf, isBefore, isLive, type Ring, visitorVersion } from '../core/ring.ts'
import { presentActivity, presentMessage, presentVisitorView } from '../core/views.ts'
import { type NotificationDeps, settleRingNotification } from '../notifications/notifications.ts'
import type { Messages } from './messages.ts'
import type { Rings } from './rings.ts'

export type LiveUpdateDeps = Pick<NotificationDeps, 'notifications' | 'live' | 'clock' | 'runInBackground'> & {
  readonly rings: Pick<Rings, 'before' | 'liveAtDoors'>
  readonly messages: Pick<Messages, 'of'>
  readonly cooldownMs: number
  readonly log: Log
}
type ViewDeps = Pick<LiveUpdateDeps, 'rings' | 'messages' | 'clock' | 'cooldownMs'>
type VisitorView = ReturnType<typeof presentVisitorView>

const ACCEPTED: Record<CommunicationType, string> = {
  video: 'The resident is answering with video',
  audio: 'The resident is answering with audio',
  message: 'The resident is answering with a message',
}
const ENDED: Record<EndReason, string> = {
  dismissed: 'Call Declined',
  missed: 'No one answered',
  cancelled: 'You have cancelled this ring',
  ended: 'Call Ended',
}

/** A live ring for one account: a quiet one is only listed; no modal opens and no sound plays (docs/product/decisions.md, 7). */
export function ringFrame(ring: Ring, now: Date, userId: number): ServerFrameOf<'doorbell_ring' | 'activity_changed'> {
  const activity = presentActivity(ring, now, userId)
  if (activity.quiet) return activityFrame(ring, now, userId)
  const { id, visitorName, message } = ring
  return { type: 'doorbell_ring', activityId: id, visitorName, message, activity, now: now.toISOString() }
}

export function acceptedFrame(ring: Ring, by: CommunicationType): ServerFrameOf<'call_response'> {
  return {
    type: 'call_response',
    activityId: ring.id,
    accepted: true,
    communicationType: by,
    message: ACCEPTED[by],
    version: visitorVersion(ring),
  }
}

export function endedFrame(ring: Ring, reasonCode: EndReason): ServerFrameOf<'call_response'> {
  return {
    type: 'call_response',
    activityId: ring.id,
    accepted: false,
    message: ENDED[reasonCode],
    reasonCode,
    version: visitorVersion(ring),
  }
}

export function chatFrame(message: Message): ServerFrameOf<'chat_message'> {
  return { type: 'chat_message', ...presentMessage(message) }
}

export function activityFrame(ring: Ring, now: Date, userId: number): ServerFrameOf<'activity_changed'> {
  const activity = presentActivity(ring, now, userId)
  return { type: 'activity_changed', activityId: ring.id, answeredBy: activity.answeredBy, activity, now: now.toISOString() }
}

/** @returns the visitor's view with its chat and its place in the queue, counted now (docs/product/decisions.md, 10) */
export async function loadVisitorView({ rings, messages, clock, cooldownMs }: ViewDeps, ring: Ring): Promise<VisitorView> {
  const now = clock.now()
  const [inLine, chat] = await Promise.all([isLive(ring, now) ? rings.before(ring, now) : 0, ring.hasChat ? messages.of(ring.id) : []])
  return presentVisitorView(ring, { now, cooldownMs, inLine, messages: chat })
}

/** A NATS message holds at most 1 MiB: the chats of all rings in one answer share this. */
const CHATS_BYTES = 400_000

/** @returns the views with as much of their chats as fits one answer; the newest messages of the first rings have priority */
export async function loadVisitorViews(deps: ViewDeps, rings: readonly Ring[]): Promise<VisitorView[]> {
  const views: VisitorView[] = []
  let left = CHATS_BYTES
  for (const ring of rings) {
    const view = await loadVisitorView(deps, left > 0 ? ring : { ...ring, hasChat: false })
    const messages = view.messages.toReversed().filter((message) => {
      left -= Buffer.byteLength(JSON.stringify(message))
      return left >= 0
    })
    views.push({ ...view, messages: messages.reverse() })
  }
  return views
}

/** A test ring for one device is published to its sockets alone. */
const receiversOf = ({ testSession }: Ring) => (testSession === null ? {} : { session: testSession })

/** To the pages of each account that has the ring, as that account sees it. */
export function publishToResidents(live: LiveUpdates, ring: Ring, frameFor: (userId: number) => ServerFrame, except?: string): void {
  for (const userId of accountsOf(ring)) live.toOwner(userId, frameFor(userId), { ...receiversOf(ring), except })
}

/**
 * To pages and to notify.
 * @param deviceId of a test ring for one device
 */
export function publishRing({ live, clock, log }: Pick<LiveUpdateDeps, 'live' | 'clock' | 'log'>, ring: Ring, deviceId?: string): void {
  const now = clock.now()
  publishToResidents(live, ring, (userId) => ringFrame(ring, now, userId))
  const { id: activityId, ownerId, doorId, timestamp, endsAt, test, quiet } = ring
  const times = { at: timestamp.toISOString(), endsAt: endsAt.toISOString() }
  log.info({ activityId, doorId, quiet, test }, 'ring placed')
  const members = ring.members.map(({ userId, alerts }) => ({ userId, quiet: !alerts.includes('modal') }))
  live.ringChanged({ type: 'placed', activityId, ownerId, doorId, ...times, test, quiet, members, ...(deviceId ? { deviceId } : {}) })
}

export function publishActivity({ live, clock }: Pick<LiveUpdateDeps, 'live' | 'clock'>, ring: Ring): void {
  const now = clock.now()
  publishToResidents(live, ring, (userId) => activityFrame(ring, now, userId))
}

export async function publishVisitorView(deps: LiveUpdateDeps, ring: Ring): Promise<void> {
  sendVisitorView(deps, ring, await loadVisitorView(deps, ring))
}

function sendVisitorView({ live, clock }: LiveUpdateDeps, ring: Ring, visit: VisitorView): void {
  live.toVisitor(ring.id, { type: 'visit_changed', activityId: ring.id, visit, now: clock.now().toISOString() })
}

/** Publishes the outcome immediately; in the background the full views and the queue positions, which need queries. */
export function publishOutcome(deps: LiveUpdateDeps, ring: Ring, response: ServerFrameOf<'call_response'>): void {
  publishEnd(deps, ring, response)
  deps.runInBackground('publish queue positions', publishQueuePositions(deps, [ring]))
  settleRingNotification(deps, ring)
}

/** To both sides, without a query. */
export function publishEnd(deps: LiveUpdateDeps, ring: Ring, response: ServerFrameOf<'call_response'>): void {
  deps.live.toVisitor(ring.id, response)
  publishActivity(deps, ring)
  const { id: activityId, ownerId, outcome, timestamp, answeredSession: session, answeredBy: device } = ring
  if (!outcome) return
  const now = deps.clock.now()
  deps.log.info({ activityId, outcome, seconds: Math.round((now.getTime() - timestamp.getTime()) / 1_000) }, 'ring ended')
  deps.live.ringChanged({ type: 'ended', activityId, ownerId, at: now.toISOString(), outcome, session, device })
}

/** Publishes the views of the ended rings and the new positions of the rings behind them: one query for all doors. */
export async function publishQueuePositions(deps: LiveUpdateDeps, ended: readonly Ring[]): Promise<void> {
  const { rings, messages, clock, cooldownMs } = deps
  const queue = await rings.liveAtDoors([...new Set(ended.map((ring) => ring.doorId))], clock.now())
  const publish = async (ring: Ring, inLine: number) => {
    const chat = ring.hasChat ? await messages.of(ring.id) : []
    sendVisitorView(deps, ring, presentVisitorView(ring, { now: clock.now(), cooldownMs, inLine, messages: chat }))
  }
  for (const ring of ended) await publish(ring, 0)
  for (const ring of queue) {
    const sameDoor = (other: Ring) => other.doorId === ring.doorId && isBefore(other, ring)
    if (ended.some(sameDoor)) await publish(ring, queue.filter(sameDoor).length)
  }
}

/** Publishes any other change: photo, seen, chat. */
export function publishChange(deps: LiveUpdateDeps, ring: Ring): void {
  publishActivity(deps, ring)
  deps.runInBackground('publish visitor view', publishVisitorView(deps, ring))
}
