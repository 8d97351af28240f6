import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import type { EndingSession, LiveUpdates } from '../core/ports.ts'
import { isAlive, needsTouch, type SessionRecord, type SessionRole, wallOf } from '../core/session.ts'

export interface Sessions {
  byToken(tokenHash: string): Promise<SessionRecord | undefined>
  byId(session: string): Promise<SessionRecord | undefined>
  touch(session: string, now: Date): Promise<void>
  /** The password was entered again. */
  confirm(session: string, now: Date): Promise<void>
  /** @returns false when the session has ended */
  setRole(session: string, role: SessionRole): Promise<boolean>
  /** @returns false when the account has no such session, or it has ended */
  setDevice(userId: number, session: string, device: string): Promise<boolean>
  /** Active ones whose time is over: 60 days without use, or a year. */
  ended(now: Date, limit: number): Promise<readonly { readonly id: string; readonly userId: number }[]>
  /** Those that end within this time, and whose end was not announced yet. */
  ending(now: Date, until: Date, limit: number): Promise<readonly EndingSession[]>
  warned(session: string, endsAt: Date): Promise<void>
  /** @returns false when the session had ended already */
  revoke(session: string, now: Date, event: EventEnvelope): Promise<boolean>
}

export type SessionDeps = {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly outbox: Outbox
  readonly live: Pick<LiveUpdates, 'sessionEnded' | 'sessionChanged'>
}

async function recordUse(deps: SessionDeps, session: SessionRecord | undefined): Promise<SessionRecord | undefined> {
  const now = deps.clock.now()
  if (!session || !isAlive(session, now)) return undefined
  if (needsTouch(session, now)) await deps.sessions.touch(session.id, now)
  return session
}

/** @returns the identity of this cookie's session; null when it is unknown or has ended */
export async function resolveSession(deps: SessionDeps, token: string): Promise<ResidentIdentity | null> {
  const session = await recordUse(deps, await deps.sessions.byToken(tokenHash(token)))
  return session ? { userId: session.userId, session: session.id, device: session.device, ...wallOf(session) } : null
}

/** The gateway calls this for open sockets, which count as use (docs/product/decisions.md, 26). */
export async function checkSession(deps: SessionDeps, id: string): Promise<Output<'auth.check_session'>> {
  const session = await recordUse(deps, await deps.sessions.byId(id))
  return session ? { alive: true, device: session.device, ...wallOf(session) } : { alive: false }
}

/**
 * Names a session as its resident has named its device. It takes effect with the session's next request, because gateways learn of it
 * before the caller is answered, and for open sockets once their gateway has asked for the session.
 * @throws AppError not_found: another account's session, or one that has ended
 */
export async function nameSession(deps: SessionDeps, { userId, session, name }: Input<'auth.name_session'>): Promise<void> {
  if (!(await deps.sessions.setDevice(userId, session, name))) throw new AppError('not_found')
  deps.live.sessionChanged(session)
}

/**
 * Signs out the browser's session; its sockets close within a second. Idempotent, and harmless with the cookie of an ended session.
 * @param caller identified by its cookie, not by the gateway's cache
 */
export async function logout(deps: SessionDeps, caller: Caller): Promise<void> {
  const found = await findCallerSession(deps, caller)
  const ending = found ? { userId: found.userId, session: found.id } : caller.resident
  if (ending) await endSession(deps, ending)
}

/** Ends the session that the browser's cookie named before it got a new one: without its cookie no browser could end it. */
export async function endReplacedSession(deps: SessionDeps & { readonly log: Log }, caller: Caller): Promise<void> {
  try {
    const found = await findCallerSession(deps, caller)
    if (found) await endSession(deps, { userId: found.userId, session: found.id })
  } catch (err) {
    // The new session exists already, so the request must not fail.
    deps.log.warn({ err }, 'replaced session not revoked')
  }
}

const findCallerSession = async ({ sessions }: SessionDeps, { sessionToken }: Caller) =>
  sessionToken ? sessions.byToken(tokenHash(sessionToken)) : undefined

/** Its sockets close within a second. */
export async function endSession(deps: SessionDeps, ending: Pick<ResidentIdentity, 'userId' | 'session'>): Promise<void> {
  const event = deps.outbox.row('auth.session_revoked', { userId: ending.userId, session: ending.session })
  if (await deps.sessions.revoke(ending.session, deps.clock.now(), event)) deps.outbox.soon(event)
  deps.live.sessionEnded(ending.session)
}
