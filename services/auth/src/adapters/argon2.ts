/** Argon2id, 19 MiB, t=2, p=1 (OWASP Password Storage): the memory is why only few run at once. */
import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#kit/refusal.ts'
import type { Passwords } from '../domain/ports.ts'
import { networkOf } from '../domain/throttle.ts'

/** The package's Algorithm.Argon2id; a const enum cannot be imported by type stripping. */
const ARGON2ID = 2
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const AT_ONCE = 2
const WAITING = 64
const WAITING_PER_ADDRESS = 4
/** Less than an rpc waits. */
const PATIENCE = 3_000

type GateLimits = {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingPerAddress?: number
  /** Milliseconds after which a waiting caller is refused: it has given up by then, and must not get an account it was told it has not. */
  readonly patience?: number
}
type Gate = <T>(work: () => Promise<T>, address?: string) => Promise<T>

/**
 * The addresses that wait take turns, so that who asks a lot waits for itself and not before everybody else. IPv6 takes turns by /48: who has one has
 * 65,536 of the /64 that count as an address elsewhere.
 * @returns a gate that lets `atOnce` through and refuses the others when too many wait: limited when they are one address's, else unavailable
 */
export function createGate({ atOnce, waiting, waitingPerAddress = waiting, patience = PATIENCE }: GateLimits): Gate {
  let running = 0
  let queued = 0
  /** In the order of the next turns. */
  const queues = new Map<string, (() => void)[]>()
  const busy = () => new Refusal('unavailable', { retryAfterSeconds: 2 })
  const enter = (address: string, go: () => void) => {
    if (queued >= waiting) throw busy()
    const queue = queues.get(address) ?? []
    if (queue.length >= waitingPerAddress) throw new Refusal('limited', { retryAfterSeconds: 1 })
    queued += 1
    queue.push(go)
    queues.set(address, queue)
  }
  /** The address whose turn it was goes to the end of the round. */
  const leave = (): (() => void) | undefined => {
    for (const [address, [go, ...rest]] of queues) {
      queues.delete(address)
      if (rest.length > 0) queues.set(address, rest)
      queued -= 1
      return go
    }
    return undefined
  }
  /** @returns milliseconds waited */
  const turn = async (address: string) => {
    if (running < atOnce) {
      running += 1
      return 0
    }
    const came = performance.now()
    await new Promise<void>((resolve) => enter(address, resolve))
    return performance.now() - came
  }
  return async (work, address = '') => {
    const waited = await turn(networkOf(address) ?? address)
    try {
      if (waited > patience) throw busy()
      return await work()
    } finally {
      const next = leave()
      if (next) next()
      else running -= 1
    }
  }
}

/** Ready once the hash that stands in for missing users is made. */
export async function createPasswords(): Promise<Passwords> {
  const gate = createGate({ atOnce: AT_ONCE, waiting: WAITING, waitingPerAddress: WAITING_PER_ADDRESS })
  const nobody = await hash('nobody has this password', COST)
  return {
    hash: (password, address) => gate(() => hash(password, COST), address),
    matches: async (stored, password, address) => {
      const right = await gate(() => verify(stored ?? nobody, password), address)
      return right && stored !== undefined
    },
  }
}
