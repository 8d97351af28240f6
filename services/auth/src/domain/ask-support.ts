/** A resident's question to whoever runs this server. The operator's own language is not known: the mail is in English. */
import { randomUUID } from 'node:crypto'
import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { AccountAddresses } from './factor-ports.ts'
import { dailyLimit } from './mail-limits.ts'
import type { Accounts, Mails } from './ports.ts'

export type SupportDeps = {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly mails: Pick<Mails, 'write'>
  readonly addresses: Pick<AccountAddresses, 'waitFor'>
  readonly clock: Clock
  readonly sendMailsSoon: () => void
  /** Undefined where the operator takes no questions. */
  readonly supportEmail: string | undefined
}

/** An answer goes to a confirmed address alone: another one may belong to a stranger. @throws AppError not_found, limited: five a day */
export async function askSupport(deps: SupportDeps, userId: number, message: string): Promise<void> {
  const user = await deps.accounts.byId(userId)
  if (!user || deps.supportEmail === undefined) throw new AppError('not_found')
  const { username, email, emailVerifiedAt, subscriptionTier } = user
  const plan = subscriptionTier === 'premium' ? 'Premium' : 'Free'
  const replyTo = emailVerifiedAt ? email : null
  const facts = [`Plan: ${plan}`, `Account: ${username} (${userId})`, `Address: ${replyTo ?? 'not confirmed'}`]
  const subject = `[${plan}] Question of account ${userId}`
  const wait = await deps.addresses.waitFor(deps.supportEmail, [subject], dailyLimit(deps.clock))
  if (wait > 0) throw new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  const text = [...facts, '', message, ''].join('\n')
  await deps.mails.write({ id: randomUUID(), to: deps.supportEmail, replyTo, subject, text, at: deps.clock.now() })
  deps.sendMailsSoon()
}
