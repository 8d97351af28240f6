import { DAY_MS } from '#proto/durations.ts'
import type { Prisma } from '../../generated/client.ts'
import { endRecoveryLinks, storeMails, writeEvents } from '../core/account-changes.store.ts'
import type { MailLimit } from '../core/mail-limits.ts'
import { CHANGE, lockMails, UNDO, VERIFY, waitForToken } from '../core/mail-tokens.store.ts'
import type { HashName } from '../core/ports.ts'
import { type Database, violatedUnique } from '../core/prisma.store.ts'
import type { EmailChanged, OldAddress, Verifications } from './verification.ts'

/** The token of a link whose reader chose "Not me", kept so that the account sends no more mail there. */
const REJECTED = 'rejected'
const PROVING = { in: [VERIFY, CHANGE] }
const MAILED = { in: [VERIFY, CHANGE, REJECTED] }

/**
 * @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox
 * @param hashOf keyed
 */
export function createVerifications(db: Database, sends: boolean, hashOf: HashName): Verifications {
  return {
    waitFor: (emailKey, limit) => waitToVerify(db, hashOf, emailKey, limit),
    heldByOther: async (emailKey, userId) => (await db.user.count({ where: { emailKey, id: { not: userId } } })) > 0,
    issue: (userId, token, mail, limit) =>
      db.$transaction(async (tx) => {
        await lockVerifications(tx, token.emailKey)
        const wait = await waitToVerify(tx, hashOf, token.emailKey, limit)
        if (wait > 0) return wait
        await tx.mailToken.create({ data: { ...token, userId, purpose: VERIFY } })
        await storeMails(tx, sends, [mail])
        return 0
      }),
    claimOf: async (tokenHash, now) => {
      const token = await findClaim(db, tokenHash, now)
      return token && { username: token.user.username, email: token.email }
    },
    reject: (tokenHash, now, until) => reject(db, tokenHash, now, until),
    isRejected: async (userId, emailKey, now) =>
      (await db.mailToken.count({ where: { userId, emailKey, purpose: REJECTED, expiresAt: { gt: now } } })) > 0,
    redeem: async (tokenHash, now, onChange) => {
      try {
        return await redeem(db, sends, tokenHash, now, onChange)
      } catch (error) {
        // Another account verified the same address at the same time.
        if (violatedUnique(error)) return undefined
        throw error
      }
    },
  }
}

/** Mails that verify an address are counted per address, whichever account requests them, also after the account's deletion. */
export async function waitToVerify(tx: Transaction, hashOf: HashName, emailKey: string, limit: MailLimit): Promise<number> {
  const deleted = await tx.mailedAddress.findMany({
    where: { addressHash: addressHash(hashOf, emailKey), at: { gt: limit.since } },
    orderBy: { at: 'desc' },
    take: limit.most,
  })
  const others = deleted.map(({ at }) => at)
  return waitForToken(tx, { purpose: MAILED, emailKey }, limit, others)
}

/** Keeps the count of a day's verification mails of an account, before its rows are deleted. */
export async function keepMailCount(tx: Transaction, hashOf: HashName, userId: number, now: Date): Promise<void> {
  const where = { userId, purpose: MAILED, createdAt: { gt: new Date(now.getTime() - DAY_MS) } }
  const sent = await tx.mailToken.findMany({ where, select: { emailKey: true, createdAt: true } })
  const data = sent.map(({ emailKey, createdAt }) => ({ addressHash: addressHash(hashOf, emailKey), at: createdAt }))
  if (data.length > 0) await tx.mailedAddress.createMany({ data })
}

const addressHash = (hashOf: HashName, emailKey: string) => hashOf(`address ${emailKey}`)
export const lockVerifications = (tx: Transaction, emailKey: string) => lockMails(tx, 'verify', emailKey)

type OnChange = Parameters<Verifications['redeem']>[2]
type Transaction = Prisma.TransactionClient
type UserRow = { readonly id: number; readonly email: string; readonly emailVerifiedAt: Date | null; readonly language: string | null }

/** An unused token whose address is not verified yet and still belongs to its account. */
async function findClaim(db: Transaction, tokenHash: string, now: Date) {
  const token = await db.mailToken.findFirst({
    where: { tokenHash, purpose: PROVING, usedAt: null, expiresAt: { gt: now } },
    include: { user: true },
  })
  const proved = token?.email === token?.user.email && token?.user.emailVerifiedAt
  return !token || proved || (token.purpose === VERIFY && token.email !== token.user.email) ? undefined : token
}

/** Consumes the token and every other link of this account to this address. @returns false when it was already used */
async function consumeToken(tx: Transaction, token: { tokenHash: string; userId: number; emailKey: string }, now: Date): Promise<boolean> {
  const { count } = await tx.mailToken.updateMany({ where: { tokenHash: token.tokenHash, usedAt: null }, data: { usedAt: now } })
  if (!count) return false
  const { userId, emailKey } = token
  await tx.mailToken.updateMany({ where: { userId, emailKey, purpose: PROVING, usedAt: null }, data: { usedAt: now } })
  return true
}

function reject(db: Database, tokenHash: string, now: Date, until: Date): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const token = await findClaim(tx, tokenHash, now)
    if (!token || !(await consumeToken(tx, token, now))) return false
    await tx.mailToken.update({ where: { tokenHash }, data: { purpose: REJECTED, expiresAt: until } })
    await tx.user.updateMany({ where: { id: token.userId, email: token.email, emailVerifiedAt: null }, data: { emailKey: null } })
    return true
  })
}

function redeem(db: Database, sends: boolean, tokenHash: string, now: Date, onChange: OnChange): ReturnType<Verifications['redeem']> {
  return db.$transaction(async (tx) => {
    const token = await findClaim(tx, tokenHash, now)
    if (!token || !(await consumeToken(tx, token, now))) return undefined
    const { email, emailKey, user } = token
    // A verified address is taken from the account that has it unverified.
    await tx.user.updateMany({ where: { emailKey, id: { not: user.id }, emailVerifiedAt: null }, data: { emailKey: null } })
    if (await tx.user.count({ where: { emailKey, id: { not: user.id } } })) return undefined
    // Another account can restore this address.
    const undo = { purpose: UNDO, emailKey, usedAt: null, expiresAt: { gt: now }, userId: { not: user.id } }
    if (await tx.mailToken.count({ where: undo })) return undefined
    await tx.user.update({ where: { id: user.id }, data: { email, emailKey, emailVerifiedAt: now } })
    await endRecoveryLinks(tx, user.id, now)
    const event = token.purpose === CHANGE ? await writeChange(tx, sends, onChange(oldAddressOf(user))) : undefined
    return { userId: user.id, email, event }
  })
}

const oldAddressOf = ({ id, email, emailVerifiedAt, language }: UserRow): OldAddress => ({
  userId: id,
  email,
  verified: emailVerifiedAt !== null,
  language,
})

async function writeChange(tx: Transaction, sends: boolean, { event, mail, undo }: EmailChanged) {
  if (undo) await tx.mailToken.create({ data: { ...undo, userId: event.data.userId, purpose: UNDO } })
  await storeMails(tx, sends, mail ? [mail] : [])
  await writeEvents(tx, [event])
  return event
}
