import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { Neighbours, Sessions } from './ports.ts'
import { isAlive, needsTouch, type SessionRecord } from './session.ts'

export type SessionNeeds = {
  readonly clock: Clock
  readonly sessions: Sessions
  readonly outbox: Outbox
  readonly neighbours: Pick<Neighbours, 'forgetSession'>
}

async function used(needs: SessionNeeds, session: SessionRecord | undefined): Promise<SessionRecord | undefined> {
  const now = needs.clock.now()
  if (!session || !isAlive(session, now)) return undefined
  if (needsTouch(session, now)) await needs.sessions.touch(session.id, now)
  return session
}

/** Who holds this cookie; null for a dead or unknown one. */
export async function resolveSession(needs: SessionNeeds, token: string): Promise<ResidentIdentity | null> {
  const session = await used(needs, await needs.sessions.byToken(tokenHash(token)))
  return session ? { userId: session.userId, session: session.id, device: session.device } : null
}

/** An open socket asks this, and counts as use (decision 26). */
export async function checkSession(needs: SessionNeeds, id: string): Promise<boolean> {
  return (await used(needs, await needs.sessions.byId(id))) !== undefined
}

/**
 * Signs out the session that the browser holds; its sockets close within a second. Doing it twice, or with a dead cookie, is the same as once.
 * @param caller its cookie counts, not what a gateway remembers of it
 */
export async function logout(needs: SessionNeeds, caller: Caller): Promise<void> {
  const held = await heldSession(needs, caller)
  const ending = held ? { userId: held.userId, session: held.id } : caller.resident
  if (ending) await endSession(needs, ending)
}

/** This browser has a new session: the one that its cookie named before would live on without anybody to end it. */
export async function endReplacedSession(needs: SessionNeeds & { readonly log: Log }, caller: Caller): Promise<void> {
  try {
    const held = await heldSession(needs, caller)
    if (held) await endSession(needs, { userId: held.userId, session: held.id })
  } catch (err) {
    // The new session is there already: its answer must not be an error.
    needs.log.warn({ err }, 'sessions: the replaced session was not ended')
  }
}

const heldSession = async ({ sessions }: SessionNeeds, { sessionToken }: Caller) =>
  sessionToken ? sessions.byToken(tokenHash(sessionToken)) : undefined

async function endSession(needs: SessionNeeds, ending: Pick<ResidentIdentity, 'userId' | 'session'>): Promise<void> {
  const event = needs.outbox.row('auth.session_revoked', { userId: ending.userId, session: ending.session })
  if (await needs.sessions.revoke(ending.session, needs.clock.now(), event)) needs.outbox.soon(event)
  needs.neighbours.forgetSession(ending.session)
}
