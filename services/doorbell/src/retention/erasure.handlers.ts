import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import type { Caller } from '#proto/envelope.ts'

/** What a visitor can delete (docs/product/decisions.md, 11). */
export const erasureHandlers = (eraseRing: (id: number, caller: Caller) => Promise<void>): SomeHandlersOf<'doorbell', 'erase_visit'> => ({
  erase_visit: async ({ input, caller }) => {
    await eraseRing(input.id, caller)
    return new Answer({}, { cookies: { forgetVisit: input.id } })
  },
})
