/**
 * Proof of work for a ring (record 0042): the challenge names its minute and difficulty and is signed for one door and address, so
 * that a proof is verified without state. The proof is the challenge and a number; its SHA-256 begins with `difficulty` zero bits.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { RING_PRESSURE } from '#proto/limits.ts'
import { hasZeroBits, type RingWork } from '#proto/ring-proof.ts'

/** `address`: IPv6 by /64 (domain/address.ts). */
export type RingPlace = { readonly door: string; readonly address: string }

const SIGNATURE = 22
const PROOF = new RegExp(`^(\\d{8,9})\\.(\\d{1,2})\\.([\\w-]{${SIGNATURE}})\\.\\d{1,16}$`)

const minuteOf = (now: number) => Math.floor(now / RING_PRESSURE.challengeMinute)

function signatureOf(key: string, { door, address }: RingPlace, minute: number, difficulty: number): string {
  return createHmac('sha256', key).update(`${door} ${address} ${minute} ${difficulty}`).digest('base64url').slice(0, SIGNATURE)
}

/** @param now milliseconds since the epoch */
export function createChallenge(key: string, place: RingPlace, difficulty: number, now: number): RingWork {
  const minute = minuteOf(now)
  return { challenge: `${minute}.${difficulty}.${signatureOf(key, place, minute, difficulty)}`, difficulty }
}

/** @param proven rings with a proof at the door in a minute @param most how many it takes @returns bits, one more per quarter of `most` */
export function difficultyOf(proven: number, most: number): number {
  const { bitsLeast, bitsMost } = RING_PRESSURE
  return Math.min(bitsMost, bitsLeast + Math.floor((proven * (bitsMost - bitsLeast + 1)) / most))
}

/** @returns whether the proof is for this door, address and minute (or the one before) and has enough work; it may have been used before */
export function isProof(key: string, proof: string, place: RingPlace, now: number): boolean {
  const [, minuteText, difficultyText, signature] = PROOF.exec(proof) ?? []
  if (!signature) return false
  const [minute, difficulty] = [Number(minuteText), Number(difficultyText)]
  const age = minuteOf(now) - minute
  if (age !== 0 && age !== 1) return false
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(key, place, minute, difficulty)))) return false
  return hasZeroBits(createHash('sha256').update(proof).digest(), difficulty)
}
