import type { Bus } from '#kit/bus.ts'
import type { MailClient } from './summaries.ts'

/** Auth sends all mail: it knows the residents' addresses. */
export const createMailClient = (bus: Bus): MailClient => ({
  mailPass: async (mail) => void (await bus.call('auth.mail_pass', mail, { timeout: 5_000 })),
  mailSummary: async (summary) => void (await bus.call('auth.mail_summary', summary, { timeout: 5_000 })),
})
