import type { Caller } from '#proto/envelope.ts'
import type { EventData } from '#proto/events.ts'
import { settingsOf, type UserRecord } from '../core/account.ts'
import { userAgentOf } from '../core/session.ts'
import type { PasskeyUse } from './factors.ts'

/** Who has proved to be the owner so far, and from which browser. */
export type Entrant = {
  readonly user: UserRecord
  readonly client: Omit<EventData<'auth.login_succeeded'>, 'userId'>
  /** The device cookie is one that was given out. */
  readonly deviceExists: boolean
  /** Of the device cookie, if the browser has signed in to this account before. */
  readonly knownDevice: string | undefined
  /** Of the mailed link, which the sign-in uses up. */
  readonly linkHash?: string
  /** Stands for password and second factor. */
  readonly passkey?: PasskeyUse
}

/** What security stores about an attempt. The name that was typed is not part of it: people type passwords there. */
export function attemptClient(caller: Caller, user: UserRecord | undefined, deviceKnown: boolean) {
  const logged = user === undefined || settingsOf(user).activityLogsEnabled
  return { username: '', address: caller.address, userAgent: userAgentOf(caller), deviceKnown, logged }
}
