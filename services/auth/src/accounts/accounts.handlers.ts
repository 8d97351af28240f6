import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { languageOf, normalizeIdentifier, toUser } from '../core/account.ts'
import type { Accounts } from '../core/ports.ts'
import { type DeletionDeps, deleteForOperator } from '../deletion/delete-account.ts'
import { type Mails, passMail, summaryMail } from '../mails/mails.ts'

const SHOWN_MAILS = 200
/** The first door is created within seconds of the registration, from the event at the latest; an older code is not a new one. */
const NEW_CODE_AGE = 10 * 60_000

type InternalName =
  | 'find_user'
  | 'user_by_id'
  | 'code_issued'
  | 'keep_code'
  | 'keep_tier'
  | 'list_users'
  | 'mail_summary'
  | 'mail_pass'
  | 'dev_mails'
  | 'delete_user'

export type InternalDeps = DeletionDeps & {
  readonly accounts: Accounts
  readonly mails: Mails
  /** False where mail is sent by SMTP. */
  readonly showsMails: boolean
  readonly publicUrl: string
}

/** Internal operations: for the operator and the other services. */
export function internal(deps: InternalDeps): SomeHandlersOf<'auth', InternalName> {
  const { accounts, mails, clock } = deps
  const byId = async (userId: number) => {
    const found = await accounts.byId(userId)
    if (!found) throw new AppError('not_found')
    return found
  }
  return {
    find_user: async ({ input }) => {
      if (input.userId !== undefined) return byId(input.userId)
      const found = input.username === undefined ? undefined : await accounts.byUsername(normalizeIdentifier(input.username))
      if (!found) throw new AppError('not_found')
      return found
    },
    user_by_id: async ({ input }) => toUser(await byId(input.userId)),
    code_issued: async ({ input }) => ({ issued: await accounts.codeIssued(input.qrCodeId, clock.in(-NEW_CODE_AGE)) }),
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
      // An unverified address may belong to a stranger.
      if (!user?.emailVerifiedAt) return { mailed: false }
      await mails.write(
        summaryMail(key, user.email, new URL('/notifications', deps.publicUrl).href, waiting, clock.now(), languageOf(user)),
      )
      deps.sendMailsSoon()
      return { mailed: true }
    },
    delete_user: ({ input }) => deleteForOperator(deps, input.userId, input.by),
    mail_pass: async ({ input: { key, to, path, language } }) => {
      await mails.write(passMail(key, to, new URL(path, deps.publicUrl).href, clock.now(), language))
      deps.sendMailsSoon()
      return {}
    },
    dev_mails: async () => {
      const kept = deps.showsMails ? await mails.kept(SHOWN_MAILS) : []
      return kept.map(({ to, subject, text, at }) => ({ to, subject, text, at: at.toISOString() }))
    },
  }
}
