/** Wires doorbell's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bytesHandler } from '#kit/bytes.ts'
import { openFiles } from '#kit/file-store.ts'
import type { Files } from '#kit/files.ts'
import { handlers } from '#kit/handlers.ts'
import { warnOfGaps } from '#kit/limited-process.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openConnections, openPool, planByIndex } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createTombstones, refuseDeleted } from '#kit/tombstones.ts'
import type { ExportPage } from '#proto/export.ts'
import { accounts } from './account/account.handlers.ts'
import { onBilling } from './account/billing.consumer.ts'
import { exportPage } from './account/export.store.ts'
import { createOwnerDeletion } from './account/owner-deletion.store.ts'
import { createOwners } from './account/owners.store.ts'
import { blocks } from './blocks/blocks.handlers.ts'
import { createBlocks } from './blocks/blocks.store.ts'
import type { DoorbellConfig } from './config.ts'
import { contacts } from './contacts/contacts.handlers.ts'
import { createContacts } from './contacts/contacts.store.ts'
import { createInvites, deleteExpiredInvites } from './contacts/invites.store.ts'
import { createBillingClient } from './core/billing.client.ts'
import { createLivePublisher } from './core/live-updates.adapter.ts'
import { createPrisma } from './core/prisma.store.ts'
import { createAuthClient } from './doors/auth.client.ts'
import { doors, sounds } from './doors/doors.handlers.ts'
import { createDoors, deleteRemovedDoors, soundsInUse } from './doors/doors.store.ts'
import { soundFiles, sweepSounds } from './doors/sound-files.adapter.ts'
import { wall } from './doors/wall.handlers.ts'
import { exports, history } from './history/history.handlers.ts'
import { createHistory } from './history/history.store.ts'
import { doorbellMetrics, filmsMade, photosProcessed } from './metrics.ts'
import { onAuth } from './notifications/auth.consumer.ts'
import { createMailClient } from './notifications/mail.client.ts'
import { notifications } from './notifications/notifications.handlers.ts'
import { createNotifications } from './notifications/notifications.store.ts'
import type { NotificationDeps } from './notifications/notifications.ts'
import { preferences } from './notifications/preferences.handlers.ts'
import { createPreferences } from './notifications/preferences.store.ts'
import { photoFiles, sweepPhotos } from './photos/photo-files.adapter.ts'
import { createPhotoQueue } from './photos/photo-queue.ts'
import { photos } from './photos/photos.handlers.ts'
import { reencodeJpeg } from './photos/reencode.adapter.ts'
import { processPhoto } from './photos/store-photo.ts'
import { createFilmMaker, programsThere, sweepScratch } from './recordings/film-maker.adapter.ts'
import { filmBytes, films } from './recordings/films.handlers.ts'
import { recordingFiles as createRecordingFiles, sweepRecordings } from './recordings/recording-files.adapter.ts'
import { createRecordings, filmsInUse, piecesInUse } from './recordings/recordings.store.ts'
import { erasure } from './retention/erasure.handlers.ts'
import { createExpired } from './retention/expired.store.ts'
import { type Cleanups, doorbellJobs, MAKE_FILMS } from './retention/retention.job.ts'
import { activities } from './rings/activities.handlers.ts'
import type { AnswerDeps } from './rings/answer-ring.ts'
import { createCallLog } from './rings/calls.store.ts'
import type { LiveUpdateDeps } from './rings/live-updates.ts'
import { createMessages } from './rings/messages.store.ts'
import { createNewRings } from './rings/new-rings.store.ts'
import { createNotifyClient } from './rings/notify.client.ts'
import { warmPlaceRing } from './rings/place-ring.store.ts'
import { createRings } from './rings/rings.store.ts'
import { createSignalingClient } from './rings/signaling.client.ts'
import { billingOperations, notifyOperations, signalingOperations, socketOperations } from './rings/sockets.handlers.ts'
import { createTestRings } from './rings/test-ring.store.ts'
import { visits } from './rings/visits.handlers.ts'
import { visitRequests } from './visit-requests/visit-requests.handlers.ts'
import { createVisitRequests } from './visit-requests/visit-requests.store.ts'

const POOL = 5
const KEPT_OPEN = 2
const RING_POOL = 4
const HISTORY_POOL = 3
const JOB_POOL = 1
const DEFAULT_PUBLIC_URL = 'http://localhost:5000'

type Context = ServiceContext<DoorbellConfig>

/** @throws when Postgres or the file store cannot be reached */
export async function createDoorbellApp(context: Context): Promise<App<'doorbell'>> {
  const { config, log, clock, bus } = context
  const { pool, stores } = await openStores(context)
  const { rings, messages, callLog, requests, owners } = stores
  const outbox = await openOutbox(context, pool)
  const isDeleted = stores.tombstones.has
  const fileStore = await openFiles(config, clock, log)
  const files = photoFiles(fileStore)
  const soundStore = soundFiles(fileStore)
  const live = createLivePublisher(bus)
  const auth = createAuthClient(bus, log)
  const billing = createBillingClient(bus)
  const mail = createMailClient(bus)
  const signaling = createSignalingClient(bus, log)
  const { RING_LIFE_MS: ringLifeMs, RING_COOLDOWN_MS: cooldownMs, VISITOR_TOKEN_KEY: visitorTokenKeys } = config
  const runInBackground = (task: string, work: Promise<unknown>) =>
    void work.catch((err: unknown) => log.warn({ err, task }, 'background task failed'))

  // Each of the first three extends the one before.
  const notificationDeps = {
    notifications: stores.notifications,
    preferences: stores.preferences,
    live,
    clock,
    outbox,
    runInBackground,
  } satisfies NotificationDeps
  const updateDeps = { ...notificationDeps, rings, messages, cooldownMs } satisfies LiveUpdateDeps
  const answerDeps = { ...updateDeps, outbox, billing } satisfies AnswerDeps
  const ringDeps = { ...updateDeps, outbox, auth, doors: stores.doors, ringLifeMs, visitorTokenKeys }
  const preferenceDeps = { preferences: stores.preferences, billing, live, clock }
  const { doors: doorStore, testRings } = stores
  const notify = createNotifyClient(bus)
  const doorDeps = { ...preferenceDeps, doors: doorStore, testRings, notify, ringLifeMs, outbox, auth, soundFiles: soundStore, isDeleted }
  const photoDeps = { ...updateDeps, files, reencode: reencodeJpeg, countPhoto: photosProcessed }
  const passDeps = { requests, mail, visitorTokenKeys }
  const contactDeps = {
    contacts: stores.contacts,
    invites: stores.invites,
    rings,
    messages,
    live,
    clock,
    outbox,
    billing,
    ringLifeMs,
    cooldownMs,
    visitorTokenKeys,
    publicUrl: config.PUBLIC_URL ?? DEFAULT_PUBLIC_URL,
  }
  const { FFMPEG_BIN: ffmpeg, FFPROBE_BIN: ffprobe } = config
  if (ffmpeg) warnOfGaps(log)
  const recordingFiles = createRecordingFiles(fileStore, config.FILES === 'local' ? config.FILES_DIR : undefined)
  const recordingDeps = {
    ...updateDeps,
    recordings: stores.recordings,
    recordingFiles,
    recordingLimits: { accountBytes: config.RECORDING_ACCOUNT_BYTES, freeBytes: config.RECORDING_FREE_BYTES },
    canRecord: programsThere([ffmpeg, ffprobe]),
    billing,
    internalKey: config.INTERNAL_KEY,
    makeFilmsSoon: () => context.wake(MAKE_FILMS),
  }
  const stop = new AbortController()
  const filmDeps = {
    ...recordingDeps,
    filmMaker: createFilmMaker(
      { ffmpeg: ffmpeg ?? '', ffprobe: ffprobe ?? '', nice: config.FILMS_NICE },
      recordingFiles,
      scratchOf(config),
      stop.signal,
    ),
    stopping: stop.signal,
    report: (result: 'ok' | 'again' | 'failed', seconds: number, err?: unknown) => {
      filmsMade({ result })
      if (err) log.warn({ err, result, seconds }, 'film could not be made')
    },
  }
  const { preferences: preferenceStore } = stores
  const historyDeps = { history: stores.history, rings, messages, preferences: preferenceStore, doors: stores.doors, clock }

  const queue = createPhotoQueue(
    (activityId) => processPhoto(photoDeps, activityId),
    (activityId, err) => log.warn({ err, activityId }, 'photo could not be read'),
  )
  context.onClose(() => queue.stop())
  return {
    handlers: handlers('doorbell', {
      ...visits({ ...ringDeps, billing, signaling }),
      ...visitRequests({ ...notificationDeps, ...passDeps, doors: stores.doors, auth, blocks: stores.blocks }),
      ...erasure({ ...updateDeps, files, recordingFiles }),
      ...films({ ...recordingDeps, signaling }),
      ...blocks({ ...answerDeps, blocks: stores.blocks }),
      ...activities(answerDeps),
      ...history(historyDeps),
      ...doors(doorDeps),
      ...contacts(contactDeps),
      ...notifications(notificationDeps),
      ...preferences(preferenceDeps),
      ...wall(doorDeps),
      ...socketOperations({ ...answerDeps, callLog }),
      ...signalingOperations({ ...answerDeps, callLog }),
      ...notifyOperations({
        ...{ rings, messages, clock, history: stores.history },
        ...{ notifications: stores.notifications, preferences: stores.preferences },
      }),
      ...billingOperations({ ...notificationDeps, owners, isDeleted }),
      ...accounts({ ownerDeletion: stores.ownerDeletion, files, soundFiles: soundStore, exported: stores.exported, recordingFiles }),
    }),
    beforeOperation: refuseDeleted(stores.tombstones),
    bytes: bytesHandler('doorbell', config.INTERNAL_KEY, clock, log, {
      ...photos({ rings, preferences: preferenceStore, clock, files, queue }),
      ...sounds(doorDeps),
      ...exports(historyDeps),
      ...filmBytes({ ...recordingDeps, signaling }),
    }),
    consumers: {
      auth: onAuth({ ...notificationDeps, doors: stores.doors, isDeleted }),
      billing: onBilling({ ...notificationDeps, owners, isDeleted }),
    },
    jobs: doorbellJobs({
      photos: { files, clock, queue },
      cleanUp: { cleanups: stores.cleanupsOf(fileStore), clock },
      missedRings: { ...updateDeps, outbox },
      newRings: { ...updateDeps, newRings: stores.newRings },
      summaries: { notifications: stores.notifications, mail, clock },
      passes: passDeps,
      expired: { expired: stores.expired, files, recordingFiles, clock },
      recordings: recordingDeps,
      films: filmDeps,
      deleteExpiredEveryMs: config.FORGET_EVERY_MS,
    }),
    leasesIn: pool,
    drain: async () => stop.abort(),
    metrics: doorbellMetrics({ ...stores, queue }),
  }
}

