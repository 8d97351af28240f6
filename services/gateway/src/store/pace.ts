/**
 * Spreads over time what one address may send at once. A limit bounds what an address may ask for in a window; without this a flood has all
 * of it done in the window's first moments, and everybody else waits for as long (decision record 0059).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { BoundedMap } from '#kit/bounded-map.ts'
import { type LimitClass, PACE } from '#proto/limits.ts'
import type { RateLimiter, RingLimiter } from '../domain/ports.ts'

const MOST_ADDRESSES = 10_000
const PACED: ReadonlySet<LimitClass> = new Set(PACE.limits)

/**
 * The generic cell rate algorithm (ITU-T I.371): the first few at once, then each so long after the one before.
 * @returns how long a request that comes `now` has to wait, both in milliseconds
 */
export function createPace(): (address: string, now: number) => number {
  /** When each address's next request is due, had all come one after the other. */
  const due = new BoundedMap<string, number>(MOST_ADDRESSES)
  return (address, now) => {
    const at = Math.max(due.get(address) ?? 0, now)
    due.set(address, at + PACE.apart)
    return Math.max(0, at - (PACE.atOnce - 1) * PACE.apart - now)
  }
}

/** Lets the admitted requests of an address go on in turn; refused ones cost little and do not wait. */
export function pacedLimits(rateLimiter: RateLimiter, ringLimiter: RingLimiter) {
  const waitOf = createPace()
  const inTurn = async (address: string | undefined) => {
    const wait = address === undefined ? 0 : waitOf(address, performance.now())
    if (wait > 0) await pause(wait)
  }
  const admit: RateLimiter['admit'] = async (limit, who, gated) => {
    const admission = await rateLimiter.admit(limit, who, gated)
    if (PACED.has(limit)) await inTurn(who.address)
    return admission
  }
  const admitRing: RingLimiter['admit'] = async (who, proof) => {
    await ringLimiter.admit(who, proof)
    await inTurn(who.address)
  }
  return { rateLimiter: { ...rateLimiter, admit }, ringLimiter: { ...ringLimiter, admit: admitRing } }
}
