/**
 * The ring's way past the framework: the same checks, in the same order, by the same functions as every other call (routes.ts, forward.ts), without
 * what only other paths need. It takes the plain case alone (a code as it stands in the path); every other request, also the
 * odd one that the framework would understand as a ring, goes on to the framework.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '#kit/refusal.ts'
import { operationByName } from '#proto/operations/index.ts'
import { comesFromUs } from '../domain/site.ts'
import { readJson } from './body.ts'
import { identify } from './caller.ts'
import { refuseError } from './errors.ts'
import { enter, type ForwardDeps, inputOf, type Named, perform, send } from './forward.ts'
import type { Protect } from './headers.ts'

async function ring(
  deps: ForwardDeps,
  operation: Named,
  qrCodeId: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!deps.site.allowsHost(request.headers.host)) throw new Refusal('wrong_host')
  if (!comesFromUs(deps.site, request.headers)) throw new Refusal('origin_refused')
  const who = identify(deps, request)
  const caller = await enter(deps, operation, who.caller, { qrCodeId })
  const body = await readJson(request, operation)
  send(response, operation, await perform(deps, operation, inputOf({ qrCodeId }, body), caller), who)
}

/** @returns a handler that says whether it took the request */
export function directRing(deps: ForwardDeps, protect: Protect): (request: IncomingMessage, response: ServerResponse) => boolean {
  const operation = operationByName.get('doorbell.ring')
  if (!operation?.http) throw new Error('the contract has no ring')
  const path = new RegExp(`^${operation.http.path.replace(':qrCodeId', '([\\w-]+)')}$`)
  return (request, response) => {
    if (request.method !== operation.http?.method) return false
    const qrCodeId = path.exec(request.url ?? '')?.[1]
    if (!qrCodeId) return false
    protect(request, response, () => undefined)
    ring(deps, operation, qrCodeId, request, response).catch((error: unknown) => refuseError(deps.log, error, request, response))
    return true
  }
}
