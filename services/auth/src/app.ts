/** The list of auth's features, each called with what it uses of those before it. */
import { bytesHandler } from '#kit/bytes.ts'
import { openFiles } from '#kit/file-store.ts'
import { joinFeatures } from '#kit/join-features.ts'
import { openOutbox } from '#kit/outbox.ts'
import { openPool, postgresReady } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { accounts } from './accounts/index.ts'
import { apiTokens } from './api-tokens/index.ts'
import type { AuthConfig } from './config.ts'
import { createAccounts } from './core/accounts.store.ts'
import { createHashName } from './core/hash-name.adapter.ts'
import type { Core } from './core/index.ts'
import { createLivePublisher } from './core/live-updates.adapter.ts'
import { createNotifyClient } from './core/notify.client.ts'
import { createPrisma } from './core/prisma.store.ts'
import { deletion } from './deletion/index.ts'
import { email } from './email/index.ts'
import { accountExport } from './export/index.ts'
import { mails } from './mails/index.ts'
import { passkeys } from './passkeys/index.ts'
import { passwords } from './passwords/index.ts'
import { profile } from './profile/index.ts'
import { registration } from './registration/index.ts'
import { securitySettings } from './security-settings/index.ts'
import { sessions } from './sessions/index.ts'
import { signIn } from './sign-in/index.ts'
import { support } from './support/index.ts'
import { twoFactor } from './two-factor/index.ts'
import { wall } from './wall/index.ts'

const POOL = 4
/** The default of PUBLIC_URL, for a start on one machine. */
const HOME = 'http://localhost:5000'

export async function createAuthApp(context: ServiceContext<AuthConfig>): Promise<App<'auth'>> {
  const { config, log, clock } = context
  const core = await openCore(context)
  const files = await openFiles(config, clock, log)
  const mailFeature = await mails(context, core)
  const { mailing } = mailFeature
  const sessionFeature = sessions(context, core, mailing)
  const { signedIn } = sessionFeature
  const signInFeature = await signIn(context, core, mailing, signedIn)
  const { signingIn } = signInFeature
  const factorFeature = twoFactor(context, core, mailing, signingIn)
  const passkeyFeature = passkeys(context, core, mailing, signingIn)
  const emailFeature = email(context, core, mailing, signingIn)
  const passwordFeature = passwords(context, core, mailing, signingIn)
  const { verifications } = emailFeature
  const { enforcePasswordPolicy } = passwordFeature
  const registered = registration(context, core, { ...mailing, ...signedIn, ...signingIn, verifications, enforcePasswordPolicy })
  const profileFeature = profile(context, core, { files, ...signedIn, ...factorFeature })
  const { currentUser, pictures } = profileFeature
  const features = [
    ...[
      mailFeature,
      sessionFeature,
      signInFeature,
      factorFeature,
      passkeyFeature,
      emailFeature,
      passwordFeature,
      registered,
      profileFeature,
    ],
    apiTokens(context, core, mailing, signingIn),
    wall(context, core, { ...signedIn, ...signingIn, currentUser }),
    securitySettings(context, core, mailing, signingIn),
    support(context, core, mailing),
    accounts(context, core),
    await deletion(context, core, { ...mailing, ...signingIn, pictures }),
  ] as const
  const exported = accountExport(context, core, signingIn)
  const bytes = bytesHandler('auth', config.INTERNAL_KEY, clock, log, { ...profileFeature.bytes, ...exported.bytes })
  return { ...joinFeatures('auth', features), bytes }
}

async function openCore(context: ServiceContext<AuthConfig>): Promise<Core> {
  const { config, bus } = context
  const pool = openPool(context, POOL)
  await postgresReady(pool, context)
  const db = createPrisma(pool)
  context.onClose(() => db.$disconnect())
  const sendsMails = config.MAIL === 'smtp'
  const accountStore = createAccounts(db, sendsMails)
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await accountStore.byId(0)
  return {
    ...{ db, pool, outbox: await openOutbox(context, pool), accounts: accountStore, hashName: createHashName(config.ATTEMPT_KEY) },
    ...{ live: createLivePublisher(bus), notify: createNotifyClient(bus), publicUrl: config.PUBLIC_URL ?? HOME, sendsMails },
  }
}
