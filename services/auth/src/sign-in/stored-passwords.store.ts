import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import { endPasswordLinks, endSessions, forgetDevices, noticeAddresses, storeMails, writeEvents } from '../core/account-changes.store.ts'
import { LOCK_PASSWORD } from '../core/locks.sql.ts'
import type { Database } from '../core/prisma.store.ts'
import type { PasswordStore } from './stored-passwords.ts'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createPasswordStore(db: Database, pool: pg.Pool, sends: boolean): PasswordStore {
  return {
    isCurrent: async (id, hash) => (await fetchRow(pool, LOCK_PASSWORD, { id }))?.passwordHash === hash,
    rehash: async (id, from, to) => (await db.user.updateMany({ where: { id, passwordHash: from }, data: { passwordHash: to } })).count > 0,
    change: ({ userId, from, to, now, session, deviceHash, event, revoked, mail }) =>
      db.$transaction(async (tx) => {
        const where = { id: userId, passwordHash: from, deletingSince: null }
        const [user] = await tx.user.updateManyAndReturn({ where, data: { passwordHash: to } })
        if (!user) return undefined
        await tx.session.update({ where: { id: session }, data: { confirmedAt: now } })
        const ended = (await endSessions(tx, userId, now, session)).map(revoked)
        await forgetDevices(tx, userId, deviceHash)
        await endPasswordLinks(tx, userId, now)
        await writeEvents(tx, [event, ...ended])
        await storeMails(tx, sends, (await noticeAddresses(tx, user, now)).map(mail))
        return ended
      }),
  }
}
