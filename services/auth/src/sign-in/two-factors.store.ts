import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute, fetchRow, inTransaction } from '#kit/postgres.ts'
import { createInsertMails, insertAnnouncement } from '../core/announcements.store.ts'
import { CODE_FAILURE_WINDOW } from './code-throttle.ts'
import type { CodeAttempts, FactorProof, SecretBox, TwoFactors } from './factors.ts'
import { LOCK_LOGIN } from './login-attempts.sql.ts'
import {
  CLEAR_CODE_FAILURES,
  COUNT_CODE,
  DELETE_CODES,
  DELETE_FACTOR,
  DROP_WAITING,
  ENABLE_FACTOR,
  ENROL_FACTOR,
  FIND_CODE_FAILURES,
  FIND_FACTOR,
  INSERT_CODES,
  RECORD_RESET,
  SPEND_CODE,
  SPEND_STEP,
} from './two-factors.sql.ts'

const contextOf = (userId: number) => `user ${userId}`

/** Marks a code used and deletes the wrong ones before it. @throws AppError code_wrong when it was used, unknown, or two-factor is off */
export async function spendFactorProof(client: pg.PoolClient, proof: FactorProof, now: Date): Promise<void> {
  const spent =
    'step' in proof
      ? await execute(client, SPEND_STEP, { userId: proof.userId, step: proof.step })
      : await execute(client, SPEND_CODE, { userId: proof.userId, codeHash: proof.codeHash, now })
  if (spent !== 1) throw new AppError('code_wrong')
  await execute(client, CLEAR_CODE_FAILURES, { userId: proof.userId, bucket: proof.bucket })
}

/** @returns false when two-factor was not on */
export async function removeFactors(client: pg.PoolClient, userId: number, now: Date): Promise<boolean> {
  const removed = await fetchRow(client, DELETE_FACTOR, { userId })
  await execute(client, DELETE_CODES, { userId })
  await execute(client, DROP_WAITING, { userId, now })
  return removed?.enabledAt != null
}

/** @param sends whether mails are sent by SMTP; otherwise they stay in the mailbox */
export function createTwoFactors(pool: pg.Pool, box: SecretBox, sends: boolean): TwoFactors {
  const insertMails = createInsertMails(sends)
  const hashOf = (userId: number, code: string) => box.hashCode(code, contextOf(userId))
  const insertCodes = (client: pg.PoolClient, userId: number, codes: readonly string[]) =>
    execute(client, INSERT_CODES, { userId, hashes: codes.map((code) => hashOf(userId, code)) })
  return {
    hashOf,
    of: async (userId) => {
      const row = await fetchRow(pool, FIND_FACTOR, { userId })
      return row && { ...row, secret: box.open(row.sealed, contextOf(userId)) }
    },
    enrol: async (userId, secret, now) =>
      (await execute(pool, ENROL_FACTOR, { userId, sealed: box.seal(secret, contextOf(userId)), now })) > 0,
    enable: (userId, sealed, step, codes, now, announcement) =>
      inTransaction(pool, async (client) => {
        if (!(await execute(client, ENABLE_FACTOR, { userId, sealed, step, now }))) return false
        await execute(client, DELETE_CODES, { userId })
        await insertCodes(client, userId, codes)
        await insertAnnouncement(client, insertMails, announcement)
        return true
      }),
    disable: (proof, now, announcement) =>
      inTransaction(pool, async (client) => {
        await spendFactorProof(client, proof, now)
        await removeFactors(client, proof.userId, now)
        await insertAnnouncement(client, insertMails, announcement)
      }),
    replaceCodes: (proof, codes, now, announcement) =>
      inTransaction(pool, async (client) => {
        await spendFactorProof(client, proof, now)
        await execute(client, DELETE_CODES, { userId: proof.userId })
        await insertCodes(client, proof.userId, codes)
        await insertAnnouncement(client, insertMails, announcement)
      }),
    spend: (proof, now) => inTransaction(pool, (client) => spendFactorProof(client, proof, now)),
    reset: (userId, by, now, announcement) =>
      inTransaction(pool, async (client) => {
        if (!(await removeFactors(client, userId, now))) return false
        await execute(client, RECORD_RESET, { userId, by, now })
        await insertAnnouncement(client, insertMails, announcement)
        return true
      }),
  }
}

export const createCodeAttempts = (pool: pg.Pool): CodeAttempts => ({
  begin: (userId, bucket, now, waitFor) =>
    inTransaction(pool, async (client) => {
      await execute(client, LOCK_LOGIN, { key: `codes ${userId}` })
      const since = new Date(now.getTime() - CODE_FAILURE_WINDOW)
      const wait = waitFor((await fetchRow(client, FIND_CODE_FAILURES, { userId, bucket, since })) ?? { count: 0, last: null })
      if (wait === 0) await execute(client, COUNT_CODE, { userId, bucket, now })
      return wait
    }),
})
