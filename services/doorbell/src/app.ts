/** The only file that knows both sides: adapters and stores in, handlers out. */
import { randomUUID } from 'node:crypto'
import { Bus } from '#kit/bus.ts'
import { announceBytes, bytesHandler } from '#kit/bytes.ts'
import { createClock, type ShiftableClock } from '#kit/clock.ts'
import { Events } from '#kit/events.ts'
import { openFiles } from '#kit/file-store.ts'
import type { Files } from '#kit/files.ts'
import { handlers } from '#kit/handlers.ts'
import { failedChecks, listen } from '#kit/http.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog, type Log } from '#kit/log.ts'
import { createOutbox, type Outbox } from '#kit/outbox.ts'
import { createPool, openConnections, planByIndex } from '#kit/postgres.ts'
import { followTestClock } from '#kit/test-clock.ts'
import { callsOver, codesOver, issuedCodesOver, liveOver, postOver, tiersOver } from './adapters/house.ts'
import { photoFiles, sweepPhotos } from './adapters/photo-files.ts'
import { reencodeJpeg } from './adapters/reencode.ts'
import { soundFiles, sweepSounds } from './adapters/sound-files.ts'
import type { DoorbellConfig } from './config.ts'
import { developPhoto } from './domain/keep-photo.ts'
import { createPhotoQueue } from './domain/photo-queue.ts'
import { onAuth, onBilling } from './events/owners.ts'
import { activities } from './handlers/activities.ts'
import { contacts } from './handlers/contacts.ts'
import { demo } from './handlers/demo.ts'
import { doors, sounds } from './handlers/doors.ts'
import { exports, history } from './handlers/history.ts'
import { claims, frames, tiers } from './handlers/house.ts'
import { notifications } from './handlers/notifications.ts'
import { photos } from './handlers/photos.ts'
import { preferences } from './handlers/preferences.ts'
import { traces } from './handlers/traces.ts'
import { visitRequests } from './handlers/visit-requests.ts'
import { visits } from './handlers/visits.ts'
import { doorbellRounds, type Sweeps } from './rounds/rounds.ts'
import { startRounds } from './rounds/run.ts'
import { createBlocks } from './store/blocks.ts'
import { createCallLog } from './store/calls.ts'
import { createContacts } from './store/contacts.ts'
import { createDoors, forgetDoors, keptSounds } from './store/doors.ts'
import { createExpired } from './store/expired.ts'
import { noteRings } from './store/follow-up.ts'
import { createOwnerEnd } from './store/forget-owner.ts'
import { createHistory } from './store/history.ts'
import { createInvites, forgetInvites } from './store/invites.ts'
import { createLeases } from './store/leases.ts'
import { createMessages } from './store/messages.ts'
import { createNotifications } from './store/notifications.ts'
import { createOwners } from './store/owners.ts'
import { warmPlaceRing } from './store/place-ring.ts'
import { createPreferences } from './store/preferences.ts'
import { createPrisma } from './store/prisma.ts'
import { createRings } from './store/rings.ts'
import { createVisitRequests } from './store/visit-requests.ts'

const POOL = 6
const RING_POOL = 4
const LOOK_POOL = 3
const HOME = 'http://localhost:5000'

/** Connects, serves, and begins the rounds. @throws when Postgres, NATS or the files folder cannot be reached */
export async function startDoorbell(config: DoorbellConfig): Promise<Running> {
  const log = createLog('doorbell', config.LOG_LEVEL)
  const clock = createClock()
  const bus = await Bus.connect(config.NATS_URL, 'doorbell', log)
  followTestClock(bus, clock, config)
  const events = await Events.open(bus, log)
  const { pool, ringPool, lookPool, prisma, stores } = await openStores(config, log, clock)
  const outbox = createOutbox({ pool, events, clock, log })
  const deps = await assemble({ config, log, clock, bus, outbox, stores })
  const queue = createPhotoQueue(
    (activityId) => developPhoto(deps, activityId),
    (activityId, err) => log.warn({ err, activityId }, 'photo not readable'),
  )
  const checks = { postgres: () => pool.query('SELECT 1'), nats: () => bus.flush() }
  bus.answerPingsWith(() => failedChecks(checks))
  const bytes = bytesHandler('doorbell', config.INTERNAL_KEY, clock, log, {
    ...photos({ ...deps, queue }),
    ...sounds(deps),
    ...exports(deps),
  })
  const http = await listen({ host: config.HOST, port: config.HTTP_PORT, checks, bytes })
  announceBytes(bus, 'doorbell', `http://${config.HOST}:${http.port}`)
  bus.serve(
    'doorbell',
    handlers('doorbell', {
      ...visits(deps),
      ...visitRequests(deps),
      ...traces(deps),
      ...activities(deps),
      ...history(deps),
      ...doors(deps),
      ...contacts(deps),
      ...notifications(deps),
      ...preferences(deps),
      ...frames(deps),
      ...claims(deps),
      ...tiers(deps),
      ...demo(deps),
    }),
  )
  await events.subscribe('doorbell', 'auth', onAuth(deps))
  await events.subscribe('doorbell', 'billing', onBilling(deps))
  // Ready means that NATS knows of every subscription.
  await bus.flush()
  const rounds = startRounds(log, doorbellRounds({ ...deps, queue, forgetEveryMs: config.FORGET_EVERY_MS }))
  return {
    port: http.port,
    stop: async () => {
      await events.stop()
      await rounds.stop()
      await http.stop()
      await queue.stop()
      await outbox.stop()
      await bus.close()
      await prisma.$disconnect()
      await Promise.all([pool.end(), ringPool.end(), lookPool.end()])
    },
  }
}

