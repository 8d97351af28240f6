import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import { toUser } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { openSession } from '../core/session.ts'
import type { endReplacedSession } from '../sessions/sessions.ts'
import { type completeSignIn, rejectOutdated } from './complete-sign-in.ts'
import { type VerifyDeps, verifyCredentials } from './verify-credentials.ts'

type LoginDeps = VerifyDeps &
  Parameters<typeof rejectOutdated>[0] & {
    readonly completeSignIn: Bound<typeof completeSignIn>
    readonly endReplacedSession: Bound<typeof endReplacedSession>
  }

/**
 * Signs in. An unknown user and a wrong password take the same time and get the same response (docs/product/interface.md, HTTP); only the
 * right password is answered with the request for a code (docs/product/decisions.md, 25).
 * @throws AppError credentials_wrong, limited, address_blocked, unavailable, two_factor_required, code_wrong
 */
export async function login(deps: LoginDeps, form: Input<'auth.login'>, caller: Caller): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, loginAttempts, outbox } = deps
  const entrant = await verifyCredentials(deps, form, caller)
  if (entrant.user.twoFactorEnabledAt) {
    await loginAttempts.cancel(entrant.attemptId)
    return deps.completeSignIn(entrant, form.code, caller)
  }
  const user = toUser(entrant.user)
  const { session, device, cookies } = openSession(caller, clock, entrant.deviceExists)
  const event = outbox.row('auth.login_succeeded', { userId: user.id, ...entrant.client })
  await loginAttempts.succeeded(entrant.attemptId, user.id, session, device, event)
  outbox.soon(event)
  await rejectOutdated(deps, entrant.user, session.id)
  await deps.endReplacedSession(caller)
  return { user, cookies: user.language ? { ...cookies, language: user.language } : cookies }
}
