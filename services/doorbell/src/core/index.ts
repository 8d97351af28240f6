import type pg from 'pg'
import type { Files } from '#kit/files.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { BillingClient } from './billing.ts'
import type { LiveUpdates } from './live-updates.ts'
import type { Prisma } from './prisma.store.ts'

/** What the features share. */
export type Core = {
  readonly pool: pg.Pool
  /** A pool of one connection for the jobs that process rings; its statements plan by index. */
  readonly jobPool: pg.Pool
  readonly db: Prisma
  readonly outbox: Outbox
  readonly files: Files
  readonly live: LiveUpdates
  readonly billing: BillingClient
  readonly tombstones: Tombstones
  /** Whether the account was deleted: its late events and requests change nothing. */
  readonly isDeleted: (userId: number) => Promise<boolean>
  /** Runs work that no caller awaits. @param task named in the log when the work fails */
  readonly runInBackground: (task: string, work: Promise<unknown>) => void
}
