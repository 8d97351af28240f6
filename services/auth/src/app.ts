/** Wires auth's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { bytesHandler } from '#kit/bytes.ts'
import { openFiles } from '#kit/file-store.ts'
import { handlers } from '#kit/handlers.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import type { App, ServiceContext } from '#kit/run-service.ts'
import { createPasswords } from './adapters/argon2.ts'
import { createLivePublisher } from './adapters/live-publisher.ts'
import { openMailSender } from './adapters/mail-sender.ts'
import { pictureFiles, sweepPictures } from './adapters/picture-files.ts'
import { createResizeAvatar } from './adapters/resize-avatar.ts'
import { createDoorbellClient } from './clients/doorbell.ts'
import type { AuthConfig } from './config.ts'
import { sendAllDueMails } from './domain/mails.ts'
import { onBilling } from './events/billing.ts'
import { onDoorbell } from './events/doorbell.ts'
import { onSecurity } from './events/security.ts'
import { accounts } from './handlers/accounts.ts'
import { internal } from './handlers/internal.ts'
import { pictures, profile } from './handlers/profile.ts'
import { sessions } from './handlers/sessions.ts'
import { authJobs, SEND_MAILS } from './jobs/jobs.ts'
import { authMetrics } from './metrics.ts'
import { createAccounts } from './store/accounts.ts'
import { deleteExpired } from './store/delete-expired.ts'
import { createEmailChanges } from './store/email-changes.ts'
import { createMails } from './store/mails.ts'
import { createPrisma } from './store/prisma.ts'
import { createSessions } from './store/sessions.ts'
import { createSignIns } from './store/sign-ins.ts'
import { createUserDeletion } from './store/user-deletion.ts'
import { createVerifications } from './store/verifications.ts'

const POOL = 4
/** The start on one machine without PUBLIC_URL: its default port. */
const HOME = 'http://localhost:5000'

export async function createAuthApp(context: ServiceContext<AuthConfig>): Promise<App<'auth'>> {
  const { config, log, clock, bus } = context
  const pool = openPool(context, POOL)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  const publicUrl = config.PUBLIC_URL ?? HOME
  const smtp = config.MAIL === 'smtp'
  const sender = await openMailSender(config, publicUrl)
  const files = await openFiles(config, clock, log)
  const deps = {
    clock,
    log,
    outbox: await openOutbox(context, pool),
    accounts: createAccounts(db, smtp),
    signIns: createSignIns(pool),
    sessions: createSessions(pool),
    verifications: createVerifications(db, smtp),
    emailChanges: createEmailChanges(db, smtp),
    mails: createMails(db, pool, smtp),
    pictures: pictureFiles(files),
    resizeAvatar: createResizeAvatar(),
    passwords: await createPasswords(),
    doorbell: createDoorbellClient(bus),
    live: createLivePublisher(bus),
    publicUrl,
    sendMailsSoon: () => context.wake(SEND_MAILS),
  }
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await deps.accounts.byId(0)
  const { deadLetters } = await context.openEvents()
  const deleteUser = createUserDeletion(db)
  const eraseDeadLetters = (userId: number) => deadLetters.erase(userId)
  return {
    handlers: handlers('auth', {
      ...accounts(deps),
      ...sessions(deps),
      ...profile(deps),
      ...internal({ ...deps, showsMails: !smtp, deleteUser, eraseDeadLetters }),
    }),
    bytes: bytesHandler('auth', config.INTERNAL_KEY, clock, log, pictures(deps)),
    consumers: { billing: onBilling(deps), doorbell: onDoorbell(deps), security: onSecurity(deps) },
    jobs: authJobs({
      clock,
      deleteExpired: (now) => deleteExpired(db, now),
      deletePictures: (before) => sweepPictures(files, before, deps.accounts.picturesKept),
      ...(sender ? { sendMails: () => sendAllDueMails({ ...deps, sender }) } : {}),
    }),
    metrics: authMetrics(deps),
  }
}
