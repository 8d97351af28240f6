/** A device that is signed out misses rings, so the user's page is warned before the session's absolute end (decision 26). */
import { AppError } from '#kit/app-error.ts'
import type { CurrentUser } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { toUser } from './account.ts'
import type { Accounts, Sessions } from './ports.ts'
import type { SessionDeps } from './sessions.ts'

/** @throws AppError unauthenticated */
export async function currentUser(
  { accounts, sessions, clock }: SessionDeps & { readonly accounts: Accounts; readonly sessions: Sessions },
  { resident }: Caller,
): Promise<CurrentUser> {
  if (!resident) throw new AppError('unauthenticated')
  const [record, session] = await Promise.all([accounts.byId(resident.userId), sessions.byId(resident.session)])
  if (!record) throw new AppError('unauthenticated')
  const endsAt = session && session.createdAt.getTime() + TIME.sessionAbsolute
  const soon = endsAt !== undefined && endsAt - clock.now().getTime() < TIME.sessionWarning
  return { ...toUser(record), ...(soon ? { sessionEndsAt: new Date(endsAt).toISOString() } : {}) }
}
