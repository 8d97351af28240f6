import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { createRecoveries } from './recoveries.store.ts'
import { recoveryHandlers, resetHandlers, twoFactorHandlers } from './two-factor.handlers.ts'
import { twoFactorJobs } from './two-factor.job.ts'

/** The second factor: turned on and off, its recovery codes, and its removal after 72 hours where phone and codes are lost. */
export function twoFactor({ clock }: Pick<ServiceContext<unknown>, 'clock'>, core: Core, mailing: Mailing, signingIn: SigningIn) {
  const { pool, outbox, accounts, live, publicUrl, sendsMails } = core
  const { addresses, sendMailsSoon } = mailing
  const { loginAttempts, twoFactors, authenticator, verifyCredentials, proveCode, requireFresh } = signingIn
  const recoveries = createRecoveries(pool, sendsMails)
  const announcing = { clock, outbox, addresses, sendMailsSoon }
  return {
    handlers: {
      ...twoFactorHandlers({ ...announcing, accounts, twoFactors, authenticator, recoveries, proveCode, requireFresh }),
      ...recoveryHandlers({ ...announcing, recoveries, live, loginAttempts, publicUrl, verifyCredentials }),
      ...resetHandlers({ ...announcing, accounts, twoFactors, live }),
    },
    jobs: twoFactorJobs({ ...announcing, recoveries, live }),
    recoveries,
  }
}
