import type { Bus } from '#kit/bus.ts'
import type { AuthClient } from './ports.ts'

export const createAuthClient = (bus: Bus): AuthClient => ({
  sessionUsed: async (session) => void (await bus.call('auth.session_used', { session })),
  nameSession: async (naming) => void (await bus.call('auth.name_session', naming)),
  requireFresh: async (session) => void (await bus.call('auth.require_fresh', { session })),
  mailUnseenRing: async (mail) => (await bus.call('auth.mail_unseen_ring', mail)).mailed,
})
