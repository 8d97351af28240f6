import type pg from 'pg'
import type { AuthClient, DoorbellClient, LiveUpdates, PushServices } from './ports.ts'
import type { Database } from './prisma.store.ts'
import type { PushedAccounts } from './pushed-accounts.ts'

/** What the features share. */
export type Core = {
  readonly pool: pg.Pool
  /** Its connections plan by index, and are always open. */
  readonly pushPool: pg.Pool
  readonly db: Database
  readonly doorbell: DoorbellClient
  readonly auth: AuthClient
  readonly pushServices: PushServices
  readonly live: LiveUpdates
  readonly pushedAccounts: PushedAccounts
  readonly publicUrl: string
  /** Of all our keys; browsers subscribe with the first. */
  readonly publicKeys: readonly [string, ...string[]]
  /** Of all our keys: the first makes the tokens of pushes, all read them. */
  readonly reportKeys: readonly string[]
}
