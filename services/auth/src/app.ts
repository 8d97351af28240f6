/** Joins auth's parts; nothing else knows both sides. */
import { Bus } from '#kit/bus.ts'
import { announceBytes, bytesHandler } from '#kit/bytes.ts'
import { createClock } from '#kit/clock.ts'
import { Events } from '#kit/events.ts'
import { openFiles } from '#kit/file-store.ts'
import { handlers } from '#kit/handlers.ts'
import { failedChecks, listen } from '#kit/http.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog, type Log } from '#kit/log.ts'
import { createOutbox } from '#kit/outbox.ts'
import { createPool } from '#kit/postgres.ts'
import { followTestClock } from '#kit/test-clock.ts'
import { createPasswords } from './adapters/argon2.ts'
import { startMailLoop } from './adapters/mail-loop.ts'
import { createNeighbours } from './adapters/neighbours.ts'
import { pictureFiles, sweepPictures } from './adapters/picture-files.ts'
import { createSquare } from './adapters/square.ts'
import type { AuthConfig } from './config.ts'
import { billingEvents } from './events/billing.ts'
import { doorbellEvents } from './events/doorbell.ts'
import { securityEvents } from './events/security.ts'
import { accountHandlers } from './handlers/accounts.ts'
import { houseHandlers } from './handlers/house.ts'
import { pictureHandlers, profileHandlers } from './handlers/profile.ts'
import { sessionHandlers } from './handlers/sessions.ts'
import { createAccounts } from './store/accounts.ts'
import { createEmailChanges } from './store/email-changes.ts'
import { createForgetting } from './store/forget.ts'
import { createMails } from './store/mails.ts'
import { openPrisma } from './store/prisma.ts'
import { createSessions } from './store/sessions.ts'
import { createSignIns } from './store/sign-ins.ts'
import { sweep } from './store/sweep.ts'
import { createVerifications } from './store/verifications.ts'

const POOL = 4
/** Where nobody said otherwise: this machine, the default port. */
const HOME = 'http://localhost:5000'
const SWEEP_MS = 10 * 60_000
const SWEEP_PICTURES_MS = 3_600_000
/** A picture is written before its row: a day is more than any upload takes. */
const ORPHAN_AFTER = 24 * 3_600_000

export function createApp(config: AuthConfig): { start(): Promise<Running> } {
  return { start: () => start(config) }
}

/** Once at the start, for what a crash left, and then again and again. */
function repeat(ms: number, log: Log, work: () => Promise<unknown>): NodeJS.Timeout {
  const run = () => void work().catch((err: unknown) => log.warn({ err }, 'sweep'))
  run()
  return setInterval(run, ms)
}

async function start(config: AuthConfig): Promise<Running> {
  const log = createLog('auth', config.LOG_LEVEL)
  const clock = createClock()
  const pool = createPool(config.DATABASE_URL, log, POOL)
  const db = openPrisma(pool)
  const bus = await Bus.connect(config.NATS_URL, 'auth', log)
  const events = await Events.open(bus, log)
  const outbox = createOutbox({ pool, events, clock, log })
  const publicUrl = config.PUBLIC_URL ?? HOME
  const smtp = config.MAIL === 'smtp'
  const mails = createMails(db, pool, smtp)
  const mailLoop = await startMailLoop({ mails, clock, log, config, publicUrl })
  const accounts = createAccounts(db, smtp)
  const files = await openFiles(config, clock, log)
  const needs = {
    clock,
    log,
    outbox,
    accounts,
    signIns: createSignIns(pool),
    sessions: createSessions(pool),
    verifications: createVerifications(db, smtp),
    emailChanges: createEmailChanges(db, smtp),
    pictures: pictureFiles(files),
    square: createSquare(),
    passwords: await createPasswords(),
    neighbours: createNeighbours(bus),
    publicUrl,
    mailsWaiting: mailLoop.wake,
  }
  // Prisma's first query takes a quarter of a second: not a person's.
  await accounts.byId(0)
  const sweepers = [
    repeat(SWEEP_MS, log, () => sweep(db, clock.now())),
    repeat(SWEEP_PICTURES_MS, log, () => sweepPictures(files, clock.in(-ORPHAN_AFTER), accounts.picturesKept)),
  ]
  const house = houseHandlers({
    accounts,
    mails,
    showsMails: !smtp,
    clock,
    publicUrl,
    mailsWaiting: mailLoop.wake,
    forget: createForgetting(db),
  })
  bus.serve('auth', handlers('auth', { ...accountHandlers(needs), ...sessionHandlers(needs), ...profileHandlers(needs), ...house }))
  followTestClock(bus, clock, config)
  await events.subscribe('auth', 'billing', billingEvents(accounts))
  await events.subscribe('auth', 'doorbell', doorbellEvents(accounts))
  await events.subscribe('auth', 'security', securityEvents(needs.signIns))
  const checks = { postgres: () => pool.query('SELECT 1'), nats: () => bus.connection.rtt() }
  const bytes = bytesHandler('auth', config.INTERNAL_KEY, clock, log, pictureHandlers(needs))
  const http = await listen({ host: config.HOST, port: config.HTTP_PORT, checks, bytes })
  announceBytes(bus, 'auth', `http://${config.HOST}:${http.port}`)
  bus.answerPingsWith(() => failedChecks(checks))
  await bus.flush()
  log.info({ port: http.port }, 'auth is ready')
  return {
    port: http.port,
    stop: async () => {
      for (const sweeper of sweepers) clearInterval(sweeper)
      await mailLoop.stop()
      await events.stop()
      await outbox.stop()
      await bus.close()
      await http.stop()
      await db.$disconnect()
      await pool.end()
    },
  }
}
