/** Row locks: what is read and written in the same transaction afterwards runs one after the other. */
import { statement } from '#kit/statement.ts'

export const LOCK_OWNER = statement({
  name: 'lock-owner',
  params: { id: 'int' },
  row: { id: 'int' },
  sql: 'SELECT id FROM owners WHERE id = :id FOR UPDATE',
})

export const LOCK_DOOR = statement({
  name: 'lock-door',
  params: { id: 'int' },
  row: { id: 'int' },
  sql: 'SELECT id FROM doors WHERE id = :id FOR UPDATE',
})

/** No row where the door was removed. */
export const LOCK_SOUND = statement({
  name: 'lock-sound',
  params: { id: 'int' },
  row: { soundFile: 'text?' },
  sql: 'SELECT sound_file AS "soundFile" FROM doors WHERE id = :id AND removed_at IS NULL FOR UPDATE',
})

/** No row where the visitor is blocked. Serializes with a block (blocks.sql.ts): either this lock is first, or the visitor is blocked. */
export const LOCK_OPEN_RING = statement({
  name: 'lock-open-ring',
  params: { id: 'int' },
  row: { id: 'int' },
  sql: 'SELECT id FROM activities WHERE id = :id AND NOT blocked FOR NO KEY UPDATE',
})
