import type pg from 'pg'
import { fetchRows } from '#kit/postgres.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import type { Database } from '../core/prisma.store.ts'
import { CLAIM_MAILS } from './mails.sql.ts'
import type { Mails } from './mails.ts'
import { withLegalLinks } from './write-mail.ts'

/**
 * @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox
 * @param legal the operator's links, at the end of each mail that is sent or shown in the mailbox
 */
export function createMails(db: Database, pool: pg.Pool, sends: boolean, legal: LegalLinks): Mails {
  return {
    claim: async (now, leaseMs, limit) => {
      const mails = await fetchRows(pool, CLAIM_MAILS, { now, leasedUntil: new Date(now.getTime() + leaseMs), limit })
      return mails.map((mail) => withLegalLinks(mail, legal))
    },
    write: async (mail) => void (await db.mail.createMany({ data: [{ ...mail, nextAt: sends ? mail.at : null }], skipDuplicates: true })),
    sent: async (id, now) => {
      // For a deleted account the address is removed too.
      if ((await db.mail.deleteMany({ where: { id, last: true } })).count > 0) return
      // The text contained a token that must not stay in the table. A deletion may have removed the mail meanwhile.
      await db.mail.updateMany({ where: { id }, data: { sentAt: now, nextAt: null, text: '', html: null, replyTo: null } })
    },
    retry: async (id, nextAt) => void (await db.mail.updateMany({ where: { id }, data: { nextAt } })),
    waiting: () => db.mail.count({ where: { nextAt: { not: null } } }),
    kept: async (limit) => {
      const mails = await db.mail.findMany({
        where: { sentAt: null },
        orderBy: { at: 'desc' },
        take: limit,
        select: { id: true, to: true, subject: true, text: true, html: true, at: true, kind: true },
      })
      return mails.map((mail) => withLegalLinks(mail, legal))
    },
  }
}
