/** Mails that other services ask for, and the mailbox of `/dev/mail`. */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import type { Mails } from './mails.ts'
import { mailAlert, mailInvitation, mailPass, mailPlan, mailSummary, mailUnseenRing, type RequestedMailDeps } from './requested-mails.ts'

const SHOWN_MAILS = 200

type Name = 'mail_alert' | 'mail_plan' | 'mail_unseen_ring' | 'mail_summary' | 'mail_pass' | 'mail_invitation' | 'dev_mails'
type Deps = RequestedMailDeps & {
  readonly mails: Pick<Mails, 'write' | 'kept'>
  /** False where mail is sent by SMTP. */
  readonly showsMails: boolean
}

export const mailHandlers = (deps: Deps): SomeHandlersOf<'auth', Name> => ({
  mail_alert: async ({ input }) => ({ mailed: await mailAlert(deps, input) }),
  mail_plan: async ({ input }) => ({ mailed: await mailPlan(deps, input) }),
  mail_unseen_ring: async ({ input }) => ({ mailed: await mailUnseenRing(deps, input) }),
  mail_summary: async ({ input }) => ({ mailed: await mailSummary(deps, input) }),
  mail_pass: async ({ input }) => {
    await mailPass(deps, input)
    return {}
  },
  mail_invitation: async ({ input }) => {
    await mailInvitation(deps, input)
    return {}
  },
  dev_mails: async () => {
    const kept = deps.showsMails ? await deps.mails.kept(SHOWN_MAILS) : []
    return kept.map(({ to, subject, text, at }) => ({ to, subject, text, at: at.toISOString() }))
  },
})
