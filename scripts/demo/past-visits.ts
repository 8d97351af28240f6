/**
 * Visits of the past, written into the doorbell's database and file store by the doorbell's own use cases, each with a clock that stands at
 * the visit's time. Nothing is published live, and each visit is kept as long as if it had rung now: otherwise most of them would be
 * deleted immediately.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { createClock } from '#kit/clock.ts'
import { FilesConfig, openFiles } from '#kit/file-store.ts'
import { createLog } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import { createPool } from '#kit/postgres.ts'
import type { Outcome, Purpose } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import type { LiveUpdates } from '../../services/doorbell/src/core/live-updates.ts'
import { createPrisma } from '../../services/doorbell/src/core/prisma.store.ts'
import type { Ring } from '../../services/doorbell/src/core/ring.ts'
import { createNotifications } from '../../services/doorbell/src/notifications/notifications.store.ts'
import { createPreferences } from '../../services/doorbell/src/notifications/preferences.store.ts'
import { createPhotoFiles } from '../../services/doorbell/src/photos/photo-files.adapter.ts'
import { createPhotos } from '../../services/doorbell/src/photos/photos.store.ts'
import { reencodeJpeg } from '../../services/doorbell/src/photos/reencode.adapter.ts'
import { type PhotoDeps, type PhotoFiles, processPhoto } from '../../services/doorbell/src/photos/store-photo.ts'
import { type AnswerDeps, answerRing } from '../../services/doorbell/src/rings/answer-ring.ts'
import { createCallLog } from '../../services/doorbell/src/rings/calls.store.ts'
import { cancelLive, type EndDeps } from '../../services/doorbell/src/rings/end-ring.ts'
import { createMessages } from '../../services/doorbell/src/rings/messages.store.ts'
import { type CallLog, recordCall } from '../../services/doorbell/src/rings/record-call.ts'
import { type ReceiptDeps, recordReceipt } from '../../services/doorbell/src/rings/record-receipt.ts'
import { type RingDeps, ringDoor } from '../../services/doorbell/src/rings/ring-door.ts'
import { createRings } from '../../services/doorbell/src/rings/rings.store.ts'
import type { Rings } from '../../services/doorbell/src/rings/rings.ts'
import { type ChatDeps, writeMessage } from '../../services/doorbell/src/rings/write-message.ts'

/** Times are in seconds after the ring. */
export type PastVisit = {
  readonly userId: number
  readonly qrCodeId: string
  readonly at: Date
  readonly visitorName: string
  readonly message: string
  readonly unitNumber: string | null
  readonly purpose: Purpose | null
  /** A JPEG. */
  readonly photo: Buffer | null
  readonly outcome: Outcome
  readonly endedAfter: number
  readonly device: string
  readonly chat: readonly { readonly by: 'visitor' | 'resident'; readonly after: number; readonly text: string }[]
  readonly callSeconds: number | null
}

/** The folders and databases of the doorbell. */
export type DoorbellStorage = { readonly databaseUrl: string; readonly filesDir: string }
export type PastVisits = { add(visit: PastVisit): Promise<number>; close(): Promise<void> }

type Deps = RingDeps &
  AnswerDeps &
  EndDeps &
  ChatDeps &
  ReceiptDeps &
  PhotoDeps & { readonly rings: Rings; readonly callLog: CallLog; readonly files: PhotoFiles }

const SECOND = 1000
const DELIVERED_AFTER = 1
const SEEN_AFTER = 3
const PHOTO_AFTER = 2
/** A ring stays open until it is answered here: the doorbell's job that ends due rings goes by the real time. */
const OPEN_FOR = 60_000
const WISHES = { answered_video: 'video', answered_audio: 'audio', answered_message: 'message', dismissed: 'dismiss' } as const
const unpublished: LiveUpdates = { toOwner: () => undefined, toVisitor: () => undefined, ringChanged: () => undefined }

const stoppedAt = (at: Date): Clock => ({ now: () => at, in: (ms) => new Date(at.getTime() + ms) })
const callerOf = (visit: PastVisit, session: string): Caller => ({
  requestId: 'demo',
  address: '',
  userAgent: '',
  visits: [],
  resident: { userId: visit.userId, session, device: visit.device },
})

