/**
 * A device whose session ends misses rings, so the user's page is warned before the session's absolute end (docs/product/decisions.md, 26).
 * Every session shows that the removal of lost second factors is pending, and can cancel it (docs/product/decisions.md, 25). A wall
 * display stands where guests may use it, so it gets only the fields that it shows (record 0066).
 */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { CurrentUser } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import { toUser } from '../core/account.ts'
import type { Accounts } from '../core/ports.ts'
import { wallOf } from '../core/session.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Recoveries } from '../two-factor/recovery.ts'

type Deps = {
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'byId'>
  readonly sessions: Pick<Sessions, 'byId'>
  readonly recoveries: Pick<Recoveries, 'waitingOf'>
}

const HIDDEN_FROM_WALL = { lastName: '', email: '', phone: null, address: null, pictureUrl: null } as const

/** @throws AppError unauthenticated */
export async function currentUser(deps: Deps, { resident }: Pick<Caller, 'resident'>): Promise<CurrentUser> {
  if (!resident) throw new AppError('unauthenticated')
  const [record, session, recovery] = await Promise.all([
    deps.accounts.byId(resident.userId),
    deps.sessions.byId(resident.session),
    deps.recoveries.waitingOf(resident.userId),
  ])
  if (!record) throw new AppError('unauthenticated')
  const endsAt = session && session.createdAt.getTime() + TIME.sessionAbsolute
  const soon = endsAt !== undefined && endsAt - deps.clock.now().getTime() < TIME.sessionWarning
  const ending = soon ? { sessionEndsAt: new Date(endsAt).toISOString() } : {}
  // The row is newer: the gateway may still have the former identity in its cache.
  const { wall } = session ? wallOf(session) : resident
  if (wall) return { ...toUser(record), ...HIDDEN_FROM_WALL, ...ending, wall }
  return { ...toUser(record), ...ending, ...(recovery ? { recoveryEndsAt: recovery.endsAt.toISOString() } : {}) }
}
