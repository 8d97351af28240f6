import { fold } from '../domain/account.ts'
import type { Verifications } from '../domain/ports.ts'
import { CHANGE } from './email-changes.ts'
import { type Database, violatedUnique } from './prisma.ts'

const PURPOSE = 'verify_email'
const PROVING = { in: [PURPOSE, CHANGE] }

/** @param sends whether mails leave by SMTP; else they stay in the mailbox */
export function createVerifications(db: Database, sends: boolean): Verifications {
  return {
    mailedSince: async (email, since, limit) => {
      const rows = await db.mailToken.findMany({
        where: { purpose: PROVING, email, createdAt: { gt: since } },
        orderBy: { createdAt: 'desc' },
        take: limit,
        select: { createdAt: true },
      })
      return rows.map(({ createdAt }) => createdAt)
    },
    heldByOther: async (emailKey, userId) => (await db.user.count({ where: { emailKey, id: { not: userId } } })) > 0,
    issue: async (userId, token, mail) => {
      await db.$transaction([
        db.mailToken.create({ data: { ...token, userId, purpose: PURPOSE } }),
        db.mail.create({ data: { ...mail, nextAt: sends ? mail.at : null } }),
      ])
    },
    redeem: async (tokenHash, now, tellOld) => {
      try {
        return await redeem(db, sends, tokenHash, now, tellOld)
      } catch (error) {
        // Somebody proved the same address in the same moment.
        if (violatedUnique(error)) return undefined
        throw error
      }
    },
  }
}

type TellOld = Parameters<Verifications['redeem']>[2]

function redeem(db: Database, sends: boolean, tokenHash: string, now: Date, tellOld: TellOld): Promise<string | undefined> {
  return db.$transaction(async (tx) => {
    const token = await tx.mailToken.findFirst({
      where: { tokenHash, purpose: PROVING, expiresAt: { gt: now } },
      include: { user: true },
    })
    if (!token) return undefined
    const { email, user } = token
    if (email === user.email && user.emailVerifiedAt) return email
    const isChange = token.purpose === CHANGE
    if (isChange ? token.usedAt !== null : email !== user.email) return undefined
    const emailKey = fold(email)
    // Who proves the address takes it from who only claims it.
    await tx.user.updateMany({ where: { emailKey, id: { not: user.id }, emailVerifiedAt: null }, data: { emailKey: null } })
    if (await tx.user.count({ where: { emailKey, id: { not: user.id } } })) return undefined
    await tx.user.update({ where: { id: user.id }, data: { email, emailKey, emailVerifiedAt: now } })
    await tx.mailToken.update({ where: { tokenHash }, data: { usedAt: now } })
    if (isChange) await tx.mail.create({ data: { ...tellOld(user), nextAt: sends ? now : null } })
    return email
  })
}