/** @throws where the database or the file store cannot be reached */
export async function openPastVisits({ databaseUrl, filesDir }: DoorbellStorage): Promise<PastVisits> {
  const log = createLog('demo', 'warn')
  const clock = createClock()
  const pool = createPool(databaseUrl, log)
  const prisma = createPrisma(pool)
  const files = await openFiles(z.object(FilesConfig).parse({ ...process.env, FILES_DIR: filesDir }), clock, log)
  const preferences = createPreferences(pool, prisma)
  const deps: Deps = {
    log,
    rings: createRings({ pool, ringPool: pool, jobPool: pool }, prisma),
    messages: createMessages(prisma),
    callLog: createCallLog(prisma),
    notifications: createNotifications(pool, pool, prisma),
    preferences,
    timeZoneOf: async (ownerId, at) => (await preferences.snapshot(ownerId, at)).preferences.timeZone,
    photos: createPhotos(pool, prisma),
    files: createPhotoFiles(files),
    reencode: reencodeJpeg,
    countPhoto: () => undefined,
    ringDelivered: () => undefined,
    // Stored with their rows; the doorbell's outbox job publishes them.
    outbox: { row: createEnvelope, soon: () => undefined },
    live: unpublished,
    publishChange: () => undefined,
    billing: { isPremium: () => Promise.resolve(true) },
    closedDoorError: async () => new AppError('door_inactive'),
    runInBackground: (task, work) => void work.catch((err: unknown) => log.warn({ err, task }, 'background task failed')),
    clock,
    cooldownMs: TIME.ringCooldown,
    ringLifeMs: TIME.ringLife,
    visitorTokenKeys: ['unused: nobody receives the visitor’s cookie'],
  }
  return {
    add: (visit) => addVisit(deps, visit),
    close: async () => {
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

const createEnvelope: Outbox['row'] = (name, data) => ({ id: randomUUID(), name, at: new Date().toISOString(), data })

/**
 * @returns the activity's id
 * @throws AppError door_inactive
 */
async function addVisit(deps: Deps, visit: PastVisit): Promise<number> {
  const { at } = visit
  const now = deps.clock.now()
  const then = (seconds: number) => ({ ...deps, clock: stoppedAt(new Date(at.getTime() + seconds * SECOND)) })
  const ringLifeMs = visit.outcome === 'missed' ? deps.ringLifeMs : now.getTime() - at.getTime() + OPEN_FOR
  const { qrCodeId, visitorName, message, unitNumber, purpose } = visit
  const from = { key: randomUUID(), address: '', visits: [] }
  const placing = { ...then(0), ringLifeMs, keptSince: now }
  const { ring } = await ringDoor(placing, { qrCodeId, visitorName, message, unitNumber, purpose }, from)
  if (ring.ownerId !== visit.userId) throw new AppError('not_found')
  await end(then, visit, ring)
  if (visit.photo) {
    await deps.files.putRaw(ring.id, visit.photo)
    await processPhoto(then(PHOTO_AFTER), ring.id)
  }
  await talk(then, visit, ring)
  return ring.id
}

type Then = (seconds: number) => Deps

async function end(then: Then, visit: PastVisit, ring: Ring): Promise<void> {
  const caller = callerOf(visit, randomUUID())
  await recordReceipt(then(DELIVERED_AFTER), ring.id, 'delivered', caller)
  const wish = wishOf(visit.outcome)
  if (wish) {
    await recordReceipt(then(SEEN_AFTER), ring.id, 'seen', caller)
    await answerRing(then(visit.endedAfter), ring.id, wish, caller)
  } else if (visit.outcome === 'cancelled') await cancelLive(then(visit.endedAfter), ring)
  else {
    const deps = then(0)
    await deps.rings.missDue(new Date(ring.endsAt.getTime()))
  }
}

const wishOf = (outcome: Outcome) => (outcome in WISHES ? WISHES[outcome as keyof typeof WISHES] : undefined)

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
  if (visit.chat.length) await recordReceipt(then(visit.chat.at(-1)?.after ?? 0), ring.id, 'read', caller)
}
