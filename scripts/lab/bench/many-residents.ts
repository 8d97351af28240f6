/** Thousands of residents of one product, each with an address of its own. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { HttpError } from '#scripts/testing/http-client.ts'
import { Resident } from '#scripts/testing/people.ts'
import type { World } from '#scripts/testing/world.ts'

/** How many are opened or registered concurrently: as many passwords as auth verifies without refusing any. */
const AT_ONCE = 16
const TRIES = 10
const AGAIN_MS = 2_000

/**
 * Runs `one` for every item, some concurrently, and prints the progress.
 * @throws the reason of `until` once it is aborted
 */
export async function forAll<T, R>(
  items: readonly T[],
  what: string,
  one: (item: T, index: number) => Promise<R>,
  until?: AbortSignal,
): Promise<R[]> {
  const results: R[] = []
  for (let from = 0; from < items.length; from += AT_ONCE) {
    until?.throwIfAborted()
    results.push(...(await Promise.all(items.slice(from, from + AT_ONCE).map((item, index) => one(item, from + index)))))
    if (results.length % (AT_ONCE * 25) === 0) console.log(`${results.length} of ${items.length} ${what}`)
  }
  return results
}

/** Their HTTP connections are closed again, so that only sockets count. */
export function registerAll(world: World, count: number, until?: AbortSignal): Promise<Resident[]> {
  const register = async () => {
    const resident = await registerOne(world.url)
    await resident.client.close()
    return resident
  }
  return forAll(Array.from({ length: count }), 'residents registered', register, until)
}

/** A busy machine answers 503: the form is sent again. */
async function registerOne(url: string, tries = TRIES): Promise<Resident> {
  try {
    return await Resident.register(url)
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 503) || tries === 1) throw error
    await pause(AGAIN_MS)
    return registerOne(url, tries - 1)
  }
}

/** Descriptors of a process besides its sockets. */
const OTHER_DESCRIPTORS = 500
/** A gateway accepts connections up to this share of its descriptors (connection-limits.ts). */
const GATEWAY_SHARE = 0.8

/** @throws Error that says what to raise if a process may not have so many sockets (proc(5), limits; Node raises its soft limit itself) */
export function requireDescriptors(sockets: number): void {
  const needed = Math.ceil((sockets + OTHER_DESCRIPTORS) / GATEWAY_SHARE)
  const [, most] = /^Max open files\s+\S+\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  if (most === 'unlimited' || Number(most) >= needed) return
  throw new Error(
    `${sockets} sockets need ${needed} descriptors for each process, the hard limit is ${most}: raise it (ulimit -Hn ${needed}).`,
  )
}
