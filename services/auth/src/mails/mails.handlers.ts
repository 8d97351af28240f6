/** Mails that other services ask for, and the mailbox of `/dev/mail`. */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { languageOf } from '../core/account.ts'
import { type AlertMailDeps, mailAlert } from './alert-mails.ts'
import { type Mails, passMail, summaryMail } from './mails.ts'
import { mailPlan } from './plan-mails.ts'
import { mailUnseenRing } from './ring-mails.ts'

const SHOWN_MAILS = 200

type Name = 'mail_alert' | 'mail_plan' | 'mail_unseen_ring' | 'mail_summary' | 'mail_pass' | 'dev_mails'
type Deps = AlertMailDeps & {
  readonly mails: Pick<Mails, 'write' | 'kept'>
  /** False where mail is sent by SMTP. */
  readonly showsMails: boolean
}

export function mailHandlers(deps: Deps): SomeHandlersOf<'auth', Name> {
  const { accounts, mails, clock, publicUrl } = deps
  return {
    mail_alert: async ({ input }) => ({ mailed: await mailAlert(deps, input) }),
    mail_plan: async ({ input }) => ({ mailed: await mailPlan(deps, input) }),
    mail_unseen_ring: async ({ input }) => ({ mailed: await mailUnseenRing(deps, input) }),
    mail_summary: async ({ input }) => {
      const { key, userId, ...waiting } = input
      const user = await accounts.byId(userId)
      // An unverified address may belong to a stranger.
      if (!user?.emailVerifiedAt) return { mailed: false }
      await mails.write(summaryMail(key, user.email, new URL('/notifications', publicUrl).href, waiting, clock.now(), languageOf(user)))
      deps.sendMailsSoon()
      return { mailed: true }
    },
    mail_pass: async ({ input: { key, to, path, language } }) => {
      await mails.write(passMail(key, to, new URL(path, publicUrl).href, clock.now(), language))
      deps.sendMailsSoon()
      return {}
    },
    dev_mails: async () => {
      const kept = deps.showsMails ? await mails.kept(SHOWN_MAILS) : []
      return kept.map(({ to, subject, text, at }) => ({ to, subject, text, at: at.toISOString() }))
    },
  }
}
