/**
 * While an account's password is being guessed, a browser that never signed in has to wait, whatever it sends. A link to the confirmed
 * address lets the owner in meanwhile. It replaces only the password: two-factor is still required, and sensitive changes are refused.
 */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomToken, tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { languageOf, normalizeIdentifier, signInNameOf } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { type MailLimit, wayBackLimit } from '../core/mail-limits.ts'
import type { Accounts, Mail, MailedToken } from '../core/ports.ts'
import { authLink } from '../mails/links.ts'
import { writeMail } from '../mails/write-mail.ts'
import type { completeSignIn, FactorSignIns } from './complete-sign-in.ts'
import { attemptClient } from './entrant.ts'
import type { LoginAttempts } from './login-attempts.ts'

export interface SignInLinks {
  /** @returns milliseconds that the account has to wait for its next link; 0 when this one is stored with its mail */
  issue(userId: number, token: MailedToken, mail: Mail, limit: MailLimit): Promise<number>
  /** @returns the account that an unused link signs in to, while its address is still the confirmed one */
  ofLink(tokenHash: string, now: Date): Promise<{ readonly userId: number } | undefined>
}

type Deps = {
  readonly clock: Clock
  readonly log: Log
  readonly accounts: Pick<Accounts, 'byId' | 'byUsername'>
  readonly loginAttempts: Pick<LoginAttempts, 'usernameKeyOf'>
  readonly signInLinks: SignInLinks
  readonly factorSignIns: Pick<FactorSignIns, 'deviceOf'>
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
  readonly completeSignIn: Bound<typeof completeSignIn>
}

/**
 * Mails a link that signs in once to a confirmed address. Every name gets the same answer in the same time: the answer is sent before
 * the account is looked up.
 */
export async function requestSignInLink(deps: Deps, username: string): Promise<void> {
  void mailLink(deps, username).catch((err: unknown) => deps.log.warn({ err }, 'sign-in link not mailed'))
}

async function mailLink(deps: Deps, username: string): Promise<void> {
  const { accounts, clock, loginAttempts, signInLinks, publicUrl } = deps
  const user = await accounts.byUsername(await loginAttempts.usernameKeyOf(signInNameOf(username)))
  if (!user?.emailVerifiedAt) return
  const token = randomToken()
  const now = clock.now()
  const issued = {
    tokenHash: tokenHash(token),
    email: user.email,
    emailKey: normalizeIdentifier(user.email),
    createdAt: now,
    expiresAt: clock.in(TIME.signInLinkLife),
  }
  const mail = writeMail('factor.signInLink', {
    to: user.email,
    language: languageOf(user),
    at: now,
    link: authLink(publicUrl, 'sign-in', token),
  })
  if ((await signInLinks.issue(user.id, issued, mail, wayBackLimit(clock))) === 0) deps.sendMailsSoon()
}

/**
 * Signs in with the mailed token, which works once; a missing or wrong code does not use it up. The browser is a known device afterwards.
 * @throws AppError token_invalid, two_factor_required, code_wrong, limited
 */
export async function useSignInLink(
  deps: Deps,
  { token, code }: { readonly token: string; readonly code?: string | undefined },
  caller: Caller,
): Promise<{ user: User; cookies: CookieEffects }> {
  const now = deps.clock.now()
  const linkHash = tokenHash(token)
  const found = await deps.signInLinks.ofLink(linkHash, now)
  const user = found && (await deps.accounts.byId(found.userId))
  if (!user) throw new AppError('token_invalid')
  const deviceHash = caller.device ? tokenHash(caller.device) : undefined
  const device = deviceHash === undefined ? undefined : await deps.factorSignIns.deviceOf(user.id, deviceHash, now)
  const entrant = {
    user,
    client: attemptClient(caller, user, device?.known ?? false),
    deviceExists: device?.exists ?? false,
    knownDevice: device?.known ? deviceHash : undefined,
    linkHash,
  }
  return deps.completeSignIn(entrant, code, caller)
}
