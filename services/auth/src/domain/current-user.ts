/**
 * A device that is signed out misses rings, so the user's page is warned before the session's absolute end (decision 26). Every session
 * sees that lost second factors wait to be removed, and can cancel it (decision 25).
 */
import { AppError } from '#kit/app-error.ts'
import type { CurrentUser } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { toUser } from './account.ts'
import type { Recoveries } from './factor-ports.ts'
import type { Accounts, Sessions } from './ports.ts'
import type { SessionDeps } from './sessions.ts'

/** @throws AppError unauthenticated */
export async function currentUser(
  deps: SessionDeps & { readonly accounts: Accounts; readonly sessions: Sessions; readonly recoveries: Pick<Recoveries, 'waitingOf'> },
  { resident }: Caller,
): Promise<CurrentUser> {
  if (!resident) throw new AppError('unauthenticated')
  const [record, session, recovery] = await Promise.all([
    deps.accounts.byId(resident.userId),
    deps.sessions.byId(resident.session),
    deps.recoveries.waitingOf(resident.userId),
  ])
  if (!record) throw new AppError('unauthenticated')
  const endsAt = session && session.createdAt.getTime() + TIME.sessionAbsolute
  const soon = endsAt !== undefined && endsAt - deps.clock.now().getTime() < TIME.sessionWarning
  return {
    ...toUser(record),
    ...(soon ? { sessionEndsAt: new Date(endsAt).toISOString() } : {}),
    ...(recovery ? { recoveryEndsAt: recovery.endsAt.toISOString() } : {}),
  }
}
