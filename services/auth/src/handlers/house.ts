import type { Clock } from '#kit/clock.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import { fold, languageOf, toUser } from '../domain/account.ts'
import { passMail, summaryMail } from '../domain/mails.ts'
import type { Accounts, Mails } from '../domain/ports.ts'

const SHOWN_MAILS = 200
/** A door follows its registration within seconds, by its event at the latest; a code older than this is no new one. */
const DOOR_FOLLOWS_WITHIN = 10 * 60_000

type HouseName =
  | 'find_user'
  | 'user_by_id'
  | 'code_issued'
  | 'keep_code'
  | 'keep_tier'
  | 'list_users'
  | 'mail_summary'
  | 'mail_pass'
  | 'dev_mails'
  | 'forget_user'

/** What the operator and the other services ask. */
export function houseHandlers(needs: {
  accounts: Accounts
  mails: Mails
  /** Not where mail goes by SMTP. */
  showsMails: boolean
  clock: Clock
  publicUrl: string
  mailsWaiting: () => void
  forget: (userId: number) => Promise<void>
}): SomeHandlersOf<'auth', HouseName> {
  const { accounts, mails, clock } = needs
  const byId = async (userId: number) => {
    const found = await accounts.byId(userId)
    if (!found) throw new Refusal('not_found')
    return found
  }
  return {
    find_user: async ({ input }) => {
      if (input.userId !== undefined) return byId(input.userId)
      const found = input.username === undefined ? undefined : await accounts.byUsername(fold(input.username))
      if (!found) throw new Refusal('not_found')
      return found
    },
    user_by_id: async ({ input }) => toUser(await byId(input.userId)),
    code_issued: async ({ input }) => ({ issued: await accounts.codeIssued(input.qrCodeId, clock.in(-DOOR_FOLLOWS_WITHIN)) }),
    keep_code: async ({ input }) => {
      await accounts.setQrCode(input.userId, input.qrCodeId, input.version)
      return {}
    },
    keep_tier: async ({ input }) => {
      await accounts.setTier(input.userId, input.tier, input.version)
      return {}
    },
    list_users: async ({ input }) => {
      const users = await accounts.newest(input.after, input.limit ?? 100)
      return { users: users.map(toUser).map(({ subscriptionTier: tier, ...user }) => ({ ...user, tier })) }
    },
    mail_summary: async ({ input }) => {
      const { key, userId, ...waiting } = input
      const user = await accounts.byId(userId)
      // An address that nobody has confirmed may be a stranger's.
      if (!user?.emailVerifiedAt) return { mailed: false }
      await mails.write(
        summaryMail(key, user.email, new URL('/notifications', needs.publicUrl).href, waiting, clock.now(), languageOf(user)),
      )
      needs.mailsWaiting()
      return { mailed: true }
    },
    forget_user: async ({ input }) => {
      await needs.forget(input.userId)
      return {}
    },
    mail_pass: async ({ input: { key, to, path, language } }) => {
      await mails.write(passMail(key, to, new URL(path, needs.publicUrl).href, clock.now(), language))
      needs.mailsWaiting()
      return {}
    },
    dev_mails: async () => {
      const kept = needs.showsMails ? await mails.kept(SHOWN_MAILS) : []
      return kept.map(({ to, subject, text, at }) => ({ to, subject, text, at: at.toISOString() }))
    },
  }
}
