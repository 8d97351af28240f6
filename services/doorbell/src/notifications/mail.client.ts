import type { Bus } from '#kit/bus.ts'
import type { SummaryMail } from './summaries.ts'

/** Auth sends all mail: it stores the residents' addresses. */
export const createSummaryMail = (bus: Bus): SummaryMail => ({
  mailSummary: async (summary) => void (await bus.call('auth.mail_summary', summary, { timeout: 5_000 })),
})
