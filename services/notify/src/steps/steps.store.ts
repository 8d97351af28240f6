import type pg from 'pg'
import { execute, fetchRow, fetchRows, inTransaction } from '#kit/postgres.ts'
import { STEP_KINDS } from '../core/routing-policy.ts'
import { CLAIM_STEPS, COUNT_MAIL, FINISH_STEPS, LOCK_DOOR, NEXT_DUE, POSTPONE_STEP } from './steps.sql.ts'
import type { Steps } from './steps.ts'

export const createSteps = (pool: pg.Pool): Steps => ({
  nextDue: async (until) => (await fetchRow(pool, NEXT_DUE, { until }))?.nextAt ?? undefined,
  claim: async (times) =>
    (await fetchRows(pool, CLAIM_STEPS, { ...times, kinds: STEP_KINDS })).flatMap(({ kind: stored, reason, ...step }) => {
      const kind = STEP_KINDS.find((known) => known === stored)
      return kind ? [{ ...step, kind, skipped: reason }] : []
    }),
  countMail: ({ id }, doorId, since) =>
    inTransaction(pool, async (client) => {
      await fetchRow(client, LOCK_DOOR, { doorId })
      return (await fetchRow(client, COUNT_MAIL, { id, doorId, since }))?.count ?? 0
    }),
  finish: async (finished) => {
    const [ids, reasons] = [finished.map(({ id }) => id), finished.map(({ reason }) => reason ?? '')]
    if (ids.length) await execute(pool, FINISH_STEPS, { ids, reasons })
  },
  postpone: async (id, until) => void (await execute(pool, POSTPONE_STEP, { id, until })),
})
