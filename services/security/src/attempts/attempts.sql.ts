import { statement } from '#kit/statement.ts'

/** Two copies may record attempts of one address, or on one account, concurrently: the lock makes each count see the other's row. */
export const LOCK = statement({
  name: 'lock-attempts',
  params: { key: 'text' },
  row: { locked: 'int' },
  sql: 'SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(:key, 0))',
})
