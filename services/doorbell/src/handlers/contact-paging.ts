/** Contacts are sorted by name: a cursor says behind which one the next page begins. */
import { z } from 'zod'
import type { ContactPlace } from '../domain/contacts.ts'

const Place = z.tuple([z.string(), z.int().positive().max(2_147_483_647)])

/** @returns undefined for no cursor or one we never gave: the first page */
export function readPlace(cursor: string | undefined): ContactPlace | undefined {
  if (!cursor) return undefined
  try {
    const [sortName, id] = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    return sortName.includes('\0') ? undefined : { sortName, id }
  } catch {
    return undefined
  }
}

/** @returns undefined on the last page */
export function nextPlace(page: readonly ContactPlace[], limit: number): string | undefined {
  const last = page.at(-1)
  if (!last || page.length < limit) return undefined
  return Buffer.from(JSON.stringify([last.sortName, last.id])).toString('base64url')
}
