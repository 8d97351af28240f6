import type { Bus } from '#kit/bus.ts'
import type { AuthClient } from './ports.ts'

export const createAuthClient = (bus: Bus): AuthClient => ({
  mailUnseenRing: async (mail) => (await bus.call('auth.mail_unseen_ring', mail)).mailed,
})
