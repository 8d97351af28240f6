import { randomBase62, tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import { Refusal } from '#kit/refusal.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { fold, heldSince, storedName, toUser } from './account.ts'
import { type LoginNeeds, refuseBlockedAddress } from './login.ts'
import type { Accounts, Neighbours, NewAccount } from './ports.ts'
import { openSession } from './session.ts'
import { newVerification, type VerificationNeeds } from './verification.ts'

export type RegisterNeeds = LoginNeeds &
  VerificationNeeds & { readonly accounts: Accounts; readonly neighbours: Neighbours; readonly log: Log }

/**
 * Makes an account with its first door and signs in. User, session, event and verification mail are one transaction; the door is opened by rpc,
 * and by the event where that failed (architecture: the truth).
 * @throws Refusal username_taken, email_taken, address_blocked, validation_failed, unavailable
 */
export async function register(
  needs: RegisterNeeds,
  form: Input<'auth.register'>,
  caller: Caller,
): Promise<{ user: User; cookies: CookieEffects }> {
  const { clock, accounts, signIns, outbox } = needs
  const now = clock.now()
  const deviceExists = caller.device ? await signIns.deviceExists(tokenHash(caller.device)) : false
  refuseBlockedAddress(caller, false)
  const names = namesOf(form)
  // Before the costly hash; the unique indexes decide when two are equally fast.
  const taken = await accounts.taken(names.usernameKey, names.emailKey, heldSince(now))
  if (taken.username) throw new Refusal('username_taken')
  if (taken.email) throw new Refusal('email_taken')
  const account: NewAccount = {
    ...names,
    passwordHash: await needs.passwords.hash(form.password),
    qrCodeId: randomBase62(FIELD.qrCodeId),
    language: caller.language === 'en' ? null : (caller.language ?? null),
  }
  const { session, device, cookies } = openSession(caller, clock, deviceExists)
  const { token: verification, mail } = newVerification(needs, account.email, caller.language)
  const event = outbox.row('auth.user_registered', { userId: 0, qrCodeId: account.qrCodeId })
  const forUser = (userId: number) => ({ ...event, data: { userId, qrCodeId: account.qrCodeId } })
  const record = await accounts.register({ account, session, device, verification, mail, now }, heldSince(now), forUser)
  await openDoor(needs, record.id, account.qrCodeId)
  outbox.soon(forUser(record.id))
  needs.mailsWaiting()
  return { user: toUser(record), cookies }
}

function namesOf(form: Input<'auth.register'>): Omit<NewAccount, 'passwordHash' | 'qrCodeId' | 'language'> {
  const username = storedName('username', form.username, 'Username is required')
  const email = storedName('email', form.email, 'Email is required')
  return {
    username,
    usernameKey: fold(username),
    firstName: storedName('firstName', form.firstName, 'First name is required'),
    lastName: storedName('lastName', form.lastName, 'Last name is required'),
    email,
    emailKey: fold(email),
  }
}

async function openDoor(needs: RegisterNeeds, userId: number, qrCodeId: string): Promise<void> {
  try {
    await needs.neighbours.openDoor(userId, qrCodeId)
  } catch (error) {
    needs.log.warn({ err: error, userId }, 'the door waits for its event')
  }
}
