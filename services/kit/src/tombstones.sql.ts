/** The ids of deleted accounts, the same table in every service that stores rows of accounts. */
import { statement } from './statement.ts'

export const PUT_TOMBSTONE = statement({
  name: 'tombstone-put',
  params: { userId: 'int' },
  sql: 'INSERT INTO tombstones (user_id) VALUES (:userId) ON CONFLICT DO NOTHING',
})

export const FIND_TOMBSTONE = statement({
  name: 'tombstone-find',
  prepared: true,
  params: { userId: 'int' },
  row: { userId: 'int' },
  sql: 'SELECT user_id AS "userId" FROM tombstones WHERE user_id = :userId',
})
