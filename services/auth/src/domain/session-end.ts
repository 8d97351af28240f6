/** A doorbell that signs itself out misses rings: whoever uses a session near its absolute end is told in time (decision 26). */
import { Refusal } from '#kit/refusal.ts'
import type { CurrentUser } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { toUser } from './account.ts'
import type { Accounts, Sessions } from './ports.ts'
import type { SessionNeeds } from './sessions.ts'

/** @throws Refusal unauthenticated */
export async function currentUser(
  { accounts, sessions, clock }: SessionNeeds & { readonly accounts: Accounts; readonly sessions: Sessions },
  { resident }: Caller,
): Promise<CurrentUser> {
  if (!resident) throw new Refusal('unauthenticated')
  const [record, session] = await Promise.all([accounts.byId(resident.userId), sessions.byId(resident.session)])
  if (!record) throw new Refusal('unauthenticated')
  const endsAt = session && session.createdAt.getTime() + TIME.sessionAbsolute
  const soon = endsAt !== undefined && endsAt - clock.now().getTime() < TIME.sessionWarning
  return { ...toUser(record), ...(soon ? { sessionEndsAt: new Date(endsAt).toISOString() } : {}) }
}
