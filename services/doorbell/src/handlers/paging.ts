/** Lists are newest first; the cursor is the last id given (interface: HTTP). */

/** @returns undefined for no cursor or one we never gave: the first page */
export function readCursor(cursor: string | undefined): number | undefined {
  const id = cursor && /^\d{1,10}$/.test(cursor) ? Number(cursor) : undefined
  return id && id <= 2_147_483_647 ? id : undefined
}

/** @returns undefined on the last page */
export function nextCursor(page: readonly { readonly id: number }[], limit: number): string | undefined {
  const last = page.at(-1)
  return last && page.length === limit ? String(last.id) : undefined
}

/** A list that is newest by time: the last moment (ms) and id given. @returns undefined for none, or one we never gave: the first page */
export function readPlace(cursor: string | undefined): { at: Date; id: number } | undefined {
  const [, at, id] = /^(\d{1,15})-(\d{1,10})$/.exec(cursor ?? '') ?? []
  return at && id && Number(id) <= 2_147_483_647 ? { at: new Date(Number(at)), id: Number(id) } : undefined
}

export const writePlace = ({ at, id }: { readonly at: Date; readonly id: number }) => `${at.getTime()}-${id}`
