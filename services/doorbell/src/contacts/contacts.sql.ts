import { statement } from '#kit/statement.ts'
import { matches } from '../core/search-text.sql.ts'

/** Sorted by name; a filter that is null does not restrict. */
export const LIST_CONTACTS = statement({
  name: 'contacts',
  params: { ownerId: 'int', favorite: 'boolean?', pattern: 'text?', afterName: 'text?', afterId: 'int?', limit: 'int' },
  row: {
    id: 'int',
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    phone: 'text',
    address: 'text?',
    notes: 'text?',
    isFavorite: 'boolean',
    sortName: 'text',
    lastActivityAt: 'timestamptz?',
  },
  sql: `SELECT id, first_name AS "firstName", last_name AS "lastName", email, phone, address, notes, is_favorite AS "isFavorite",
  sort_name AS "sortName", last_activity_at AS "lastActivityAt" FROM contacts
WHERE owner_id = :ownerId AND (:favorite::boolean IS NULL OR is_favorite = :favorite)
  AND (:pattern::text IS NULL OR ${matches("(first_name || ' ' || last_name)")} OR ${matches('email')} OR ${matches('phone')})
  AND (:afterName::text IS NULL OR (sort_name COLLATE "C", id) > (:afterName, :afterId::int))
ORDER BY sort_name COLLATE "C", id LIMIT :limit`,
})
