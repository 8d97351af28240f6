/**
 * The ring's way past the framework: the same checks, in the same order, by the same functions as every other call (routes.ts, forward.ts), without
 * what only other paths need. It takes the plain case alone (a code as it stands in the path, JSON of a declared length, no encoding); every
 * other request, also the odd one that the framework would understand as a ring, goes on to the framework.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#kit/refusal.ts'
import { operationByName } from '#proto/operations/index.ts'
import { comesFromUs } from '../domain/site.ts'
import { identify } from './caller.ts'
import { refuseError } from './errors.ts'
import { type ForwardDeps, inputOf, type Named, perform, send } from './forward.ts'
import { readJson } from './json.ts'

const PLAIN_JSON = /^application\/json(; ?charset=utf-8)?$/i

async function ring(
  deps: ForwardDeps,
  operation: Named,
  qrCodeId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!deps.site.allowsHost(request.headers.host)) throw new Refusal('wrong_host')
  if (!comesFromUs(deps.site, request.headers)) throw new Refusal('origin_refused')
  const body = await readJson(request)
  const who = identify(deps, request)
  const answered = await perform(deps, operation, inputOf({ qrCodeId }, body), who.caller)
  send(response, operation, answered, who)
}

/** What every answer carries, set on a plain response. */
export type Protect = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void

/** @returns a handler that says whether it took the request */
export function directRing(deps: ForwardDeps, protect: Protect): (request: IncomingMessage, response: ServerResponse) => boolean {
  const operation = operationByName.get('doorbell.ring')
  if (!operation?.http) throw new Error('the contract has no ring')
  const path = new RegExp(`^${operation.http.path.replace(':qrCodeId', '([\\w-]+)')}$`)
  const max = operation.http.maxBytes ?? 0
  return (request, response) => {
    if (request.method !== operation.http?.method) return false
    const qrCodeId = path.exec(request.url ?? '')?.[1]
    const { 'content-type': type, 'content-length': length, 'content-encoding': encoding } = request.headers
    const declared = Number(length)
    if (!qrCodeId || encoding !== undefined || !type || !PLAIN_JSON.test(type) || !(declared > 0 && declared <= max)) return false
    protect(request, response, () => undefined)
    ring(deps, operation, qrCodeId, request, response).catch((error: unknown) => refuseError(deps.log, error, request, response))
    return true
  }
}
