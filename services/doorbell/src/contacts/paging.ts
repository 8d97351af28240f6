/** Cursors of lists of contacts, which are sorted by name, then by id. */
import { z } from 'zod'
import { parseCursorText } from '#kit/paging.ts'
import type { ContactCursor } from './contacts.ts'

const ByName = z.tuple([z.string().regex(/^[^\0]*$/), z.int().positive().max(2_147_483_647)])

/** @throws AppError validation_failed */
export const parseNameCursor = (cursor: string | undefined): ContactCursor | undefined =>
  parseCursorText(cursor, (text) => {
    try {
      const [sortName, id] = ByName.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      return { sortName, id }
    } catch {
      return undefined
    }
  })

/** @returns undefined on the last page */
export function nextNameCursor(page: readonly ContactCursor[], limit: number): string | undefined {
  const last = page.at(-1)
  if (!last || page.length < limit) return undefined
  return Buffer.from(JSON.stringify([last.sortName, last.id])).toString('base64url')
}
