import { isLanguage } from '#proto/languages.ts'
import type { Prisma } from '../../generated/client.ts'
import {
  endPasswordLinks,
  endSessions,
  forgetDevices,
  noticeAddresses,
  removeApiTokens,
  storeMails,
  writeEvents,
} from '../core/account-changes.store.ts'
import type { MailLimit } from '../core/mail-limits.ts'
import { lockMails, RESET, UNDO, VERIFY } from '../core/mail-tokens.store.ts'
import type { Announcement } from '../core/ports.ts'
import type { Database } from '../core/prisma.store.ts'
import { removeTwoFactor } from './remove-two-factor.store.ts'
import type { PasswordReset, PasswordResets, ResetAccount } from './reset-password.ts'

const NOTHING: Announcement = { events: [], mails: [] }

type Transaction = Prisma.TransactionClient

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createPasswordResets(db: Database, sends: boolean): PasswordResets {
  return {
    ask: async (request) => void (await db.resetRequest.create({ data: request })),
    waiting: async (limit) => {
      const rows = await db.resetRequest.findMany({ where: { handledAt: null }, orderBy: { at: 'asc' }, take: limit })
      return rows.map(({ id, emailKey, language, at }) => ({ id, emailKey, language: isLanguage(language) ? language : null, at }))
    },
    handle: (request, limit, issue) =>
      db.$transaction(async (tx) => {
        const { id, emailKey } = request
        const { now } = limit
        await lockMails(tx, 'reset', emailKey)
        const { count } = await tx.resetRequest.updateMany({ where: { id, handledAt: null }, data: { handledAt: now } })
        if (count === 0 || (await waitOf(tx, emailKey, limit)) > 0) return
        const issued = (await accountsOf(tx, emailKey, now)).flatMap(issue)
        if (issued.length === 0) return
        await tx.mailToken.createMany({ data: issued.map(({ userId, token }) => ({ ...token, userId, purpose: RESET })) })
        await storeMails(
          tx,
          sends,
          issued.map(({ mail }) => mail),
        )
        await tx.resetRequest.update({ where: { id }, data: { mailed: true } })
      }),
    ownerOf: async (tokenHash, now) => (await findReset(db, tokenHash, now))?.user,
    redeem: (reset) => db.$transaction((tx) => redeem(tx, sends, reset)),
  }
}

async function waitOf(tx: Transaction, emailKey: string, limit: MailLimit): Promise<number> {
  const mailed = await tx.resetRequest.findMany({
    where: { emailKey, mailed: true, at: { gt: limit.since } },
    orderBy: { at: 'desc' },
    take: limit.most,
    select: { at: true },
  })
  return limit.wait(mailed.map(({ at }) => at))
}

/** Accounts that have the address now, or can restore it. The mails go to both addresses of such a change. */
async function accountsOf(tx: Transaction, emailKey: string, now: Date): Promise<ResetAccount[]> {
  const undo = { some: { emailKey, purpose: UNDO, usedAt: null, expiresAt: { gt: now } } }
  const users = await tx.user.findMany({ where: { deletingSince: null, OR: [{ emailKey }, { mailTokens: undo }] } })
  return Promise.all(
    users.map(async (user) => {
      // An unverified address may reset too: its owner takes the account from a stranger that way.
      const own = user.emailKey === emailKey ? [user.email] : []
      const addresses = [...new Set([...own, ...(await noticeAddresses(tx, user, now))])]
      return { userId: user.id, language: user.language, addresses }
    }),
  )
}

async function findReset(db: Transaction, tokenHash: string, now: Date) {
  const token = await db.mailToken.findFirst({
    where: { tokenHash, purpose: RESET, usedAt: null, expiresAt: { gt: now }, user: { deletingSince: null } },
    include: { user: true },
  })
  // An unverified address may have gone to another account meanwhile.
  return token?.user.emailVerifiedAt || token?.emailKey === token?.user.emailKey ? token : null
}

async function redeem(tx: Transaction, sends: boolean, reset: PasswordReset): ReturnType<PasswordResets['redeem']> {
  const { tokenHash, now, device } = reset
  const token = await findReset(tx, tokenHash, now)
  const consumed = token && (await tx.mailToken.updateMany({ where: { tokenHash, usedAt: null }, data: { usedAt: now } })).count > 0
  if (!consumed) return undefined
  const { userId, user: before } = token
  const proved = before.emailVerifiedAt === null
  await endPasswordLinks(tx, userId, now)
  if (proved) await tx.mailToken.updateMany({ where: { userId, purpose: VERIFY, usedAt: null }, data: { usedAt: now } })
  const data = { passwordHash: reset.passwordHash, ...(proved ? { emailVerifiedAt: now } : {}) }
  const user = await tx.user.update({ where: { id: userId }, data })
  if (proved) await removeTwoFactor(tx, userId)
  const ended = [...(await endSessions(tx, userId, now)), ...(await removeApiTokens(tx, userId))].map(reset.revoked(userId))
  await forgetDevices(tx, userId, device.hash)
  const known = { deviceHash: device.hash, userId, firstAt: device.at, lastAt: device.at }
  await tx.knownDevice.createMany({ data: known, skipDuplicates: true })
  const to = (await noticeAddresses(tx, user, now)).map((email) => ({ email, language: user.language }))
  // After the update of the user, which has waited for a passkey that was being added.
  const removed = (await tx.passkey.deleteMany({ where: { userId } })).count > 0 ? reset.passkeysRemoved(userId, to) : NOTHING
  const events = [reset.event(userId), ...removed.events]
  await writeEvents(tx, [...events, ...ended])
  await storeMails(tx, sends, [...to.map(reset.mail), ...removed.mails])
  return { events, ended }
}
