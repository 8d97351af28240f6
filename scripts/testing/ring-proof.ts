/** Solves the challenge of a ring's 429 (decision record 0042), as the visitor's page does in its worker. */
import { createHash, randomInt } from 'node:crypto'

export type RingChallenge = { readonly challenge: string; readonly difficulty: number }

const beginsWithZeros = (hash: Buffer, bits: number) => hash.readUInt32BE(0) >>> (32 - bits) === 0

/** @returns the value of the header X-Ring-Proof */
export function solveRingProof({ challenge, difficulty }: RingChallenge): string {
  for (let number = randomInt(2 ** 40); ; number += 1) {
    const proof = `${challenge}.${number}`
    if (beginsWithZeros(createHash('sha256').update(proof).digest(), difficulty)) return proof
  }
}
