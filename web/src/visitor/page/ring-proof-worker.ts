/**
 * The worker of a proof of work. It uses a library in place of `crypto.subtle`, which pages on plain http lack, and which needs a promise
 * for each of some ten thousand hashes.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { hasZeroBits, PROOF_NUMBERS, type RingWork, ringProofOf } from '#proto/ring-proof.ts'

function solve({ challenge, difficulty }: RingWork): string {
  const encoder = new TextEncoder()
  for (let number = Math.floor(Math.random() * PROOF_NUMBERS); ; number += 1) {
    const proof = ringProofOf(challenge, number)
    if (hasZeroBits(sha256(encoder.encode(proof)), difficulty)) return proof
  }
}

self.addEventListener('message', ({ data }: MessageEvent<RingWork>) => self.postMessage(solve(data)))
