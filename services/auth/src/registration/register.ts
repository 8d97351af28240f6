import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { randomBase62, tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { lookalikeKey } from '#proto/usernames.ts'
import { normalizeIdentifier, storedName, toUser } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import { dailyLimit } from '../core/mail-limits.ts'
import type { Accounts, NewAccount } from '../core/ports.ts'
import { openSession } from '../core/session.ts'
import { newVerification, type Verifications } from '../email/verification.ts'
import type { enforcePasswordPolicy } from '../passwords/password-policy.ts'
import type { endReplacedSession } from '../sessions/sessions.ts'
import type { LoginAttempts } from '../sign-in/login-attempts.ts'
import type { Passwords } from '../sign-in/stored-passwords.ts'
import { rejectBlockedAddress } from '../sign-in/verify-credentials.ts'
import { type Invitations, isInvited, mayRegister, type RegistrationMode } from './may-register.ts'

export interface DoorbellClient {
  /** Where this fails, doorbell creates the door from `auth.user_registered`. */
  createFirstDoor(userId: number, qrCodeId: string): Promise<void>
}

type Deps = {
  readonly clock: Clock
  readonly log: Log
  readonly outbox: Outbox
  readonly accounts: Pick<Accounts, 'taken' | 'register'>
  readonly loginAttempts: Pick<LoginAttempts, 'deviceExists'>
  readonly passwords: Pick<Passwords, 'hash'>
  readonly enforcePasswordPolicy: Bound<typeof enforcePasswordPolicy>
  readonly verifications: Pick<Verifications, 'waitFor'>
  readonly doorbell: DoorbellClient
  readonly invitations: Invitations
  readonly publicUrl: string
  readonly mode: RegistrationMode
  readonly sendMailsSoon: () => void
  readonly endReplacedSession: Bound<typeof endReplacedSession>
}

/**
 * Creates an account with its first door and signs in. User, session, event and verification mail are one transaction. The first door is
 * created by rpc, or from the event where the rpc failed; the response waits at most 3 s for it. No mail is sent to an address that has
 * reached its limit of mails a day.
 * @throws AppError registration_closed, username_taken, email_taken, address_blocked, validation_failed, limited, unavailable
 */
export async function register(deps: Deps, form: Input<'auth.register'>, caller: Caller): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, accounts, loginAttempts, outbox } = deps
  const now = clock.now()
  if (!mayRegister(deps.mode, await isInvited(deps.mode, form, deps.invitations))) throw new AppError('registration_closed')
  const deviceExists = caller.device ? await loginAttempts.deviceExists(tokenHash(caller.device)) : false
  rejectBlockedAddress(caller, false)
  const names = namesOf(form)
  // Checked before the costly hash; the unique indexes decide between concurrent registrations.
  const taken = await accounts.taken(names, now)
  if (taken.username) throw new AppError('username_taken')
  if (taken.email) throw new AppError('email_taken')
  await deps.enforcePasswordPolicy('password', form.password, names)
  const account: NewAccount = {
    ...names,
    passwordHash: await deps.passwords.hash(form.password, caller.address),
    qrCodeId: randomBase62(FIELD.qrCodeId),
    language: caller.language === 'en' ? null : (caller.language ?? null),
  }
  const { session, device, cookies } = openSession(caller, clock, deviceExists)
  // Mails that strangers caused must not prevent a registration: the account is created, and its mail can be requested later.
  const wait = await deps.verifications.waitFor(account.emailKey, dailyLimit(clock))
  const verification = wait > 0 ? undefined : newVerification(deps, account.email, caller.language)
  const event = outbox.row('auth.user_registered', { userId: 0, qrCodeId: account.qrCodeId })
  const forUser = (userId: number) => ({ ...event, data: { userId, qrCodeId: account.qrCodeId } })
  const record = await accounts.register({ account, session, device, verification, now }, forUser)
  // The account exists from here on: nothing below may throw.
  deps.sendMailsSoon()
  await Promise.all([createFirstDoor(deps, record.id, account.qrCodeId), deps.endReplacedSession(caller)])
  outbox.soon(forUser(record.id))
  return { user: toUser(record), cookies }
}

function namesOf(form: Input<'auth.register'>): Omit<NewAccount, 'passwordHash' | 'qrCodeId' | 'language'> {
  const username = storedName('username', form.username, 'username_required')
  const email = storedName('email', form.email, 'email_required')
  return {
    username,
    usernameKey: normalizeIdentifier(username),
    lookalikeKey: lookalikeKey(normalizeIdentifier(username)),
    firstName: storedName('firstName', form.firstName, 'first_name_required'),
    lastName: storedName('lastName', form.lastName, 'last_name_required'),
    email,
    emailKey: normalizeIdentifier(email),
  }
}

async function createFirstDoor(deps: Deps, userId: number, qrCodeId: string): Promise<void> {
  try {
    await deps.doorbell.createFirstDoor(userId, qrCodeId)
  } catch (error) {
    deps.log.warn({ err: error, userId }, 'first door not created, event follows')
  }
}
