/** Lists are paged by a cursor: the place of the last row that was given, in the order of the list (interface: HTTP). */
import { z } from 'zod'
import { invalidField } from '#kit/refusal.ts'
import { MUST_BE } from '#proto/complaints.ts'
import type { ContactPlace } from '../domain/contacts.ts'
import type { Place } from '../domain/history.ts'

/** @throws Refusal validation_failed: a client that mangles its cursor would read the first page for ever */
function read<P>(cursor: string | undefined, placeIn: (text: string) => P | undefined): P | undefined {
  if (cursor === undefined) return undefined
  const place = placeIn(cursor)
  if (place === undefined) throw invalidField('cursor', MUST_BE.otherwise)
  return place
}

const RowId = z.coerce.number<string>().pipe(z.int().positive().max(2_147_483_647))
const idIn = (digits: string | undefined) => RowId.safeParse(digits).data

/** A list whose newest row has the highest id. @throws Refusal validation_failed */
export const readCursor = (cursor: string | undefined): number | undefined =>
  read(cursor, (text) => (/^\d+$/.test(text) ? idIn(text) : undefined))

/** @returns undefined on the last page */
export function nextCursor(page: readonly { readonly id: number }[], limit: number): string | undefined {
  const last = page.at(-1)
  return last && page.length === limit ? String(last.id) : undefined
}

/** A list by time, then id. @throws Refusal validation_failed */
export const readPlace = (cursor: string | undefined): Place | undefined =>
  read(cursor, (text) => {
    const [, at, digits] = /^(\d{1,15})-(\d+)$/.exec(text) ?? []
    const id = idIn(digits)
    return at && id ? { at: new Date(Number(at)), id } : undefined
  })

export const writePlace = ({ at, id }: Place) => `${at.getTime()}-${id}`

const ByName = z.tuple([z.string().regex(/^[^\0]*$/), z.int().positive().max(2_147_483_647)])

/** A list by name, then id. @throws Refusal validation_failed */
export const readNamePlace = (cursor: string | undefined): ContactPlace | undefined =>
  read(cursor, (text) => {
    try {
      const [sortName, id] = ByName.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
      return { sortName, id }
    } catch {
      return undefined
    }
  })

/** @returns undefined on the last page */
export function nextNamePlace(page: readonly ContactPlace[], limit: number): string | undefined {
  const last = page.at(-1)
  if (!last || page.length < limit) return undefined
  return Buffer.from(JSON.stringify([last.sortName, last.id])).toString('base64url')
}
