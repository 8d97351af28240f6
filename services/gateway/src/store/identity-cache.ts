/**
 * Resolves secrets (session cookies, API tokens) through auth; caches answers for at most 5 s, invalidated by `live.session.*` and every
 * NATS reconnect.
 */
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Bus } from '#kit/bus.ts'
import { tokenHash } from '#kit/ids.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import { subjects } from '#proto/subjects.ts'

const CACHE_MS = 5_000
/** A polling client's secret is resolved every 5 s; after a pause longer than this it is counted once by its address. */
const LAST_KNOWN_MS = 600_000
const MAX_RESOLVED = 10_000
/** A separate cache, so that forged secrets evict only each other. */
const MAX_INVALID = 1_000

type Resolved = { readonly identity: ResidentIdentity; readonly at: number }
type Deps = {
  readonly bus: Pick<Bus, 'subscribe' | 'onReconnect'>
  /** Asks auth. @returns null for an unknown or ended one */
  readonly ask: (secret: string) => Promise<ResidentIdentity | null>
  readonly steady?: () => number
}

export type IdentityCache = {
  /** @returns undefined for an unknown or ended secret @throws AppError unavailable when auth does not answer */
  readonly resolve: (secret: string) => Promise<ResidentIdentity | undefined>
  /** The identity of a recently resolved secret. Only for rate limits, never for authorization. */
  readonly lastKnown: (secret: string) => ResidentIdentity | undefined
  /** Calls back with the public id of every session or token that may have ended or changed. */
  readonly onRevoked: (callback: (session: string) => void) => void
}

export function createIdentityCache({ bus, ask, steady = () => performance.now() }: Deps): IdentityCache {
  const resolved = new BoundedMap<string, Resolved>(MAX_RESOLVED)
  const invalid = new BoundedMap<string, number>(MAX_INVALID)
  /** When each ended: a response that was requested before still says that it is active. */
  const ended = new BoundedMap<string, number>(MAX_RESOLVED)
  const listeners = new Set<(session: string) => void>()
  let reconnectedAt = Number.NEGATIVE_INFINITY
  bus.onReconnect(() => {
    reconnectedAt = steady()
  })
  bus.subscribe(subjects.liveSessions, (_body, subject) => {
    const session = subject.slice(subject.lastIndexOf('.') + 1)
    ended.set(session, steady())
    for (const [key, { identity }] of resolved) if (identity.session === session) resolved.delete(key)
    for (const listener of listeners) listener(session)
  })
  const isFresh = (at: number | undefined) => at !== undefined && at > reconnectedAt && steady() - at < CACHE_MS

  const resolve = async (secret: string): Promise<ResidentIdentity | undefined> => {
    const key = tokenHash(secret)
    const known = resolved.get(key)
    if (known && isFresh(known.at)) return known.identity
    if (isFresh(invalid.get(key))) return undefined
    const at = steady()
    const identity = await ask(secret)
    if (identity && (ended.get(identity.session) ?? Number.NEGATIVE_INFINITY) >= at) return resolve(secret)
    if (identity) resolved.set(key, { identity, at })
    else {
      resolved.delete(key)
      invalid.set(key, at)
    }
    return identity ?? undefined
  }

  return {
    resolve,
    lastKnown(secret) {
      const known = resolved.get(tokenHash(secret))
      return known && steady() - known.at < LAST_KNOWN_MS ? known.identity : undefined
    },
    onRevoked: (callback) => void listeners.add(callback),
  }
}
