import type pg from 'pg'
import { execute, fetchRows } from '#kit/postgres.ts'
import { STATUS } from '#proto/limits.ts'
import type { Database } from '../core/prisma.store.ts'
import { COUNT, MEASURE, UNMEASURED } from './status.sql.ts'
import type { Statuses } from './statuses.ts'

export const createStatuses = (db: Database, pool: pg.Pool): Statuses => ({
  newest: async () => {
    const row = await db.ringStatus.findFirst({ orderBy: { until: 'desc' } })
    return row ? { ...row, since: row.since.toISOString(), until: row.until.toISOString() } : undefined
  },
  unmeasured: async (days, after, limit) =>
    (await fetchRows(pool, UNMEASURED, { ...days, after, limit })).map(({ activityId }) => activityId),
  measure: async (activityIds, pages) =>
    void (await execute(pool, MEASURE, {
      ids: [...activityIds],
      pageIds: pages.map(({ activityId }) => activityId),
      pageTimes: pages.map(({ at }) => at),
    })),
  count: async (days) => void (await execute(pool, COUNT, { ...days, promptMs: STATUS.promptMs })),
})
