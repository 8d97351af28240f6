/**
 * A ring's proof of work (record 0042): the challenge of the 429, a dot, and a number, so that the SHA-256 of the whole text
 * (UTF-8) begins with `difficulty` zero bits. Sent as `X-Ring-Proof`.
 */
import { z } from 'zod'

export const RingWork = z.object({ challenge: z.string(), difficulty: z.int() })
export type RingWork = z.infer<typeof RingWork>

export const ringProofOf = (challenge: string, number: number): string => `${challenge}.${number}`

/** Numbers begin at random, because all clients of one address have the same challenge, and a proof counts once. */
export const PROOF_NUMBERS = 2 ** 40

export function hasZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = Math.floor(bits / 8)
  for (let index = 0; index < whole; index += 1) if (hash[index] !== 0) return false
  return (hash[whole] ?? 0) >> (8 - (bits % 8)) === 0
}
