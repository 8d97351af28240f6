/**
 * Wall displays: a session that only receives and answers rings and shows those of today (record 0066). A signed-in user can
 * make their own session one without the password, because that only removes rights; leaving needs the password, because guests can reach
 * the display.
 */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import type { CurrentUser } from '#proto/entities.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import type { Bound } from '../core/bound.ts'
import type { Accounts, LiveUpdates, NotifyClient } from '../core/ports.ts'
import type { SessionRole } from '../core/session.ts'
import type { currentUser } from '../profile/current-user.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { spendCode } from '../sign-in/prove-code.ts'
import type { reauthenticate } from '../sign-in/reauthenticate.ts'

type RoleDeps = {
  readonly sessions: Pick<Sessions, 'setRole' | 'confirm'>
  readonly live: Pick<LiveUpdates, 'sessionChanged'>
  readonly notify: Pick<NotifyClient, 'stopPushes' | 'allowPushes'>
  readonly currentUser: Bound<typeof currentUser>
}
type LeaveDeps = RoleDeps & {
  readonly clock: Clock
  readonly log: Log
  readonly accounts: Pick<Accounts, 'byId'>
  readonly reauthenticate: Bound<typeof reauthenticate>
  readonly spendCode: Bound<typeof spendCode>
}
type Own = Caller & { readonly resident: ResidentIdentity }

/** Published before the answer, so that the gateway that forwards the answer has dropped the old role from its cache by then. */
async function setRole(deps: RoleDeps, caller: Own, role: SessionRole): Promise<CurrentUser> {
  const { session } = caller.resident
  if (!(await deps.sessions.setRole(session, role))) throw new AppError('unauthenticated')
  deps.live.sessionChanged(session)
  return deps.currentUser(caller)
}

/**
 * A display's page is always open: its session gets no pushes of messages, visits and alerts. Pushes are refused before the role is set, so
 * that no wall display gets one; notify then stores no subscription of this session, for longer than a request from before may take.
 * @throws AppError unauthenticated, unavailable
 */
export async function startWall(deps: RoleDeps, caller: Own): Promise<CurrentUser> {
  await deps.notify.stopPushes(caller.resident.session)
  return setRole(deps, caller, 'wall')
}

/** @throws AppError password_wrong, two_factor_required, code_wrong, limited, unauthenticated */
export async function leaveWall(deps: LeaveDeps, { password, code }: Input<'auth.leave_wall'>, caller: Own): Promise<CurrentUser> {
  const account = await deps.accounts.byId(caller.resident.userId)
  if (!account) throw new AppError('unauthenticated')
  await deps.reauthenticate(account, caller, password)
  await deps.spendCode(caller.resident, code)
  await deps.sessions.confirm(caller.resident.session, deps.clock.now())
  const user = await setRole(deps, caller, 'resident')
  await allowPushes(deps, caller.resident.session)
  return user
}

/** A session does not stay a wall display because notify is down: its page then registers for pushes an hour later. */
async function allowPushes({ notify, log }: LeaveDeps, session: string): Promise<void> {
  await notify
    .allowPushes(session)
    .catch((err: unknown) => log.warn({ err }, 'pushes of a former wall display not allowed, refused for an hour'))
}
