/**
 * The addresses of push services. Endpoints may name any host below some vendors' domains, so users can cause look-ups of new names:
 * each name is looked up once at a time, an answer is kept for a minute, and a failure for five seconds.
 */
import { lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Clock } from '#kit/clock.ts'

export type Resolved = { readonly address: string; readonly family: number }
/** @returns all addresses of a name @throws Error where it has none, or no server answers in time */
export type ResolveAll = (name: string) => Promise<readonly Resolved[]>

const KEPT_MS = 60_000
/** Short: a resolver that is slow at the start must not delay a vendor's rings for a minute. */
const FAILED_MS = 5_000
/** A name that can no longer be resolved keeps its addresses this long: its push service may work while a resolver does not. */
const KEPT_WITHOUT_ANSWER_MS = 10 * 60_000
const NAMES_MOST = 1_000
const TRIES = 2
const TRY_MS = 1_000
const OTHER_FAMILY_MS = 200
/** A registration and a connection wait for it. */
const RESOLVE_MS = 3_000

/**
 * By queries of its own (c-ares): a name without an answer blocks no thread of the pool, as getaddrinfo does. Some resolvers answer
 * queries for one family alone: the other is waited for briefly (RFC 8305, 3).
 * @param servers default: the system's
 */
export async function resolveByQueries(name: string, servers?: readonly string[]): Promise<readonly Resolved[]> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const found: Resolved[] = []
  const add = (family: number) => (addresses: readonly string[]) => {
    for (const address of addresses) found.push({ address, family })
  }
  const families = [resolver.resolve4(name).then(add(4)), resolver.resolve6(name).then(add(6))]
  await Promise.any(families).catch(() => {
    throw new Error(`${name} was not resolved`)
  })
  const moment = new AbortController()
  await Promise.race([Promise.allSettled(families), pause(OTHER_FAMILY_MS, undefined, { signal: moment.signal })])
  moment.abort()
  resolver.cancel()
  return found.toSorted((a, b) => a.family - b.family)
}

/** By the system, which also reads /etc/hosts. */
const resolveBySystem: ResolveAll = (name) =>
  new Promise((done, failed) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error) failed(error)
      else done(addresses)
    })
  })

/** @param named the operator's hosts: few, and resolved as the system does */
export const systemResolver =
  (named: ReadonlySet<string>): ResolveAll =>
  (name) =>
    named.has(name) || !name.includes('.') ? resolveBySystem(name) : resolveByQueries(name)

/** @throws Error where a resolver does not answer: with several servers each try queries each of them */
function inTime(name: string, resolved: Promise<readonly Resolved[]>): Promise<readonly Resolved[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} was not resolved in time`)), RESOLVE_MS)
  })
  return Promise.race([resolved, late]).finally(() => clearTimeout(timer))
}

export function keepAddresses(resolveAll: ResolveAll, clock: Clock): ResolveAll {
  const known = new BoundedMap<string, { readonly addresses: readonly Resolved[]; readonly at: number }>(NAMES_MOST)
  const failed = new BoundedMap<string, { readonly error: unknown; readonly at: number }>(NAMES_MOST)
  const asked = new Map<string, Promise<readonly Resolved[]>>()
  const now = () => clock.now().getTime()
  /** @throws the error where the known addresses are too old */
  const lastKnown = (name: string, error: unknown) => {
    const last = known.get(name)
    if (last && now() - last.at < KEPT_WITHOUT_ANSWER_MS) return last.addresses
    throw error
  }
  async function ask(name: string): Promise<readonly Resolved[]> {
    try {
      const addresses = await inTime(name, resolveAll(name))
      known.set(name, { addresses, at: now() })
      return addresses
    } catch (error) {
      failed.set(name, { error, at: now() })
      return lastKnown(name, error)
    } finally {
      asked.delete(name)
    }
  }
  return async (name) => {
    const last = known.get(name)
    if (last && now() - last.at < KEPT_MS) return last.addresses
    const failure = failed.get(name)
    if (failure && now() - failure.at < FAILED_MS) return lastKnown(name, failure.error)
    const begun = asked.get(name) ?? ask(name)
    asked.set(name, begun)
    return begun
  }
}
