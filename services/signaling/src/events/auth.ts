import type { EventHandlers } from '#kit/events.ts'
import type { CallDeps } from '../domain/ports.ts'
import { endSession } from '../domain/presence/end-session.ts'

/**
 * The end of a session again, durably: it also reaches a copy that missed the live update, and removes what a request in
 * flight has joined since.
 */
export const onAuth = (deps: CallDeps): EventHandlers<'auth'> => ({
  session_revoked: ({ data }) => endSession(deps, data.session, data.userId),
})
