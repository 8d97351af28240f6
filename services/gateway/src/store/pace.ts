/**
 * Spreads over time what one address may send at once. A limit bounds what an address may ask for in a window; without this a flood has all
 * of it done in the window's first moments, and everybody else waits for as long (record 0059).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { BoundedMap } from '#kit/bounded-map.ts'
import { PACE } from '#proto/limits.ts'
import type { Pace } from '../domain/ports.ts'

const MOST_ADDRESSES = 10_000

/**
 * The generic cell rate algorithm (ITU-T I.371): the first few at once, then each so long after the one before.
 * @returns how long what an address asks for `now` has to wait, both in milliseconds; it takes so many `turns`
 */
export function createWaits(): (address: string, now: number, turns?: number) => number {
  /** When what an address asks for next is due, had all come one after the other. */
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

/** Rings wait for no page: their turns are their own. */
export function createPace(): Pace {
  const [pages, rings] = [createTurns(), createTurns()]
  return { page: (address) => pages(address, 1), form: (address) => pages(address, PACE.ofForm), ring: (address) => rings(address, 1) }
}
