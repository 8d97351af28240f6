import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { type EraseDeps, eraseRing } from './erase-ring.ts'

/** What a visitor takes back (decision 11). */
export const erasure = (deps: EraseDeps): SomeHandlersOf<'doorbell', 'erase_visit'> => ({
  erase_visit: async ({ input, caller }) => {
    await eraseRing(deps, input.id, caller)
    return new Answer({}, { cookies: { forgetVisit: input.id } })
  },
})
