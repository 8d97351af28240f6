import type pg from 'pg'
import type { Outbox } from '#kit/outbox.ts'
import type { Tombstones } from '#kit/tombstones.ts'
import type { AuthClient, DoorbellClient, LiveUpdates } from './ports.ts'
import type { Database } from './prisma.store.ts'

/** What the features share. */
export type Core = {
  readonly db: Database
  readonly pool: pg.Pool
  readonly outbox: Outbox
  readonly tombstones: Tombstones
  readonly auth: AuthClient
  readonly doorbell: DoorbellClient
  readonly live: LiveUpdates
}
