import type { Bus } from '#kit/bus.ts'
import type { PassMail } from './visit-requests.ts'

/** Auth sends all mail. */
export const createPassMail = (bus: Bus): PassMail => ({
  mailPass: async (mail) => void (await bus.call('auth.mail_pass', mail, { timeout: 5_000 })),
})
