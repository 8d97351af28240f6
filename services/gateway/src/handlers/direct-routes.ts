/**
 * Operations that the contract declares `direct` bypass express (docs/performance.md). The same checks run in the same order and with the
 * same functions as for other operations (routes.ts, forward.ts). Only a path with plain parameters is handled here; any other spelling of
 * it goes through express.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '#kit/app-error.ts'
import { traced } from '#kit/tracing.ts'
import { apiTokenOf, mayChange } from '../domain/bearer.ts'
import { admitToken } from './admit-token.ts'
import { readJson } from './body.ts'
import { identify } from './caller.ts'
import { refuseError } from './errors.ts'
import { findOperation } from './find-operation.ts'
import { admitCaller, type ForwardDeps, inputOf, type Named, performOperation, ringProofOf, sendAnswer, spanNameOf } from './forward.ts'
import type { Protect } from './headers.ts'
import { holdBody } from './hold-body.ts'
import { measure } from './measure.ts'

const PARAMETER = /^[\w-]+$/

/** @returns the parameters of a path that `findOperation` has found; undefined if one is not plain */
function paramsOf({ http }: Named, path: string): Record<string, string> | undefined {
  const values = path.split('/')
  const pairs = (http?.path ?? '')
    .split('/')
    .flatMap((name, at) => (name.startsWith(':') ? [[name.slice(1), values[at] ?? ''] as const] : []))
  return pairs.every(([, value]) => PARAMETER.test(value)) ? Object.fromEntries(pairs) : undefined
}

async function forward(
  deps: ForwardDeps,
  operation: Named,
  params: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!deps.site.allowsHost(request.headers.host)) throw AppError.withoutStack('wrong_host')
  if (!mayChange(deps.site, request.headers)) throw AppError.withoutStack('origin_refused')
  const who = identify(deps, request)
  await traced(spanNameOf(operation), { kind: 'server', parent: who.trace }, async () => {
    const apiToken = apiTokenOf(request.headers)
    const caller =
      apiToken === undefined
        ? await admitCaller(deps, operation, who, params, { ringProof: ringProofOf(request) })
        : await admitToken(deps, operation, who, apiToken)
    const body = await readJson(request, operation, () => holdBody(deps, caller.address, response))
    sendAnswer(response, operation, await performOperation(deps, operation, inputOf(params, body), caller), who)
  })
}

/** @returns a handler that returns whether it handled the request */
export function createDirectRoutes(deps: ForwardDeps, protect: Protect): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const { method = '', url = '' } = request
    const operation = findOperation(method, url)
    const params = operation?.direct && operation.http?.method === method ? paramsOf(operation, url) : undefined
    if (!operation || !params) return false
    measure(operation, response)
    protect(request, response, () => undefined)
    forward(deps, operation, params, request, response).catch((error: unknown) => refuseError(deps, error, request, response))
    return true
  }
}
