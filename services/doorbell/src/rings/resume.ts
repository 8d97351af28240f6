/** The frames that a page missed (docs/product/decisions.md, 13): a new registration gets them after `register_success`. */
import { residentOf } from '#kit/handlers.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { TIME } from '#proto/limits.ts'
import { ringOfVisitor } from '../core/access.ts'
import { isFor, isLive, outcomeOf, type Ring } from '../core/ring.ts'
import { answeredWith } from './answer-ring.ts'
import {
  acceptedFrame,
  activityFrame,
  chatFrame,
  endedFrame,
  type LiveUpdateDeps,
  loadVisitorView,
  publishActivity,
  ringFrame,
} from './live-updates.ts'
import type { Messages } from './messages.ts'
import type { CallLog } from './record-call.ts'
import type { Rings } from './rings.ts'

type ResumeDeps = LiveUpdateDeps & {
  readonly rings: Pick<Rings, 'find' | 'replayed' | 'setAway'>
  readonly messages: Pick<Messages, 'after'>
  readonly callLog: Pick<CallLog, 'lastOf'>
}

/** Live rings, the rings that this session answered, and the visitors' unread messages. */
export async function resumeResident(deps: ResumeDeps, caller: Caller): Promise<ServerFrame[]> {
  const { userId, session, wall = false } = residentOf(caller)
  const now = deps.clock.now()
  const [{ live, answeredHere, withChat }, unread] = await Promise.all([
    deps.rings.replayed({ userId, session, wall }, now, deps.clock.in(-TIME.lateCallWithin)),
    deps.notifications.unread([userId], now),
  ])
  const unreadMessages = await unreadBy('resident', deps, withChat)
  return [
    ...live.filter((ring) => isFor(ring, session)).map((ring) => ringFrame(ring, now, userId)),
    ...answeredHere.map((ring) => activityFrame(ring, now, userId)),
    ...unreadMessages.map(chatFrame),
    { type: 'notifications_changed', unread: unread.get(userId) ?? 0 },
  ]
}

/** The answer or the end, the visitor's view, and the resident's unread messages. @throws AppError not_found */
export async function resumeVisitor(deps: ResumeDeps, activityId: number, caller: Caller): Promise<ServerFrame[]> {
  let ring = await ringOfVisitor(deps, activityId, caller)
  const back = ring.visitorAway ? await deps.rings.setAway(activityId, false, deps.clock.now()) : undefined
  if (back) {
    ring = back
    publishActivity(deps, back)
  }
  const [visit, unreadMessages, response] = await Promise.all([
    loadVisitorView(deps, ring),
    unreadBy('visitor', deps, [ring]),
    responseFor(deps, ring),
  ])
  const changed: ServerFrame = { type: 'visit_changed', activityId, visit, now: deps.clock.now().toISOString() }
  return [...(response ? [response] : []), changed, ...unreadMessages.map(chatFrame)]
}

/** The current state: a call in progress, the end of the last call, or the ring's own answer or end. */
async function responseFor(deps: ResumeDeps, ring: Ring): Promise<ServerFrame | undefined> {
  const now = deps.clock.now()
  if (isLive(ring, now)) return undefined
  const call = await deps.callLog.lastOf(ring.id)
  if (call) return call.endedAt ? endedFrame(ring, 'ended') : acceptedFrame(ring, call.kind)
  const kind = answeredWith(ring)
  if (kind) return acceptedFrame(ring, kind)
  const outcome = outcomeOf(ring, now)
  return outcome === 'dismissed' || outcome === 'missed' || outcome === 'cancelled' ? endedFrame(ring, outcome) : undefined
}

/** Messages of the other side that this side has neither read nor answered. */
async function unreadBy(side: 'resident' | 'visitor', deps: ResumeDeps, rings: readonly Ring[]) {
  const other = side === 'resident' ? 'visitor' : 'resident'
  const withChat = new Map(rings.filter((ring) => ring.hasChat).map((ring) => [ring.id, ring]))
  if (!withChat.size) return []
  const written = await deps.messages.after([...withChat.keys()], other)
  return written.filter(({ activityId, seq }) => {
    const ring = withChat.get(activityId)
    return ring !== undefined && seq > (side === 'resident' ? ring.residentRead : ring.visitorRead)
  })
}
