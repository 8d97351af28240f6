/**
 * Limits the rings of a door (docs/product/decisions.md, 11; record 0042). An ordinary ring costs one Redis command. Under pressure a ring
 * passes in one of two lanes, each with the door's limit for itself: with a proof of work, or at the turn of its address.
 */
import type { Redis } from 'ioredis'
import { AppError } from '#kit/app-error.ts'
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Clock } from '#kit/clock.ts'
import { tokenHash } from '#kit/ids.ts'
import { DOOR_FACTOR, LIMITS, RING_PRESSURE } from '#proto/limits.ts'
import type { RingLimiter } from '../domain/ports.ts'
import { createChallenge, difficultyOf, isProof, type RingPlace } from '../domain/ring-proof.ts'
import { type Counter, type Counting, counterKey, countersOf } from './counting.ts'
import { limited } from './rate-limiter.ts'
import { createTurns } from './ring-turns.ts'

const { window: WINDOW, max } = LIMITS.ring
const DOOR_MOST = max * DOOR_FACTOR
/** A proof is valid for two minutes at most. */
const SPENT_MS = 2 * RING_PRESSURE.challengeMinute
const MOST_SPENT = 10_000

/** How a ring passed, or that a proof was required of it. */
export type RingLane = 'proof' | 'turn' | 'challenged'
type RingLimiterDeps = {
  readonly redis: Redis
  readonly clock: Clock
  readonly counting: Counting
  /** The same in every copy. */
  readonly key: string
  readonly countLane: (lane: RingLane) => void
}

const windowOf = (now: number) => Math.floor(now / WINDOW)

function doorCounter(by: 'door' | 'proven', door: string, now: number): Counter {
  const window = windowOf(now)
  // Kept for the next window, which reads it.
  return { key: counterKey('ring', by, door, window), by, most: DOOR_MOST, until: (window + 2) * WINDOW, keepMs: 2 * WINDOW }
}

/** An address that rings one door again and again needs a proof before the door is under pressure, and only for its own rings. */
function pairCounter({ door, address }: RingPlace, now: number): Counter {
  const { ofAddress: most, ofAddressWindow } = RING_PRESSURE
  const window = Math.floor(now / ofAddressWindow)
  const key = counterKey('ring', 'pair', `${door}:${address}`, window)
  return { key, by: 'pair', most, until: (window + 1) * ofAddressWindow, keepMs: ofAddressWindow }
}

export function createRingLimiter(deps: RingLimiterDeps): RingLimiter {
  const { redis, clock, counting, key, countLane } = deps
  const turns = createTurns({ redis, counting })
  const spentHere = new BoundedMap<string, number>(MOST_SPENT)

  /** @returns whether this is the proof's first use */
  async function spend(proof: string, now: number): Promise<boolean> {
    const id = tokenHash(proof)
    if ((spentHere.get(id) ?? 0) > now) return false
    spentHere.set(id, now + SPENT_MS)
    const set = redis.set(`ring:proof:${id}`, '1', 'PX', SPENT_MS, 'NX')
    // Without Redis each copy has its own set.
    return (await set.catch(() => 'OK')) === 'OK'
  }

  /** Counts the sender and the lane. @returns whether there was a place @throws AppError when the sender is over its own limit */
  async function count(sender: readonly Counter[], lane: readonly Counter[], before: string | undefined, now: number): Promise<boolean> {
    const { over, read } = await counting.count([...sender, ...lane], before === undefined ? [] : [before], now)
    if (over && sender.includes(over)) throw limited('ring', now)
    if (over || before === undefined) return !over
    return Math.max(Number(read?.[0] ?? 0), counting.known(before, now)) <= DOOR_MOST
  }

  /** @returns when the address's turn is given or due @throws AppError ring_limited with a challenge, until its turn */
  async function passUnderPressure(place: RingPlace, now: number): Promise<void> {
    const window = windowOf(now)
    const proven = [window, window - 1].map((at) => counterKey('ring', 'proven', place.door, at))
    const { waitUntil, proofs } = await turns.take(place, proven, now)
    if (waitUntil === undefined) return countLane('turn')
    countLane('challenged')
    const challenge = createChallenge(key, place, difficultyOf(proofs, DOOR_MOST), now)
    throw new AppError('ring_limited', { retryAfterSeconds: Math.ceil((waitUntil - now) / 1000), params: challenge })
  }

  return {
    async admit({ address, device, door }, proof) {
      const now = clock.now().getTime()
      const sender = countersOf('ring', { ...(address ? { address } : {}), ...(device ? { device } : {}) }, now)
      if (counting.full(sender, now)) throw limited('ring', now)
      if (address === undefined || door === undefined) return void (await count(sender, [], undefined, now))
      const place = { door, address }
      if (proof !== undefined && isProof(key, proof, place, now) && (await spend(proof, now))) {
        if (await count(sender, [doorCounter('proven', door, now)], undefined, now)) return countLane('proof')
      } else {
        const before = counterKey('ring', 'door', door, windowOf(now) - 1)
        if (await count(sender, [pairCounter(place, now), doorCounter('door', door, now)], before, now)) return
      }
      return passUnderPressure(place, now)
    },
  }
}
