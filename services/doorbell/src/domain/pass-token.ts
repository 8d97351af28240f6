/** The token of a pass: the request's id and an HMAC of it. It is not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** 192 bits. */
const PROOF = 32
const INT31 = 2_147_483_647

const proofOf = (key: string, id: number) => createHmac('sha256', key).update(`pass ${id}`).digest('base64url').slice(0, PROOF)

export const passToken = (key: string, id: number) => `${id}-${proofOf(key, id)}`

/** @returns the request's id, or undefined for a token that this key has not made */
export function readPassToken(key: string, token: string): number | undefined {
  const [, digits = '', proof = ''] = /^([1-9]\d{0,9})-([\w-]{32})$/.exec(token) ?? []
  const id = Number(digits)
  if (!id || id > INT31) return undefined
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, id))) ? id : undefined
}
