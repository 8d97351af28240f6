/** Values that an answer to a wrong caller must not contain: the owner's texts, and ids that the caller did not send. */
import type { Owned } from './rows.ts'
import { SECRET } from './secret.ts'

/** A shorter number occurs in any answer by chance, and proves nothing. */
const LONG_ENOUGH = 6

/** @returns ids and tokens of the owner's objects that cannot be guessed */
export function secretIds({ rings, requests, session, apiToken, invite, invoice, accounts }: Owned): readonly string[] {
  const ids = [...Object.values(rings), ...Object.values(requests)].map(({ id }) => String(id))
  const tokens = [...Object.values(requests), ...Object.values(accounts)].map(({ token }) => token)
  return [...ids, ...tokens, session, apiToken, invite, invoice].filter((text) => text.length >= LONG_ENOUGH)
}

/** @param sent the request @returns the owner's values in the text */
export function leaksIn(text: string, sent: string, ids: readonly string[]): readonly string[] {
  const found = ids.filter((id) => !sent.includes(id) && new RegExp(`(?<![\\w-])${id}(?![\\w-])`).test(text))
  return text.includes(SECRET) && !sent.includes(SECRET) ? [...found, 'a text of the owner'] : found
}
