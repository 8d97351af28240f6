import type pg from 'pg'
import { runStatement, type Statement } from '#kit/postgres.ts'
import type { Mail, Mails } from '../domain/ports.ts'
import type { Database } from './prisma.ts'

/** A lease instead of an open transaction, so that no connection waits for a mail server. */
const CLAIM: Statement = {
  name: 'mails-claim',
  text: `
    UPDATE mails SET next_at = $2, attempts = attempts + 1
    WHERE id IN (SELECT id FROM mails WHERE next_at <= $1 ORDER BY next_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    RETURNING id, "to", subject, text, at, attempts`,
}

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createMails(db: Database, pool: pg.Pool, sends: boolean): Mails {
  return {
    claim: (now, leaseMs, limit) => runStatement<Mail & { attempts: number }>(pool, CLAIM, [now, new Date(now.getTime() + leaseMs), limit]),
    write: async (mail) => void (await db.mail.createMany({ data: [{ ...mail, nextAt: sends ? mail.at : null }], skipDuplicates: true })),
    // The text contained a token that must not stay in the table.
    sent: async (id, now) => void (await db.mail.update({ where: { id }, data: { sentAt: now, nextAt: null, text: '' } })),
    retry: async (id, nextAt) => void (await db.mail.update({ where: { id }, data: { nextAt } })),
    waiting: () => db.mail.count({ where: { nextAt: { not: null } } }),
    kept: (limit) =>
      db.mail.findMany({
        where: { sentAt: null },
        orderBy: { at: 'desc' },
        take: limit,
        select: { id: true, to: true, subject: true, text: true, at: true },
      }),
  }
}
