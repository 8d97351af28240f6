import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { passkeyHandlers, passkeyUseHandlers } from './passkeys.handlers.ts'
import { createPasskeys } from './passkeys.store.ts'
import { createWebAuthn } from './webauthn.adapter.ts'

type Context = ServiceContext<{ readonly FACTOR_KEY: string }>

/** Passkeys: managing them, signing in with one, and confirming with one in place of the password. */
export function passkeys({ clock, log, config }: Context, core: Core, mailing: Mailing, signingIn: SigningIn) {
  const { pool, outbox, accounts, publicUrl, sendsMails } = core
  const { addresses, sendMailsSoon } = mailing
  const { loginAttempts, factorSignIns, liftedAddresses, completeSignIn, requireFresh } = signingIn
  const own = {
    ...{ clock, outbox, addresses, sendMailsSoon, accounts },
    passkeys: createPasskeys(pool, sendsMails),
    webAuthn: createWebAuthn(publicUrl, config.FACTOR_KEY, log),
  }
  return {
    handlers: {
      ...passkeyHandlers({ ...own, requireFresh }),
      ...passkeyUseHandlers({ ...own, log, loginAttempts, factorSignIns, liftedAddresses, completeSignIn }),
    },
  }
}
