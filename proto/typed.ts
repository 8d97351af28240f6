/** What people type and others read inside our own sentences: trimmed, and without signs that nobody sees but that turn those sentences round. */
import { z } from 'zod'

/** Embeddings, overrides and isolates (Unicode TR 9, section 2): unclosed, they reverse whatever is written after them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
/** Marks of direction are of use between words alone. */
const EDGES = /^[\s\u200e\u200f]+|[\s\u200e\u200f]+$/g
/** Anything that is seen: neither space, control nor format sign, nor a filler that fonts leave blank. */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** @returns the text as it is kept; empty where nothing of it would be seen. Joiners inside stay: emoji and Persian need them. */
export function plainText(text: string): string {
  const kept = text.replace(TURNS, '').replace(EDGES, '')
  return SEEN.test(kept) ? kept : ''
}

/** A text that somebody typed. @param missing what is said where there is none */
export const typedText = (missing?: string) => z.string(missing).overwrite(plainText)
