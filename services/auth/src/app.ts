/** Wires auth's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { bytesHandler } from '#kit/bytes.ts'
import { openFiles } from '#kit/file-store.ts'
import { openGeoIp } from '#kit/geoip.ts'
import { handlers } from '#kit/handlers.ts'
import { deleteEventsOf, openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createPasswords } from './adapters/argon2.ts'
import { openBreachCheck } from './adapters/breached-passwords.ts'
import { openCommonPasswords } from './adapters/common-passwords.ts'
import { createHashName } from './adapters/hash-name.ts'
import { createLivePublisher } from './adapters/live-publisher.ts'
import { openMailSender } from './adapters/mail-sender.ts'
import { pictureFiles, sweepPictures } from './adapters/picture-files.ts'
import { createResizeAvatar } from './adapters/resize-avatar.ts'
import { createSecretBox } from './adapters/secret-box.ts'
import { createAuthenticator } from './adapters/totp.ts'
import { createWebAuthn } from './adapters/webauthn.ts'
import { createDeletionSteps } from './clients/deletion-steps.ts'
import { createDoorbellClient } from './clients/doorbell.ts'
import { createExportPages } from './clients/export-pages.ts'
import { createNotifyClient } from './clients/notify.ts'
import type { AuthConfig } from './config.ts'
import { advanceDeletions } from './domain/delete-account.ts'
import { sendAllDueMails } from './domain/mails.ts'
import { endDueRecoveries } from './domain/recovery.ts'
import { mailResets } from './domain/reset-password.ts'
import { endDueSessions, warnOfSessionEnds } from './domain/session-ends.ts'
import { onBilling } from './events/billing.ts'
import { onDoorbell } from './events/doorbell.ts'
import { onSecurity } from './events/security.ts'
import { accountSecurity } from './handlers/account-security.ts'
import { accounts } from './handlers/accounts.ts'
import { exports } from './handlers/export.ts'
import { internal } from './handlers/internal.ts'
import { passkeys } from './handlers/passkeys.ts'
import { passwords } from './handlers/passwords.ts'
import { pictures, profile } from './handlers/profile.ts'
import { sessions } from './handlers/sessions.ts'
import { support } from './handlers/support.ts'
import { recovery, signInLinks, twoFactor } from './handlers/two-factor.ts'
import { authJobs, DELETE_ACCOUNTS, MAIL_RESETS, SEND_MAILS } from './jobs/jobs.ts'
import { authMetrics } from './metrics.ts'
import { createAccountAddresses } from './store/account-addresses.ts'
import { createAccounts } from './store/accounts.ts'
import { deleteExpired } from './store/delete-expired.ts'
import { createDeletions } from './store/deletions.ts'
import { createEmailChanges } from './store/email-changes.ts'
import { createEmailUndos } from './store/email-undos.ts'
import { createOwnExport } from './store/export.ts'
import { createFactorSignIns } from './store/factor-sign-ins.ts'
import { createLiftedAddresses } from './store/lifted-addresses.ts'
import { createMails } from './store/mails.ts'
import { createPasskeys } from './store/passkeys.ts'
import { createPasswordResets } from './store/password-resets.ts'
import { createPasswordStore } from './store/passwords.ts'
import { createPrisma } from './store/prisma.ts'
import { createRecoveries } from './store/recoveries.ts'
import { createSecuritySwitches } from './store/security-switches.ts'
import { createSessionList } from './store/session-list.ts'
import { createSessions } from './store/sessions.ts'
import { createSignInLinks } from './store/sign-in-links.ts'
import { createSignIns } from './store/sign-ins.ts'
import { createCodeAttempts, createTwoFactors } from './store/two-factors.ts'
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
  const events = await context.openEvents()
  const eraseEvents = async (userId: number) => {
    await deleteEventsOf(pool, userId)
    await events.erase(userId)
    await events.deadLetters.erase(userId)
  }
  const files = await openFiles(config, clock, log)
  const hashName = createHashName(config.ATTEMPT_KEY)
  const deps = {
    clock,
    log,
    outbox: await openOutbox(context, pool),
    accounts: createAccounts(db, smtp),
    signIns: createSignIns(pool),
    sessions: createSessions(pool),
    verifications: createVerifications(db, smtp, hashName),
    emailChanges: createEmailChanges(db, smtp, hashName),
    mails: createMails(db, pool, smtp),
    pictures: pictureFiles(files),
    resizeAvatar: createResizeAvatar(),
    passwords: await createPasswords(),
    passwordStore: createPasswordStore(db, pool, smtp),
    passwordResets: createPasswordResets(db, smtp),
    emailUndos: createEmailUndos(db, smtp),
    isCommon: openCommonPasswords(),
    isBreached: openBreachCheck(config.PASSWORD_BREACH_URL, log),
    notify: createNotifyClient(bus),
    exportSource: { own: createOwnExport(db), page: createExportPages(bus) },
    deletions: createDeletions(db, smtp, hashName),
    deletionSteps: createDeletionSteps(bus, eraseEvents),
    deleteSoon: () => context.wake(DELETE_ACCOUNTS),
    handleResetsSoon: () => context.wake(MAIL_RESETS),
    hashName,
    authenticator: createAuthenticator(),
    twoFactors: createTwoFactors(pool, createSecretBox(config.FACTOR_KEY), smtp),
    codeAttempts: createCodeAttempts(pool),
    recoveries: createRecoveries(pool, smtp),
    signInLinks: createSignInLinks(db, smtp),
    factorSignIns: createFactorSignIns(pool, smtp),
    liftedAddresses: createLiftedAddresses(db),
    passkeys: createPasskeys(pool, smtp),
    webAuthn: createWebAuthn(publicUrl, config.FACTOR_KEY, log),
    addresses: createAccountAddresses(db),
    doorbell: createDoorbellClient(bus),
    live: createLivePublisher(bus),
    publicUrl,
    sendMailsSoon: () => context.wake(SEND_MAILS),
  }
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await deps.accounts.byId(0)
  const securityDeps = {
    ...deps,
    sessionList: createSessionList(pool),
    locate: openGeoIp(config.GEOIP_FILE),
    securitySwitches: createSecuritySwitches(pool, deps.accounts, smtp),
  }
  return {
    handlers: handlers('auth', {
      ...accounts(deps),
      ...sessions(deps),
      ...passwords(deps),
      ...profile(deps),
      ...twoFactor(deps),
      ...recovery(deps),
      ...signInLinks(deps),
      ...passkeys(deps),
      ...accountSecurity(securityDeps),
      ...support({ ...deps, supportEmail: config.SUPPORT_EMAIL }),
      ...internal({ ...deps, showsMails: !smtp }),
    }),
    bytes: bytesHandler('auth', config.INTERNAL_KEY, clock, log, { ...pictures(deps), ...exports(deps) }),
    consumers: {
      billing: onBilling(deps),
      doorbell: onDoorbell(deps),
      security: onSecurity(deps),
    },
    jobs: authJobs({
      clock,
      deleteExpired: (now) => deleteExpired(db, now),
      deletePictures: (before) => sweepPictures(files, before, deps.accounts.picturesKept),
      advanceDeletions: () => advanceDeletions(deps),
      mailResets: () => mailResets(deps),
      endRecoveries: () => endDueRecoveries(deps),
      endSessions: async () => {
        await endDueSessions(deps)
        await warnOfSessionEnds(deps)
      },
      ...(sender ? { sendMails: () => sendAllDueMails({ ...deps, sender }) } : {}),
    }),
    metrics: authMetrics(deps),
  }
}
