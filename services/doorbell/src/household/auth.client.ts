import type { Bus } from '#kit/bus.ts'
import type { Accounts } from './household.ts'

const TIMEOUT = { timeout: 5_000 }

/** Auth knows accounts, and sends all mail. */
export const createAccounts = (bus: Bus): Accounts => ({
  requireFresh: async (session) => void (await bus.call('auth.require_fresh', { session }, TIMEOUT)),
  nameOf: async (userId) => {
    const { firstName, lastName } = await bus.call('auth.user_by_id', { userId }, TIMEOUT)
    return `${firstName} ${lastName}`.trim()
  },
  mailInvitation: async (mail) => void (await bus.call('auth.mail_invitation', mail, TIMEOUT)),
})
