/** Cursors of lists that are not sorted by id alone (kit/paging.ts). */
import { z } from 'zod'
import { parseCursorText, parseRowId } from '#kit/paging.ts'
import type { ContactCursor } from '../contacts/contacts.ts'
import type { Cursor } from './history.ts'

/** For a list sorted by time, then id. @throws AppError validation_failed */
export const parseCursor = (cursor: string | undefined): Cursor | undefined =>
  parseCursorText(cursor, (text) => {
    const [, at, digits] = /^(\d{1,15})-(\d+)$/.exec(text) ?? []
    const id = parseRowId(digits)
    return at && id ? { at: new Date(Number(at)), id } : undefined
  })

export const encodeCursor = ({ at, id }: Cursor) => `${at.getTime()}-${id}`

const ByName = z.tuple([z.string().regex(/^[^\0]*$/), z.int().positive().max(2_147_483_647)])

/** For a list sorted by name, then id. @throws AppError validation_failed */
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
