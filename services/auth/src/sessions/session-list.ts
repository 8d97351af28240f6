/** The sessions of an account, as its resident sees and ends them (docs/product/specification.md, 3, 7; docs/product/decisions.md, 26). */
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { Locate } from '#kit/geoip.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { UserSession } from '#proto/operations/sessions.ts'
import type { LiveUpdates } from '../core/ports.ts'
import { type SessionRecord, wallOf } from '../core/session.ts'

export type ListedSession = Omit<SessionRecord, 'confirmedAt' | 'byLink'> & {
  readonly deviceType: string
  readonly browser: string
  readonly ipAddress: string
  readonly userAgent: string
}
type EndedSession = { readonly id: string; readonly event: EventEnvelope }

export interface SessionList {
  /** The active ones, the most recently used first. */
  ofUser(userId: number, now: Date): Promise<ListedSession[]>
  /** @returns false when the session had ended already; undefined when it is not this account's */
  revoke(userId: number, id: string, now: Date, event: EventEnvelope): Promise<boolean | undefined>
  /** Ends all but one, each with an event; if none is kept, the account's API tokens too. */
  revokeOthers(userId: number, kept: string | undefined, now: Date, eventOf: (id: string) => EventEnvelope): Promise<EndedSession[]>
}

type Deps = {
  readonly sessionList: SessionList
  readonly locate: Locate
  readonly clock: Clock
  readonly outbox: Outbox
  readonly live: Pick<LiveUpdates, 'sessionEnded'>
}

export async function listSessions({ sessionList, locate, clock }: Deps, resident: ResidentIdentity): Promise<UserSession[]> {
  const sessions = await sessionList.ofUser(resident.userId, clock.now())
  return sessions.map(({ id, deviceType, browser, device, ipAddress, userAgent, lastActive, createdAt, role }) => ({
    id,
    sessionId: id,
    ipAddress,
    userAgent,
    deviceType: deviceType === 'desktop' || deviceType === 'mobile' ? deviceType : 'unknown',
    browser,
    device,
    location: locate(ipAddress),
    lastActive: lastActive.toISOString(),
    createdAt: createdAt.toISOString(),
    isActive: true,
    isCurrent: id === resident.session,
    ...wallOf({ role }),
  }))
}

/**
 * Signs a session out. Its end is published again for one that has ended already: the caller may repeat a request whose answer was lost.
 * @throws AppError not_found for another account's session
 */
export async function revokeSession(deps: Deps, { userId }: ResidentIdentity, session: string): Promise<void> {
  const event = deps.outbox.row('auth.session_revoked', { userId, session })
  const revoked = await deps.sessionList.revoke(userId, session, deps.clock.now(), event)
  if (revoked === undefined) throw new AppError('not_found')
  if (revoked) deps.outbox.soon(event)
  deps.live.sessionEnded(session)
}

/**
 * Signs out every session of the account but the caller's (docs/product/interface.md, HTTP).
 * @param session undefined for the operator: then all end, and the API tokens
 * @returns how many
 */
export async function revokeOtherSessions(
  deps: Deps,
  { userId, session }: Pick<ResidentIdentity, 'userId'> & { readonly session?: string },
): Promise<number> {
  const ended = await deps.sessionList.revokeOthers(userId, session, deps.clock.now(), (id) =>
    deps.outbox.row('auth.session_revoked', { userId, session: id }),
  )
  deps.outbox.soon(...ended.map(({ event }) => event))
  for (const { id } of ended) deps.live.sessionEnded(id)
  return ended.length
}
