import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { nextIdCursor, parseIdCursor } from '#kit/paging.ts'
import type { Attempts } from './attempts.ts'

/** The log-in history (docs/product/specification.md, 7). */
export const attemptHandlers = (attempts: Pick<Attempts, 'ofUser'>): SomeHandlersOf<'security', 'login_history'> => ({
  login_history: async ({ input: { limit, cursor }, caller }) => {
    const found = await attempts.ofUser(residentOf(caller).userId, { limit, before: parseIdCursor(cursor) })
    return new Answer(found, { next: nextIdCursor(found, limit) })
  },
})
