/** Cursors of paged lists: the position of the last row in the order of the list (docs/product/interface.md, HTTP). */
import { z } from 'zod'
import { invalidField } from './app-error.ts'

/** @throws AppError validation_failed: if a broken cursor were ignored, a client would read the first page forever */
export function parseCursorText<P>(cursor: string | undefined, parseText: (text: string) => P | undefined): P | undefined {
  if (cursor === undefined) return undefined
  const parsed = parseText(cursor)
  if (parsed === undefined) throw invalidField('cursor', 'invalid')
  return parsed
}

const RowId = z.coerce.number<string>().pipe(z.int().positive().max(2_147_483_647))
export const parseRowId = (digits: string | undefined): number | undefined => RowId.safeParse(digits).data

/** For a list sorted by descending id. @throws AppError validation_failed */
export const parseIdCursor = (cursor: string | undefined): number | undefined =>
  parseCursorText(cursor, (text) => (/^\d+$/.test(text) ? parseRowId(text) : undefined))

/** @returns undefined on the last page */
export function nextIdCursor(page: readonly { readonly id: number }[], limit: number): string | undefined {
  const last = page.at(-1)
  return last && page.length === limit ? String(last.id) : undefined
}
