/** Cursors of the history, which is sorted by time, then by id. */
import { parseCursorText, parseRowId } from '#kit/paging.ts'
import type { Cursor } from './history.ts'

/** @throws AppError validation_failed */
export const parseCursor = (cursor: string | undefined): Cursor | undefined =>
  parseCursorText(cursor, (text) => {
    const [, at, digits] = /^(\d{1,15})-(\d+)$/.exec(text) ?? []
    const id = parseRowId(digits)
    return at && id ? { at: new Date(Number(at)), id } : undefined
  })

export const encodeCursor = ({ at, id }: Cursor) => `${at.getTime()}-${id}`
