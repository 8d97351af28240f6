import type pg from 'pg'
import { fetchRow, inTransaction } from '#kit/postgres.ts'
import { createInsertMails } from '../core/announcements.store.ts'
import type { Accounts } from '../core/ports.ts'
import type { SecuritySwitches } from './security-settings.ts'
import { CHANGE_SWITCHES } from './security-switches.sql.ts'

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createSecuritySwitches(pool: pg.Pool, accounts: Pick<Accounts, 'byId'>, sends: boolean): SecuritySwitches {
  const insertMails = createInsertMails(sends)
  return {
    change: async (userId, { notificationsEnabled, activityLogsEnabled }, mails) => {
      const changed = await inTransaction(pool, async (client) => {
        const row = await fetchRow(client, CHANGE_SWITCHES, { userId, notificationsEnabled, activityLogsEnabled })
        if (row) await insertMails(client, mails)
        return row
      })
      return changed && accounts.byId(userId)
    },
  }
}
