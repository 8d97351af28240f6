import type pg from 'pg'
import type { Outbox } from '#kit/outbox.ts'
import type { Accounts, HashName, LiveUpdates, NotifyClient } from './ports.ts'
import type { Database } from './prisma.store.ts'

/** What the features share. */
export type Core = {
  readonly db: Database
  readonly pool: pg.Pool
  readonly outbox: Outbox
  readonly accounts: Accounts
  readonly live: LiveUpdates
  readonly notify: NotifyClient
  readonly hashName: HashName
  /** The start of links. */
  readonly publicUrl: string
  /** Whether mails are sent by SMTP; otherwise they stay in the mailbox. */
  readonly sendsMails: boolean
}
