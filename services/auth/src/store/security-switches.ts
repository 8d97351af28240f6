import type pg from 'pg'
import { fetchRow } from '#kit/postgres.ts'
import type { Accounts } from '../domain/ports.ts'
import type { SecuritySwitches } from '../domain/security-settings.ts'
import { CHANGE_SWITCHES } from './security-switches.sql.ts'

export const createSecuritySwitches = (pool: pg.Pool, accounts: Pick<Accounts, 'byId'>): SecuritySwitches => ({
  change: async (userId, change) => {
    const changed = await fetchRow(pool, CHANGE_SWITCHES, { userId, ...change })
    return changed && accounts.byId(userId)
  },
})
