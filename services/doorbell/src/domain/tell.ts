/** What both sides hear of a ring. Frames only wake pages: what they miss they find by resume or poll. */
import type { CommunicationType } from '#proto/entities.ts'
import type { EndReason, ServerFrameOf } from '#proto/frames/server.ts'
import type { Message } from './chat.ts'
import { type NoticeDeps, ringSettled } from './notifications.ts'
import type { Messages, Rings } from './ports.ts'
import { isBefore, isLive, type Ring } from './ring.ts'
import { presentActivity, presentMessage, presentVisit } from './views.ts'

export type TellDeps = NoticeDeps & {
  readonly rings: Pick<Rings, 'before' | 'liveAtDoors'>
  readonly messages: Pick<Messages, 'of'>
  readonly cooldownMs: number
}
export type ViewDeps = Pick<TellDeps, 'rings' | 'messages' | 'clock' | 'cooldownMs'>
type VisitView = ReturnType<typeof presentVisit>

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

export function ringFrame(ring: Ring, now: Date): ServerFrameOf<'doorbell_ring'> {
  const { id, visitorName, message } = ring
  return { type: 'doorbell_ring', activityId: id, visitorName, message, activity: presentActivity(ring, now), now: now.toISOString() }
}

export function acceptedFrame(ring: Ring, by: CommunicationType): ServerFrameOf<'call_response'> {
  return { type: 'call_response', activityId: ring.id, accepted: true, communicationType: by, message: ACCEPTED[by], version: ring.version }
}

export function endedFrame(ring: Ring, reasonCode: EndReason): ServerFrameOf<'call_response'> {
  return { type: 'call_response', activityId: ring.id, accepted: false, message: ENDED[reasonCode], reasonCode, version: ring.version }
}

export function chatFrame(message: Message): ServerFrameOf<'chat_message'> {
  return { type: 'chat_message', ...presentMessage(message) }
}

export function activityFrame(ring: Ring, now: Date): ServerFrameOf<'activity_changed'> {
  const activity = presentActivity(ring, now)
  return { type: 'activity_changed', activityId: ring.id, answeredBy: activity.answeredBy, activity, now: now.toISOString() }
}

/** @returns the visit with its chat and its place in line, counted now (decision 10) */
export async function viewVisit({ rings, messages, clock, cooldownMs }: ViewDeps, ring: Ring): Promise<VisitView> {
  const now = clock.now()
  const [inLine, chat] = await Promise.all([isLive(ring, now) ? rings.before(ring, now) : 0, ring.hasChat ? messages.of(ring.id) : []])
  return presentVisit(ring, { now, cooldownMs, inLine, messages: chat })
}

/** An answer travels in one NATS message of at most 1 MiB: the chats of several visits share this. */
const CHATS_BYTES = 400_000

/** @returns the visits with as much of their chats as fits one answer, the newest messages of the first visits first */
export async function viewVisits(deps: ViewDeps, rings: readonly Ring[]): Promise<VisitView[]> {
  const views: VisitView[] = []
  let left = CHATS_BYTES
  for (const ring of rings) {
    const view = await viewVisit(deps, left > 0 ? ring : { ...ring, hasChat: false })
    const messages = view.messages.toReversed().filter((message) => {
      left -= Buffer.byteLength(JSON.stringify(message))
      return left >= 0
    })
    views.push({ ...view, messages: messages.reverse() })
  }
  return views
}

/** A quiet ring is listed; nothing opens or sounds (decision 7). */
export function tellRung({ live, clock }: Pick<TellDeps, 'live' | 'clock'>, ring: Ring): void {
  const now = clock.now()
  live.toOwner(ring.ownerId, ring.quiet ? activityFrame(ring, now) : ringFrame(ring, now))
}

export function tellOwner({ live, clock }: Pick<TellDeps, 'live' | 'clock'>, ring: Ring): void {
  live.toOwner(ring.ownerId, activityFrame(ring, clock.now()))
}

export async function tellVisitor(deps: TellDeps, ring: Ring): Promise<void> {
  showVisit(deps, ring, await viewVisit(deps, ring))
}

function showVisit({ live, clock }: TellDeps, ring: Ring, visit: VisitView): void {
  live.toVisit(ring.id, { type: 'visit_changed', activityId: ring.id, visit, now: clock.now().toISOString() })
}

/** Both sides hear of an answer or an end at once; then, aside, the visit in full and the places of those in line behind it. */
export function tellOutcome(deps: TellDeps, ring: Ring, response: ServerFrameOf<'call_response'>): void {
  tellEnd(deps, ring, response)
  deps.aside(tellLines(deps, [ring]))
  ringSettled(deps, ring)
}

/** The end itself, to both sides: no question to Postgres. */
export function tellEnd(deps: TellDeps, ring: Ring, response: ServerFrameOf<'call_response'>): void {
  deps.live.toVisit(ring.id, response)
  tellOwner(deps, ring)
}

/** What ends change for those visitors' pages and for whoever stands behind them: one question for all their doors. */
export async function tellLines(deps: TellDeps, ended: readonly Ring[]): Promise<void> {
  const { rings, messages, clock, cooldownMs } = deps
  const line = await rings.liveAtDoors([...new Set(ended.map((ring) => ring.doorId))], clock.now())
  const tell = async (ring: Ring, inLine: number) => {
    const chat = ring.hasChat ? await messages.of(ring.id) : []
    showVisit(deps, ring, presentVisit(ring, { now: clock.now(), cooldownMs, inLine, messages: chat }))
  }
  for (const ring of ended) await tell(ring, 0)
  for (const ring of line) {
    const sameDoor = (other: Ring) => other.doorId === ring.doorId && isBefore(other, ring)
    if (ended.some(sameDoor)) await tell(ring, line.filter(sameDoor).length)
  }
}

/** Any other change: photo, seen, chat. */
export function tellChange(deps: TellDeps, ring: Ring): void {
  tellOwner(deps, ring)
  deps.aside(tellVisitor(deps, ring))
}
