/** Argon2id, 19 MiB, t=2, p=1 (OWASP Password Storage): the memory is why only few run at once. */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#kit/refusal.ts'
import type { Passwords } from '../domain/ports.ts'

/** The package's Algorithm.Argon2id; a const enum cannot be imported by type stripping. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const WAITING = 64
/** Less than an rpc waits. */
const PATIENCE = 3_000

/**
 * @param patience milliseconds after which a waiting caller is refused: it has given up by then, and must not get an account it was told it has not
 * @returns a gate that lets `atOnce` through and refuses when `waiting` stand before it
 */
export function createGate(atOnce: number, waiting: number, patience = PATIENCE): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  const busy = () => new Refusal('unavailable', { retryAfterSeconds: 2 })
  /** @returns milliseconds waited */
  const turn = async () => {
    if (running < atOnce) {
      running += 1
      return 0
    }
    if (queue.length >= waiting) throw busy()
    const came = performance.now()
    await new Promise<void>((resolve) => queue.push(resolve))
    return performance.now() - came
  }
  return async (work) => {
    const waited = await turn()
    try {
      if (waited > patience) throw busy()
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Ready once the hash that stands in for missing users is made. */
export async function createPasswords(): Promise<Passwords> {
  const gate = createGate(AT_ONCE, WAITING)
  const nobody = await hash('nobody has this password', COST)
  return {
    hash: (password) => gate(() => hash(password, COST)),
    matches: async (stored, password) => {
      const right = await gate(() => verify(stored ?? nobody, password))
      return right && stored !== undefined
    },
  }
}
