import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import type { Accounts } from '../domain/ports.ts'
import type { SecuritySwitches } from '../domain/security-settings.ts'
import { CHANGE_SWITCHES } from './security-switches.sql.ts'

export const createSecuritySwitches = (pool: pg.Pool, accounts: Pick<Accounts, 'byId'>): SecuritySwitches => ({
  change: async (userId, { notificationsEnabled, activityLogsEnabled }) => {
    const changed = await fetchRow(pool, CHANGE_SWITCHES, { userId, notificationsEnabled, activityLogsEnabled })
    return changed && accounts.byId(userId)
  },
})
