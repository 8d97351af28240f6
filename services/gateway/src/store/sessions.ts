/** Resolves session cookies through auth; caches answers for at most 5 s, invalidated by `live.session.*` and every NATS reconnect. */
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Bus } from '#kit/bus.ts'
import { tokenHash } from '#kit/ids.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import { subjects } from '#proto/subjects.ts'
import type { Sessions } from '../domain/ports.ts'

const KEEP_MS = 5_000
/** A polling resident is resolved every 5 s; one that returns after this time is counted once by its address. */
const KNOWN_MS = 600_000
const MOST_LIVING = 10_000
/** A separate cache, so that forged cookies evict only each other. */
const MOST_DEAD = 1_000

type Living = { readonly identity: ResidentIdentity; readonly at: number }

export function createSessions(bus: Bus, steady: () => number = () => performance.now()): Sessions {
  const living = new BoundedMap<string, Living>(MOST_LIVING)
  const dead = new BoundedMap<string, number>(MOST_DEAD)
  const listeners = new Set<(session: string) => void>()
  let reconnectedAt = Number.NEGATIVE_INFINITY
  bus.onReconnect(() => {
    reconnectedAt = steady()
  })
  bus.subscribe(subjects.liveSessions, (_body, subject) => {
    const session = subject.slice(subject.lastIndexOf('.') + 1)
    for (const [key, { identity }] of living) if (identity.session === session) living.delete(key)
    for (const listener of listeners) listener(session)
  })
  const isFresh = (at: number | undefined) => at !== undefined && at > reconnectedAt && steady() - at < KEEP_MS

  return {
    async resolve(token) {
      const key = tokenHash(token)
      const known = living.get(key)
      if (known && isFresh(known.at)) return known.identity
      if (isFresh(dead.get(key))) return undefined
      const at = steady()
      const { identity } = await bus.call('auth.resolve_session', { token })
      if (identity) living.set(key, { identity, at })
      else {
        living.delete(key)
        dead.set(key, at)
      }
      return identity ?? undefined
    },
    lastKnownUser(token) {
      const known = living.get(tokenHash(token))
      return known && steady() - known.at < KNOWN_MS ? known.identity.userId : undefined
    },
    onRevoked: (callback) => void listeners.add(callback),
  }
}
