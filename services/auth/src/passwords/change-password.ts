/** A new password for a signed-in resident (docs/product/decisions.md, 24). */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import { languageOf } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { announceEnded, revokedEvents } from '../core/end-sessions.ts'
import type { Accounts, LiveUpdates } from '../core/ports.ts'
import { signInPage } from '../mails/links.ts'
import { writeMail } from '../mails/write-mail.ts'
import type { reauthenticate } from '../sign-in/reauthenticate.ts'
import type { PasswordStore, Passwords } from '../sign-in/stored-passwords.ts'
import { enforcePasswordPolicy, type PolicyDeps } from './password-policy.ts'

type Deps = PolicyDeps & {
  readonly clock: Clock
  readonly outbox: Outbox
  readonly accounts: Pick<Accounts, 'byId'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly passwordStore: Pick<PasswordStore, 'change'>
  readonly reauthenticate: Bound<typeof reauthenticate>
  readonly live: Pick<LiveUpdates, 'sessionEnded'>
  readonly publicUrl: string
  readonly sendMailsSoon: () => void
}

/**
 * Changes the password; wrong current ones count like failed log-ins. All other sessions end immediately, and the
 * account's address is notified, whatever its switches say.
 * @throws AppError validation_failed, password_wrong, limited, unauthenticated, unavailable
 */
export async function changePassword(
  deps: Deps,
  form: Input<'auth.change_password'>,
  caller: Caller & { readonly resident: ResidentIdentity },
): Promise<void> {
  const { clock, outbox, publicUrl } = deps
  const { userId, session } = caller.resident
  const user = await deps.accounts.byId(userId)
  if (!user) throw new AppError('unauthenticated')
  await enforcePasswordPolicy(deps, 'newPassword', form.newPassword, user)
  const { passwordHash: from } = await deps.reauthenticate(user, caller, form.currentPassword)
  const to = await deps.passwords.hash(form.newPassword, caller.address)
  const now = clock.now()
  const event = outbox.row('auth.password_changed', { userId, address: caller.address, reset: false })
  const ended = await deps.passwordStore.change({
    userId,
    from,
    to,
    now,
    session,
    deviceHash: caller.device && tokenHash(caller.device),
    event,
    revoked: revokedEvents(outbox, userId),
    mail: (to) => writeMail('account.passwordChanged', { to, language: languageOf(user), at: now, link: signInPage(publicUrl) }),
  })
  // Another device was faster: the typed password is no longer the current one.
  if (!ended) throw new AppError('password_wrong')
  outbox.soon(event)
  announceEnded(deps, ended)
  deps.sendMailsSoon()
}
