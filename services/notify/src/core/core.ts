import type pg from 'pg'
import type { DoorbellClient, LiveUpdates, PushServices } from './ports.ts'
import type { Database } from './prisma.store.ts'

/** What the features share. */
export type Core = {
  readonly pool: pg.Pool
  readonly db: Database
  readonly doorbell: DoorbellClient
  readonly pushServices: PushServices
  readonly live: LiveUpdates
  readonly publicUrl: string
  /** Of all our keys; browsers subscribe with the first. */
  readonly publicKeys: readonly [string, ...string[]]
}
