import type { Prisma } from '../../generated/client.ts'
import { endSessions, forgetDevices, removeApiTokens, storeMails, writeEvents } from '../core/account-changes.store.ts'
import type { HashName } from '../core/ports.ts'
import type { Database } from '../core/prisma.store.ts'
import { keepMailCount } from '../email/verifications.store.ts'
import type { DeletionRecord, Deletions } from './delete-account.ts'

type Transaction = Prisma.TransactionClient

/**
 * @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox
 * @param hashOf keyed
 */
export function createDeletions(db: Database, sends: boolean, hashOf: HashName): Deletions {
  return {
    close: ({ userId, by, now, revoked }) =>
      db.$transaction(async (tx) => {
        const where = { id: userId, deletingSince: null }
        const [user] = await tx.user.updateManyAndReturn({ where, data: { deletingSince: now } })
        if (!user) return undefined
        const email = user.emailVerifiedAt ? user.email : null
        const { language } = user
        await tx.deletion.create({ data: { userId, askedAt: now, askedBy: by.slice(0, 100), email, language, nextAt: now } })
        const ended = [...(await endSessions(tx, userId, now)), ...(await removeApiTokens(tx, userId))].map(revoked)
        await forgetDevices(tx, userId)
        await deleteMailed(tx, hashOf, user, now)
        await writeEvents(tx, ended)
        return ended
      }),
    find: async (userId) => (await db.deletion.findUnique({ where: { userId } })) ?? undefined,
    due: (now, limit): Promise<DeletionRecord[]> =>
      db.deletion.findMany({ where: { nextAt: { lte: now } }, orderBy: { askedAt: 'asc' }, take: limit }),
    acknowledge: async (userId, step) => {
      const where = { userId, NOT: { acknowledged: { has: step } } }
      await db.deletion.updateMany({ where, data: { acknowledged: { push: step } } })
    },
    postpone: async (userId, until, now, mail) => {
      await db.$transaction(async (tx) => {
        const tried = { attempts: { increment: 1 }, nextAt: until }
        await tx.deletion.updateMany({ where: { userId, doneAt: null }, data: tried })
        if (!mail) return
        const { count } = await tx.deletion.updateMany({ where: { userId, toldAt: null, doneAt: null }, data: { toldAt: now } })
        if (count > 0) await storeMails(tx, sends, [mail])
      })
    },
    pictureOf: async (userId) => (await db.user.findUnique({ where: { id: userId }, select: { picture: true } }))?.picture ?? null,
    finish: async (userId, now, lastMail) => {
      await db.$transaction(async (tx) => {
        const done = { doneAt: now, nextAt: null, email: null, language: null }
        const { count } = await tx.deletion.updateMany({ where: { userId, doneAt: null }, data: done })
        if (count === 0) return
        const user = await tx.user.findUnique({ where: { id: userId } })
        if (user) {
          await deleteMailed(tx, hashOf, user, now)
          await tx.loginFailure.deleteMany({ where: { usernameKey: user.usernameKey } })
          // Sessions go with their account.
          await tx.user.delete({ where: { id: userId } })
        }
        if (lastMail) await tx.mail.create({ data: { ...lastMail, nextAt: sends ? now : null, last: true } })
      })
    },
  }
}

type Mailed = { readonly id: number; readonly email: string; readonly emailKey: string | null }

/** Mails and links of the account, also to the addresses that it had or wanted, unless another account has them. */
async function deleteMailed(tx: Transaction, hashOf: HashName, user: Mailed, now: Date): Promise<void> {
  await keepMailCount(tx, hashOf, user.id, now)
  const tokens = await tx.mailToken.findMany({ where: { userId: user.id }, select: { email: true, emailKey: true } })
  const keys = tokens.map(({ emailKey }) => emailKey)
  const others = await tx.user.findMany({ where: { emailKey: { in: keys }, id: { not: user.id } }, select: { emailKey: true } })
  const theirs = new Set(others.map(({ emailKey }) => emailKey))
  const wanted = tokens.filter(({ emailKey }) => !theirs.has(emailKey)).map(({ email }) => email)
  // An address without its key belongs to another account by now, and so do the mails to it.
  // Invitations are addressed to the key.
  const own = user.emailKey === null ? [] : [user.email, user.emailKey]
  const mailed = { in: [...own, ...wanted] }
  await tx.mail.deleteMany({ where: { OR: [{ to: mailed }, { replyTo: mailed }] } })
  // The account's other questions to the operator still count for a day, without their text.
  const emptied = { userId: null, subject: '', text: '', html: null, sentAt: now, nextAt: null }
  await tx.mail.updateMany({ where: { userId: user.id }, data: emptied })
  await tx.mailToken.deleteMany({ where: { userId: user.id } })
  if (user.emailKey) await tx.resetRequest.deleteMany({ where: { emailKey: user.emailKey } })
}