async function openStores(config: DoorbellConfig, log: Log, clock: ShiftableClock) {
  const pool = createPool(config.DATABASE_URL, log, POOL, { prepare: planByIndex })
  // A ring waits for no other query's connection, and none of these is new when somebody stands at the door.
  const ringPool = createPool(config.DATABASE_URL, log, RING_POOL, {
    standing: RING_POOL,
    prepare: async (client) => {
      await planByIndex(client)
      await warmPlaceRing(client, clock.now())
    },
  })
  // What a history asks is never the same twice: planned anew each time, by what the tables hold; and no ring waits for it.
  const lookPool = createPool(config.DATABASE_URL, log, LOOK_POOL)
  const prisma = createPrisma(pool)
  // Prisma's first query takes 0.2 s: not at somebody's door.
  await prisma.owner.findFirst({ select: { id: true } })
  await openConnections(ringPool, RING_POOL)
  const rings = createRings(pool, ringPool, prisma)
  const stores = {
    rings,
    messages: createMessages(prisma),
    doors: createDoors(prisma),
    callLog: createCallLog(prisma),
    contacts: createContacts(pool),
    invites: createInvites(pool),
    notifications: createNotifications(pool),
    preferences: createPreferences(pool),
    owners: createOwners(pool),
    ownerEnd: createOwnerEnd(pool, prisma),
    requests: createVisitRequests(pool),
    blocks: createBlocks(pool),
    history: createHistory(lookPool, prisma),
    expired: createExpired(pool),
    leases: createLeases(pool, randomUUID()),
    note: (now: Date, lateBefore: Date) => noteRings(pool, now, lateBefore),
    sweepsOver: (files: Files): Sweeps => ({
      photos: (before) => sweepPhotos(files, before, rings.photosKept),
      sounds: (before) => sweepSounds(files, before, (names) => keptSounds(prisma, names)),
      doors: (before) => forgetDoors(prisma, before),
      invites: (before) => forgetInvites(pool, before),
    }),
  }
  return { pool, ringPool, lookPool, prisma, stores }
}
type Stores = Awaited<ReturnType<typeof openStores>>['stores']
type Parts = { config: DoorbellConfig; log: Log; clock: ShiftableClock; bus: Bus; outbox: Outbox; stores: Stores }

async function assemble({ config, log, clock, bus, outbox, stores }: Parts) {
  const { rings, messages, callLog } = stores
  const store = await openFiles(config, clock, log)
  return {
    rings,
    messages,
    callLog,
    doors: stores.doors,
    contacts: stores.contacts,
    invites: stores.invites,
    publicUrl: config.PUBLIC_URL ?? HOME,
    notifications: stores.notifications,
    history: stores.history,
    expired: stores.expired,
    leases: stores.leases,
    note: stores.note,
    sweeps: stores.sweepsOver(store),
    ownerEnd: stores.ownerEnd,
    preferences: stores.preferences,
    post: postOver(bus),
    requests: stores.requests,
    blocks: stores.blocks,
    clock,
    outbox,
    log,
    live: liveOver(bus),
    tiers: tiersOver(bus),
    issuedCodes: issuedCodesOver(bus),
    codes: codesOver(bus, log),
    owners: stores.owners,
    calls: callsOver(bus, log),
    store,
    files: photoFiles(store),
    soundFiles: soundFiles(store),
    reencode: reencodeJpeg,
    cooldownMs: config.RING_COOLDOWN_MS,
    ringLifeMs: config.RING_LIFE_MS,
    visitorTokenKey: config.VISITOR_TOKEN_KEY,
    aside: (work: Promise<unknown>) => void work.catch((err: unknown) => log.warn({ err }, 'not told')),
  }
}
