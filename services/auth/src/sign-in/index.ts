import type { ServiceContext } from '#kit/service-context.ts'
import { bind } from '../core/bound.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SignedIn } from '../sessions/index.ts'
import { createPasswords } from './argon2.adapter.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { createFactorSignIns } from './factor-sign-ins.store.ts'
import { createLiftedAddresses } from './lifted-addresses.store.ts'
import { createLoginAttempts } from './login-attempts.store.ts'
import { proveCode, spendCode } from './prove-code.ts'
import { reauthenticate, requireFresh } from './reauthenticate.ts'
import { createSecretBox } from './secret-box.adapter.ts'
import { onSecurity } from './security.consumer.ts'
import { signInHandlers, signInLinkHandlers } from './sign-in.handlers.ts'
import { createSignInLinks } from './sign-in-links.store.ts'
import { createPasswordStore } from './stored-passwords.store.ts'
import { createAuthenticator } from './totp.adapter.ts'
import { createCodeAttempts, createTwoFactors } from './two-factors.store.ts'
import { verifyCredentials } from './verify-credentials.ts'

type Context = ServiceContext<{ readonly FACTOR_KEY: string }>

/** Password, code and mailed link: the proofs that a person owns an account. */
export async function signIn({ clock, log, config }: Context, core: Core, mailing: Mailing, signedIn: SignedIn) {
  const { db, pool, outbox, accounts, hashName, publicUrl, sendsMails } = core
  const { addresses, sendMailsSoon } = mailing
  const { sessions, endSession, endReplacedSession } = signedIn
  const stores = {
    loginAttempts: createLoginAttempts(pool),
    factorSignIns: createFactorSignIns(pool, sendsMails),
    passwords: await createPasswords(),
    passwordStore: createPasswordStore(db, pool, sendsMails),
    liftedAddresses: createLiftedAddresses(db),
    twoFactors: createTwoFactors(pool, createSecretBox(config.FACTOR_KEY), sendsMails),
    authenticator: createAuthenticator(),
  }
  const { loginAttempts, factorSignIns, passwords, passwordStore, liftedAddresses, twoFactors, authenticator } = stores
  const credentials = { clock, outbox, log, loginAttempts, passwords, passwordStore, hashName }
  const factor = { clock, twoFactors, authenticator, codeAttempts: createCodeAttempts(pool) }
  const proofs = {
    verifyCredentials: bind(verifyCredentials, credentials),
    proveCode: bind(proveCode, factor),
    spendCode: bind(spendCode, factor),
    reauthenticate: bind(reauthenticate, { ...credentials, sessions }),
    requireFresh: bind(requireFresh, { sessions, clock }),
  }
  const { proveCode: prove } = proofs
  const announcing = { clock, outbox, log, addresses, sendMailsSoon }
  const complete = bind(completeSignIn, {
    ...announcing,
    ...{ loginAttempts, factorSignIns, twoFactors, passwordStore, hashName },
    ...{ proveCode: prove, endSession, endReplacedSession },
  })
  return {
    handlers: {
      ...signInHandlers({
        ...{ ...credentials, sessions, accounts, reauthenticate: proofs.reauthenticate },
        ...{ completeSignIn: complete, endSession, endReplacedSession },
      }),
      ...signInLinkHandlers({
        ...{ clock, log, accounts, loginAttempts, factorSignIns, signInLinks: createSignInLinks(db, sendsMails) },
        ...{ publicUrl, sendMailsSoon, completeSignIn: complete },
      }),
    },
    consumers: { security: onSecurity({ loginAttempts, liftedAddresses }) },
    /** What features need to sign in, and to ask for the password or a code again. */
    signingIn: { ...stores, ...proofs, completeSignIn: complete },
  }
}

export type SigningIn = Awaited<ReturnType<typeof signIn>>['signingIn']
