/** Wires auth's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { bytesHandler } from '#kit/bytes.ts'
import { openFiles } from '#kit/file-store.ts'
import { openGeoIp } from '#kit/geoip.ts'
import { handlers } from '#kit/handlers.ts'
import { deleteEventsOf, openOutbox } from '#kit/outbox.ts'
import { openPool } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { internal } from './accounts/accounts.handlers.ts'
import { onBilling } from './accounts/billing.consumer.ts'
import { onDoorbell } from './accounts/doorbell.consumer.ts'
import type { AuthConfig } from './config.ts'
import { createAccounts } from './core/accounts.store.ts'
import { createHashName } from './core/hash-name.adapter.ts'
import { createLivePublisher } from './core/live-updates.adapter.ts'
import { createNotifyClient } from './core/notify.client.ts'
import { createPrisma } from './core/prisma.store.ts'
import { advanceDeletions } from './deletion/delete-account.ts'
import { authJobs, DELETE_ACCOUNTS, MAIL_RESETS, SEND_MAILS } from './deletion/deletion.job.ts'
import { createDeletionSteps } from './deletion/deletion-steps.client.ts'
import { createDeletions } from './deletion/deletions.store.ts'
import { deleteExpired } from './deletion/expired-rows.store.ts'
import { createEmailChanges } from './email/email-changes.store.ts'
import { createEmailUndos } from './email/email-undos.store.ts'
import { createVerifications } from './email/verifications.store.ts'
import { exports } from './export/export.handlers.ts'
import { createOwnExport } from './export/export.store.ts'
import { createExportPages } from './export/export-pages.client.ts'
import { createAccountAddresses } from './mails/account-addresses.store.ts'
import { openMailSender } from './mails/mail-sender.adapter.ts'
import { createMails } from './mails/mails.store.ts'
import { sendAllDueMails } from './mails/mails.ts'
import { authMetrics } from './metrics.ts'
import { passkeys } from './passkeys/passkeys.handlers.ts'
import { createPasskeys } from './passkeys/passkeys.store.ts'
import { createWebAuthn } from './passkeys/webauthn.adapter.ts'
import { openBreachCheck } from './passwords/breached-passwords.adapter.ts'
import { openCommonPasswords } from './passwords/common-passwords.adapter.ts'
import { createPasswordResets } from './passwords/password-resets.store.ts'
import { passwords } from './passwords/passwords.handlers.ts'
import { mailResets } from './passwords/reset-password.ts'
import { accounts } from './profile/accounts.handlers.ts'
import { pictureFiles, sweepPictures } from './profile/picture-files.adapter.ts'
import { pictures, profile } from './profile/profile.handlers.ts'
import { createResizeAvatar } from './profile/resize-avatar.adapter.ts'
import { createDoorbellClient } from './registration/doorbell.client.ts'
import { accountSecurity } from './security-settings/security-settings.handlers.ts'
import { createSecuritySwitches } from './security-settings/security-switches.store.ts'
import { endDueSessions, warnOfSessionEnds } from './sessions/session-ends.ts'
import { createSessionList } from './sessions/session-list.store.ts'
import { sessions } from './sessions/sessions.handlers.ts'
import { createSessions } from './sessions/sessions.store.ts'
import { createPasswords } from './sign-in/argon2.adapter.ts'
import { createFactorSignIns } from './sign-in/factor-sign-ins.store.ts'
import { createLiftedAddresses } from './sign-in/lifted-addresses.store.ts'
import { createPasswordStore } from './sign-in/passwords.store.ts'
import { createSecretBox } from './sign-in/secret-box.adapter.ts'
import { onSecurity } from './sign-in/security.consumer.ts'
import { createSignInLinks } from './sign-in/sign-in-links.store.ts'
import { createSignIns } from './sign-in/sign-ins.store.ts'
import { createAuthenticator } from './sign-in/totp.adapter.ts'
import { createCodeAttempts, createTwoFactors } from './sign-in/two-factors.store.ts'
import { support } from './support/support.handlers.ts'
import { createRecoveries } from './two-factor/recoveries.store.ts'
import { endDueRecoveries } from './two-factor/recovery.ts'
import { recovery, signInLinks, twoFactor } from './two-factor/two-factor.handlers.ts'

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
