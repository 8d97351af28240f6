/**
 * Spreads over time the requests that one address sends together. A limit bounds the requests in a window; without pacing a flood takes
 * all of them in the window's first moments, and all other requests wait that long (record 0059).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { BoundedMap } from '#kit/bounded-map.ts'
import { PACE } from '#proto/limits.ts'
import type { Pace } from '../domain/ports.ts'

const MOST_ADDRESSES = 10_000

/**
 * The generic cell rate algorithm (ITU-T I.371): the first few immediately, then each so long after the one before.
 * @returns how long a request of an address at `now` has to wait, both in milliseconds; it takes so many `turns`
 */
export function createWaits(): (address: string, now: number, turns?: number) => number {
  /** When the next request of an address is due, had all come one after the other. */
  const due = new BoundedMap<string, number>(MOST_ADDRESSES)
  return (address, now, turns = 1) => {
    const at = Math.max(due.get(address) ?? 0, now)
    due.set(address, at + turns * PACE.apart)
    return Math.max(0, at - (PACE.atOnce - 1) * PACE.apart - now)
  }
}

function createTurns() {
  const waitOf = createWaits()
  return async (address: string, turns: number) => {
    const wait = waitOf(address, performance.now(), turns)
    if (wait > 0) await pause(wait)
  }
}

/** Rings do not wait for pages: their turns are separate. */
export function createPace(): Pace {
  const [pages, rings] = [createTurns(), createTurns()]
  return { page: (address) => pages(address, 1), form: (address) => pages(address, PACE.ofForm), ring: (address) => rings(address, 1) }
}
