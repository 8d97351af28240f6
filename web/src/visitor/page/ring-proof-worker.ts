/**
 * The worker of a proof of work. By a library and not by `crypto.subtle`, which pages on plain http do not have, and which answers each of
 * some ten thousand hashes by a promise.
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
