/**
 * Operations that the contract declares `direct` bypass express (docs/performance.md). The same checks run in the same order and with the
 * same functions as for other operations (routes.ts, forward.ts). Only a path with plain parameters is handled here; any other spelling of
 * it goes through express.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#kit/app-error.ts'
import { operations } from '#proto/operations/index.ts'
import { comesFromUs } from '../domain/site.ts'
import { readJson } from './body.ts'
import { identify } from './caller.ts'
import { refuseError } from './errors.ts'
import { admitCaller, type ForwardDeps, inputOf, type Named, performOperation, ringProofOf, sendAnswer } from './forward.ts'
import type { Protect } from './headers.ts'
import { holdBody } from './hold-body.ts'
import { measure } from './measure.ts'

type DirectRoute = { readonly operation: Named; readonly method: string; readonly path: RegExp }

function directRoutesOf(all: readonly Named[]): DirectRoute[] {
  return all.flatMap((operation) => {
    if (!operation.direct || !operation.http) return []
    const path = new RegExp(`^${operation.http.path.replace(/:(\w+)/g, '(?<$1>[\\w-]+)')}$`)
    return [{ operation, method: operation.http.method, path }]
  })
}

async function forward(
  deps: ForwardDeps,
  operation: Named,
  params: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!deps.site.allowsHost(request.headers.host)) throw AppError.withoutStack('wrong_host')
  if (!comesFromUs(deps.site, request.headers)) throw AppError.withoutStack('origin_refused')
  const who = identify(deps, request)
  const caller = await admitCaller(deps, operation, who, params, { ringProof: ringProofOf(request) })
  const body = await readJson(request, operation, () => holdBody(deps, caller.address, response))
  sendAnswer(response, operation, await performOperation(deps, operation, inputOf(params, body), caller), who)
}

/** @returns a handler that returns whether it handled the request */
export function createDirectRoutes(deps: ForwardDeps, protect: Protect): (request: IncomingMessage, response: ServerResponse) => boolean {
  const routes = directRoutesOf(operations)
  return (request, response) => {
    for (const { operation, method, path } of routes) {
      const params = request.method === method ? path.exec(request.url ?? '')?.groups : undefined
      if (!params) continue
      measure(operation, response)
      protect(request, response, () => undefined)
      forward(deps, operation, params, request, response).catch((error: unknown) => refuseError(deps, error, request, response))
      return true
    }
    return false
  }
}