/** Where films are made: beside the files, which have the room for it, or on this machine where they are in a bucket. */
const scratchOf = ({ FILES, FILES_DIR }: DoorbellConfig) => (FILES === 'local' && FILES_DIR ? join(FILES_DIR, '.films') : tmpdir())

async function openStores(context: Context) {
  const { clock } = context
  // A push's words are asked for at a quiet door too: they wait for no new connection.
  const pool = openPool(context, POOL, { minConnections: KEPT_OPEN })
  // Placing a ring neither waits for another query's connection nor opens a new one.
  const ringPool = openPool(context, RING_POOL, {
    minConnections: RING_POOL,
    prepare: async (client) => {
      await planByIndex(client)
      await warmPlaceRing(client, clock.now())
    },
  })
  // The jobs that follow rings run several times a second. With PostgreSQL's defaults their plans for a small table scan it until the next
  // statistics, while rings come in; planning them anew costs as much as running them (decision record 0030).
  const jobPool = openPool(context, JOB_POOL, { minConnections: JOB_POOL, prepare: planByIndex })
  // A page of the history may read thousands of rows: no other request waits for its connection.
  const historyPool = openPool(context, HISTORY_POOL)
  const prisma = createPrisma(pool)
  context.onClose(() => prisma.$disconnect())
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await prisma.owner.findFirst({ select: { id: true } })
  await openConnections(ringPool, RING_POOL)
  const tombstones = createTombstones(pool)
  const rings = createRings({ pool, ringPool, jobPool }, prisma)
  const stores = {
    rings,
    messages: createMessages(prisma),
    doors: createDoors(prisma),
    callLog: createCallLog(prisma),
    recordings: createRecordings(pool, prisma),
    contacts: createContacts(pool, prisma),
    invites: createInvites(pool),
    notifications: createNotifications(pool, jobPool, prisma),
    preferences: createPreferences(pool, prisma),
    owners: createOwners(pool),
    ownerDeletion: createOwnerDeletion(pool, prisma, tombstones),
    exported: (page: ExportPage) => exportPage(prisma, page),
    tombstones,
    testRings: createTestRings(pool),
    requests: createVisitRequests(pool, prisma),
    blocks: createBlocks(pool),
    history: createHistory(historyPool, prisma),
    expired: createExpired(pool, prisma),
    newRings: createNewRings(jobPool),
    cleanupsOf: (files: Files): Cleanups => ({
      photos: (before) => sweepPhotos(files, before, rings.photosInUse),
      sounds: (before) => sweepSounds(files, before, (names) => soundsInUse(prisma, names)),
      recordings: async (before) => {
        await sweepScratch(scratchOf(context.config), before)
        await sweepRecordings(files, before, {
          films: (names) => filmsInUse(prisma, names),
          pieces: (names) => piecesInUse(prisma, names),
        })
      },
      doors: (before) => deleteRemovedDoors(prisma, before),
      invites: (before) => deleteExpiredInvites(prisma, before),
    }),
  }
  return { pool, stores }
}
