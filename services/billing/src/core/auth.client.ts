import type { Bus } from '#kit/bus.ts'
import type { AuthClient } from './ports.ts'

/** A change of plan is answered after this many milliseconds even if auth is slow: its copy is then updated by the event. */
const KEEP_TIMEOUT = 1_000

export const createAuthClient = (bus: Bus): AuthClient => ({
  user: (userId) => bus.call('auth.user_by_id', { userId }),
  mailPlan: async (mail) => void (await bus.call('auth.mail_plan', mail)),
  keepTier: async (change) => {
    await bus.call('auth.keep_tier', change, { timeout: KEEP_TIMEOUT })
  },
})
