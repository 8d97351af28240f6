/** The token of a pass: the request's id and an HMAC of it. It is not stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { keysOf, type SigningKeys, signingKey } from '#kit/signing-keys.ts'

/** 192 bits. */
const PROOF = 32
const INT31 = 2_147_483_647

const proofOf = (key: string, id: number) => createHmac('sha256', key).update(`pass ${id}`).digest('base64url').slice(0, PROOF)

export const passToken = (keys: SigningKeys, id: number) => `${id}-${proofOf(signingKey(keys), id)}`

/** @returns the request's id, or undefined for a token that was made with none of these keys */
export function readPassToken(keys: SigningKeys, token: string): number | undefined {
  const [, digits = '', proof = ''] = /^([1-9]\d{0,9})-([\w-]{32})$/.exec(token) ?? []
  const id = Number(digits)
  if (!id || id > INT31) return undefined
  const isMadeWith = (key: string) => timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(key, id)))
  return keysOf(keys).some(isMadeWith) ? id : undefined
}
