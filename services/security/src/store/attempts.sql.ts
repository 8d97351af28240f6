import { statement } from '#kit/statement.ts'

/** Two copies may record attempts of one address at once: the lock makes each count see the other's row. */
export const LOCK_ADDRESS = statement({
  name: 'lock-address',
  params: { address: 'text' },
  row: { locked: 'int' },
  sql: 'SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(:address, 0))',
})
