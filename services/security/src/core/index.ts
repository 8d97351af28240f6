import type pg from 'pg'
import type { Outbox } from '#kit/outbox.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { Database } from './prisma.store.ts'

/** What the features share. */
export type Core = {
  readonly db: Database
  readonly pool: pg.Pool
  readonly outbox: Outbox
  readonly tombstones: Tombstones
  /** Whether the account was deleted: its late events are dropped. */
  readonly isDeleted: (userId: number) => Promise<boolean>
}
