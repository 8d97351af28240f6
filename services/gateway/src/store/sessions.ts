/** Who holds a session cookie: auth's answer, kept at most 5 s, dropped on `live.session.*` and on every NATS reconnect. */
import type { Bus } from '#kit/bus.ts'
import { tokenHash } from '#kit/ids.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import { subjects } from '#proto/subjects.ts'
import type { Sessions } from '../domain/ports.ts'

const KEEP_MS = 5_000
const KEEP_MOST = 10_000

export function createSessions(bus: Bus): Sessions {
  const cache = new Map<string, { identity: ResidentIdentity | undefined; at: number }>()
  const listeners = new Set<(session: string) => void>()
  bus.onReconnect(() => cache.clear())
  bus.subscribe(subjects.liveSessions, (_body, subject) => {
    const session = subject.slice(subject.lastIndexOf('.') + 1)
    for (const [key, entry] of cache) if (entry.identity?.session === session) cache.delete(key)
    for (const listener of listeners) listener(session)
  })
  return {
    async resolve(token) {
      const key = tokenHash(token)
      const known = cache.get(key)
      const at = performance.now()
      if (known && at - known.at < KEEP_MS) return known.identity
      const { identity } = await bus.call('auth.resolve_session', { token })
      if (cache.size >= KEEP_MOST) cache.clear()
      cache.set(key, { identity: identity ?? undefined, at })
      return identity ?? undefined
    },
    onRevoked: (callback) => void listeners.add(callback),
  }
}
