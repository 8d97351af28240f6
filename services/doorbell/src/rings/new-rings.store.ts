/**
 * What is written after a ring and must not delay it: its notification, the first entry of its timeline, and its search words.
 * They are written in batches by the first copy that claims them. The column `noted` makes each ring processed once; after a crash the next
 * run processes it.
 */
import type pg from 'pg'
import { fetchRows } from '#kit/postgres.ts'
import { StoredNotification } from '../notifications/stored-notification.ts'
import { PROCESS_NEW_RINGS } from './new-rings.sql.ts'
import type { NewRings } from './process-new-rings.ts'

export function createNewRings(jobPool: pg.Pool): NewRings {
  return {
    process: async (now, lateBefore) => {
      const rows = await fetchRows(jobPool, PROCESS_NEW_RINGS, { now, lateBefore })
      return rows.map(({ late, ...row }) => ({ late, notification: StoredNotification.parse(row) }))
    },
  }
}
