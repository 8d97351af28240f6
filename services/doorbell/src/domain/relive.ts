/**
 * A visit of the past, for an account made to be looked at (`npm run demo`): the very use cases of today, each with a clock that stands at
 * the visit's own time. Nobody is waked, and it is kept as long as if it had rung now: else most of a past would be deleted at once.
 */
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kit/refusal.ts'
import type { Outcome } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import type { PastVisit } from '#proto/operations/demo.ts'
import { type AnswerDeps, answerRing } from './answer-ring.ts'
import { cancelLive, type EndDeps } from './end-ring.ts'
import { checkJpeg, developPhoto, type PhotoDeps } from './keep-photo.ts'
import type { Clock, Live, Outbox, Rings } from './ports.ts'
import { receive } from './receive.ts'
import { type CallLog, recordCall } from './record-call.ts'
import type { Ring } from './ring.ts'
import { type RingDeps, ringDoor } from './ring-door.ts'
import { type ChatDeps, writeMessage } from './write-message.ts'

export type ReliveDeps = RingDeps & AnswerDeps & EndDeps & ChatDeps & PhotoDeps & { readonly rings: Rings; readonly callLog: CallLog }

const SECOND = 1000
const DELIVERED_AFTER = 1
const SEEN_AFTER = 3
const PHOTO_AFTER = 2
/** The ring that is to be answered stays open until it is: the round that misses what is due goes by the real time. */
const OPEN_FOR = 60_000
const WISHES = { answered_video: 'video', answered_audio: 'audio', answered_message: 'message', dismissed: 'dismiss' } as const
const nobody: Live = { toOwner: () => undefined, toVisit: () => undefined }

const stoppedAt = (at: Date): Clock => ({ now: () => at, in: (ms) => new Date(at.getTime() + ms) })
const callerOf = (visit: PastVisit, session: string): Caller => ({
  requestId: 'demo',
  address: '',
  userAgent: '',
  visits: [],
  resident: { userId: visit.userId, session, device: visit.device },
})

/**
 * @returns the activity's id
 * @throws Refusal door_inactive; photo_invalid
 */
export async function relive(deps: ReliveDeps, visit: PastVisit): Promise<number> {
  const at = new Date(visit.at)
  const now = deps.clock.now()
  // Events are told by the outbox's own round, when all is over: nobody prepares a call for them.
  const outbox: Outbox = { row: deps.outbox.row, soon: () => undefined }
  const then = (seconds: number) => ({ ...deps, outbox, live: nobody, clock: stoppedAt(new Date(at.getTime() + seconds * SECOND)) })
  const ringLifeMs = visit.outcome === 'missed' ? deps.ringLifeMs : now.getTime() - at.getTime() + OPEN_FOR
  const { qrCodeId, visitorName, message, unitNumber, purpose } = visit
  const from = { key: randomUUID(), address: '', visits: [] }
  const placing = { ...then(0), ringLifeMs, keptSince: now }
  const { ring } = await ringDoor(placing, { qrCodeId, visitorName, message, unitNumber, purpose }, from)
  if (ring.ownerId !== visit.userId) throw new Refusal('not_found')
  await end(then, visit, ring)
  if (visit.photo) await photograph(then(PHOTO_AFTER), Buffer.from(visit.photo, 'base64'), ring)
  await talk(then, visit, ring)
  return ring.id
}

type Then = (seconds: number) => ReliveDeps

async function end(then: Then, visit: PastVisit, ring: Ring): Promise<void> {
  const caller = callerOf(visit, randomUUID())
  await receive(then(DELIVERED_AFTER), ring.id, 'delivered', caller)
  const wish = wishOf(visit.outcome)
  if (wish) {
    await receive(then(SEEN_AFTER), ring.id, 'seen', caller)
    await answerRing(then(visit.endedAfter), ring.id, wish, caller)
  } else if (visit.outcome === 'cancelled') await cancelLive(then(visit.endedAfter), ring)
  else {
    const deps = then(0)
    await deps.rings.missDue(new Date(ring.endsAt.getTime()))
  }
}

const wishOf = (outcome: Outcome) => (outcome in WISHES ? WISHES[outcome as keyof typeof WISHES] : undefined)

/** @throws Refusal photo_invalid */
async function photograph(deps: ReliveDeps, bytes: Buffer, ring: Ring): Promise<void> {
  checkJpeg(bytes)
  await deps.files.putRaw(ring.id, bytes)
  await developPhoto(deps, ring.id)
}

async function talk(then: Then, visit: PastVisit, ring: Ring): Promise<void> {
  if (visit.callSeconds !== null) {
    const startedAt = then(visit.endedAfter).clock.now()
    const connectedAt = then(visit.endedAfter + 2).clock.now()
    const endedAt = then(visit.endedAfter + 2 + visit.callSeconds).clock.now()
    const kind = visit.outcome === 'answered_audio' ? 'audio' : 'video'
    const call = { activityId: ring.id, callId: randomUUID(), kind, startedAt, connectedAt, endedAt, seconds: visit.callSeconds } as const
    await recordCall(then(visit.endedAfter), call)
  }
  const caller = callerOf(visit, ring.answeredSession ?? randomUUID())
  for (const { by, after, text } of visit.chat) await writeMessage(then(after), ring.id, by, { message: text }, caller)
  if (visit.chat.length) await receive(then(visit.chat.at(-1)?.after ?? 0), ring.id, 'read', caller)
}
