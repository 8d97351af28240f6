/** The id of a request: in the log lines of every service that works for it, and in its answer. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Anything else could write into a log what it is not. */
const GIVEN = /^[\w-]{1,64}$/
const ids = new WeakMap<IncomingMessage, string>()

/** @returns the `X-Request-Id` that a proxy or a program has given, if it is one; else a random one. The same for each call. */
export function requestIdOf(request: IncomingMessage): string {
  const known = ids.get(request)
  if (known) return known
  const given = request.headers['x-request-id']
  const id = typeof given === 'string' && GIVEN.test(given) ? given : randomUUID()
  ids.set(request, id)
  return id
}
