/** Tokens of mailed links, which are counted to limit the mails. */
import { fetchRowByPrisma } from '#kit/postgres.ts'
import type { Prisma } from '../../generated/client.ts'
import { LOCK_MAILS } from './locks.sql.ts'
import type { MailLimit } from './mail-limits.ts'

type Transaction = Prisma.TransactionClient

export const VERIFY = 'verify_email'
/** Tokens of this purpose hold an address that is not the account's yet. */
export const CHANGE = 'change_email'
/** … and this purpose, an address that was the account's and can be restored. */
export const UNDO = 'undo_email'
/** … set a password. */
export const RESET = 'reset_password'
/** … sign in. */
export const SIGN_IN = 'sign_in'

/**
 * @param others when further mails of the kind were written
 * @returns milliseconds until the limit allows another of these tokens; 0 when now
 */
export async function waitForToken(
  tx: Transaction,
  of: Prisma.MailTokenWhereInput,
  limit: MailLimit,
  others: readonly Date[] = [],
): Promise<number> {
  const sent = await tx.mailToken.findMany({
    where: { ...of, createdAt: { gt: limit.since } },
    orderBy: { createdAt: 'desc' },
    take: limit.most,
    select: { createdAt: true },
  })
  const all = [...sent.map(({ createdAt }) => createdAt), ...others].sort((a, b) => b.getTime() - a.getTime())
  return limit.wait(all.slice(0, limit.most))
}

/** Concurrent transactions take the same lock, so each counts the tokens that those before it have written. */
export async function lockMails(tx: Transaction, kind: string, of: string | number): Promise<void> {
  await fetchRowByPrisma(tx, LOCK_MAILS, { kind, of: String(of) })
}
