/** Resolves session cookies through auth; caches answers for at most 5 s, invalidated by `live.session.*` and every NATS reconnect. */
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Bus } from '#kit/bus.ts'
import { tokenHash } from '#kit/ids.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import { subjects } from '#proto/subjects.ts'
import type { Sessions } from '../domain/ports.ts'

const CACHE_MS = 5_000
/** A polling resident's session is resolved every 5 s; after a pause longer than this it is counted once by its address. */
const LAST_KNOWN_MS = 600_000
const MAX_RESOLVED = 10_000
/** A separate cache, so that forged cookies evict only each other. */
const MAX_INVALID = 1_000

type ResolvedSession = { readonly identity: ResidentIdentity; readonly at: number }

export function createSessions(bus: Bus, steady: () => number = () => performance.now()): Sessions {
  const resolved = new BoundedMap<string, ResolvedSession>(MAX_RESOLVED)
  const invalid = new BoundedMap<string, number>(MAX_INVALID)
  /** When sessions ended: a response that was requested before still says that they are active. */
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

  const resolve = async (token: string): Promise<ResidentIdentity | undefined> => {
    const key = tokenHash(token)
    const known = resolved.get(key)
    if (known && isFresh(known.at)) return known.identity
    if (isFresh(invalid.get(key))) return undefined
    const at = steady()
    const { identity } = await bus.call('auth.resolve_session', { token })
    if (identity && (ended.get(identity.session) ?? Number.NEGATIVE_INFINITY) >= at) return resolve(token)
    if (identity) resolved.set(key, { identity, at })
    else {
      resolved.delete(key)
      invalid.set(key, at)
    }
    return identity ?? undefined
  }

  return {
    resolve,
    lastKnownUser(token) {
      const known = resolved.get(tokenHash(token))
      return known && steady() - known.at < LAST_KNOWN_MS ? known.identity.userId : undefined
    },
    onRevoked: (callback) => void listeners.add(callback),
  }
}
