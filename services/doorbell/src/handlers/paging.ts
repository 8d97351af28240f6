/** Cursors of paged lists: the position of the last row in the order of the list (interface: HTTP). */
import { z } from 'zod'
import { invalidField } from '#kit/app-error.ts'
import type { ContactCursor } from '../domain/contacts.ts'
import type { Cursor } from '../domain/history.ts'

/** @throws AppError validation_failed: if a broken cursor were ignored, a client would read the first page forever */
function parse<P>(cursor: string | undefined, parseText: (text: string) => P | undefined): P | undefined {
  if (cursor === undefined) return undefined
  const parsed = parseText(cursor)
  if (parsed === undefined) throw invalidField('cursor', 'invalid')
  return parsed
}

const RowId = z.coerce.number<string>().pipe(z.int().positive().max(2_147_483_647))
const parseRowId = (digits: string | undefined) => RowId.safeParse(digits).data

/** For a list sorted by descending id. @throws AppError validation_failed */
export const parseIdCursor = (cursor: string | undefined): number | undefined =>
  parse(cursor, (text) => (/^\d+$/.test(text) ? parseRowId(text) : undefined))

/** @returns undefined on the last page */
export function nextIdCursor(page: readonly { readonly id: number }[], limit: number): string | undefined {
  const last = page.at(-1)
  return last && page.length === limit ? String(last.id) : undefined
}

/** For a list sorted by time, then id. @throws AppError validation_failed */
export const parseCursor = (cursor: string | undefined): Cursor | undefined =>
  parse(cursor, (text) => {
    const [, at, digits] = /^(\d{1,15})-(\d+)$/.exec(text) ?? []
    const id = parseRowId(digits)
    return at && id ? { at: new Date(Number(at)), id } : undefined
  })

export const encodeCursor = ({ at, id }: Cursor) => `${at.getTime()}-${id}`

const ByName = z.tuple([z.string().regex(/^[^\0]*$/), z.int().positive().max(2_147_483_647)])

/** For a list sorted by name, then id. @throws AppError validation_failed */
export const parseNameCursor = (cursor: string | undefined): ContactCursor | undefined =>
  parse(cursor, (text) => {
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
