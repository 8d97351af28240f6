import { randomBase62, tokenHash } from '#kit/ids.ts'
import { Refusal } from '#kit/refusal.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { FIELD } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import { lookalikeKey } from '#proto/usernames.ts'
import { fold, heldSince, storedName, toUser } from './account.ts'
import { type LoginNeeds, refuseBlockedAddress } from './login.ts'
import type { Accounts, Neighbours, NewAccount } from './ports.ts'
import { openSession } from './session.ts'
import { endReplacedSession } from './sessions.ts'
import { DAY, MAILS_A_DAY, newVerification, type VerificationNeeds, waitForDay } from './verification.ts'

export type RegisterNeeds = LoginNeeds & VerificationNeeds & { readonly accounts: Accounts; readonly neighbours: Neighbours }

/**
 * Makes an account with its first door and signs in. User, session, event and verification mail are one transaction; the door is opened by rpc,
 * and by the event where that failed (architecture: the truth). The answer waits for the door for at most 3 s. No mail is sent to an address that
 * has had its mails of the day.
 * @throws Refusal username_taken, email_taken, address_blocked, validation_failed, limited, unavailable
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
  const taken = await accounts.taken(names, heldSince(now))
  if (taken.username) throw new Refusal('username_taken')
  if (taken.email) throw new Refusal('email_taken')
  const account: NewAccount = {
    ...names,
    passwordHash: await needs.passwords.hash(form.password, caller.address),
    qrCodeId: randomBase62(FIELD.qrCodeId),
    language: caller.language === 'en' ? null : (caller.language ?? null),
  }
  const { session, device, cookies } = openSession(caller, clock, deviceExists)
  // Strangers' mails to this address must not shut its owner out: the account is made, and the mail can be asked for later.
  const wait = waitForDay(await needs.verifications.mailedSince(account.emailKey, clock.in(-DAY), MAILS_A_DAY), now)
  const verification = wait > 0 ? undefined : newVerification(needs, account.email, caller.language)
  const event = outbox.row('auth.user_registered', { userId: 0, qrCodeId: account.qrCodeId })
  const forUser = (userId: number) => ({ ...event, data: { userId, qrCodeId: account.qrCodeId } })
  const record = await accounts.register({ account, session, device, verification, now }, heldSince(now), forUser)
  // From here on the account is there: nothing below may refuse.
  needs.mailsWaiting()
  await Promise.all([openDoor(needs, record.id, account.qrCodeId), endReplacedSession(needs, caller)])
  outbox.soon(forUser(record.id))
  return { user: toUser(record), cookies }
}

function namesOf(form: Input<'auth.register'>): Omit<NewAccount, 'passwordHash' | 'qrCodeId' | 'language'> {
  const username = storedName('username', form.username, 'Username is required')
  const email = storedName('email', form.email, 'Email is required')
  return {
    username,
    usernameKey: fold(username),
    lookalikeKey: lookalikeKey(fold(username)),
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
    needs.log.warn({ err: error, userId }, 'register: door not opened, the event opens it')
  }
}
