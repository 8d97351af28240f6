import type { Outbox } from '#kit/outbox.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { LiveUpdates } from './ports.ts'

/** One event for each session that a change of the account ends; stores write these events in the transaction of the change. */
export type RevokedEvent = (session: string) => EventEnvelope<'auth.session_revoked'>

export const revokedEvents =
  (outbox: Pick<Outbox, 'row'>, userId: number): RevokedEvent =>
  (session) =>
    outbox.row('auth.session_revoked', { userId, session })

/** After the commit: gateways drop these sessions from their caches and close their sockets, within a second. */
export function announceEnded(
  { outbox, live }: { readonly outbox: Outbox; readonly live: Pick<LiveUpdates, 'sessionEnded'> },
  events: readonly EventEnvelope<'auth.session_revoked'>[],
): void {
  for (const { data } of events) live.sessionEnded(data.session)
  outbox.soon(...events)
}
