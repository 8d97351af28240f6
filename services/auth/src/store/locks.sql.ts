/** Row locks: what is read and written in the same transaction afterwards runs one after the other. */
import { statement } from '#kit/statement.ts'

/** Reads the picture that the account has while no other transaction can change it. */
export const LOCK_PICTURE = statement({
  name: 'lock-picture',
  params: { id: 'int' },
  row: { picture: 'text?' },
  sql: 'SELECT picture FROM users WHERE id = :id FOR UPDATE',
})
