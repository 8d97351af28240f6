/** A resident's question to the operator of this server. The operator's language is not known: the mail is in English. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { dailyLimit, strangersLimit } from '../core/mail-limits.ts'
import type { Accounts } from '../core/ports.ts'
import type { AccountAddresses } from '../mails/account-addresses.ts'
import type { Mails } from '../mails/mails.ts'

type Deps = {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly mails: Pick<Mails, 'write'>
  readonly addresses: Pick<AccountAddresses, 'waitFor'>
  readonly clock: Clock
  readonly sendMailsSoon: () => void
  /** Undefined where the operator takes no questions. */
  readonly supportEmail: string | undefined
}

/**
 * An answer goes only to a confirmed address: another one may belong to a stranger. An account has five a day; because accounts without
 * a confirmed address cost nothing, all of them share one limit, above which an address has to be confirmed first.
 * @throws AppError not_found, limited, email_unverified
 */
export async function askSupport(deps: Deps, userId: number, message: string): Promise<void> {
  const { addresses, clock, supportEmail: to } = deps
  const user = await deps.accounts.byId(userId)
  if (!user || to === undefined) throw new AppError('not_found')
  const { username, email, emailVerifiedAt, subscriptionTier } = user
  const plan = subscriptionTier === 'premium' ? 'Premium' : 'Free'
  const replyTo = emailVerifiedAt ? email : null
  const kind = emailVerifiedAt ? 'support.confirmed' : 'support.unconfirmed'
  const wait = await addresses.waitFor(to, kind, dailyLimit(clock), userId)
  if (wait > 0) throw new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  if (!emailVerifiedAt && (await addresses.waitFor(to, kind, strangersLimit(clock))) > 0) throw new AppError('email_unverified')
  const facts = [`Plan: ${plan}`, `Account: ${username} (${userId})`, `Address: ${replyTo ?? 'not confirmed'}`]
  const subject = `[${plan}] Question of account ${userId}`
  const text = [...facts, '', message, ''].join('\n')
  await deps.mails.write({ id: randomUUID(), to, kind, userId, replyTo, subject, text, at: clock.now() })
  deps.sendMailsSoon()
}
