/** Solves the challenge of a ring's 429 (record 0042), as the visitor's page does in its worker. */
import { createHash, randomInt } from 'node:crypto'
import { hasZeroBits, PROOF_NUMBERS, type RingWork, ringProofOf } from '#proto/ring-proof.ts'

/** @returns the value of the header X-Ring-Proof */
export function solveRingProof({ challenge, difficulty }: RingWork): string {
  for (let number = randomInt(PROOF_NUMBERS); ; number += 1) {
    const proof = ringProofOf(challenge, number)
    if (hasZeroBits(createHash('sha256').update(proof).digest(), difficulty)) return proof
  }
}
