/** GET /api/events: admits its caller, then opens the stream (sockets/event-streams.ts). */
import type { Request, Response, Router } from 'express'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { type Input, operationNamed } from '#proto/operations/index.ts'
import { apiTokenOf } from '../domain/bearer.ts'
import type { EventStreamServer } from '../domain/ports.ts'
import { validate } from '../domain/validation.ts'
import { admitToken } from './admit-token.ts'
import { identify, setCookies } from './caller.ts'
import { admitCaller, type ForwardDeps, type Named } from './forward.ts'
import { measure } from './measure.ts'
import { refuseOthers } from './routes.ts'

const PATH = '/api/events'

type EventsDeps = ForwardDeps & { readonly streams: EventStreamServer }

export function mountEvents(api: Router, deps: EventsDeps): void {
  const operation: Named = { ...operationNamed('gateway.events'), name: 'gateway.events' }
  api.get(PATH, async (request: Request, response: Response) => {
    measure(operation, response)
    const who = identify(deps, request)
    const token = apiTokenOf(request.headers)
    const { session } = who.jar
    const caller =
      token === undefined ? await admitCaller(deps, operation, who, {}, { session }) : await admitToken(deps, operation, who, token)
    const { seconds } = validate(operation.input, request.query) as Input<'gateway.events'>
    for (const cookie of setCookies(who)) response.append('Set-Cookie', cookie)
    if (request.method === 'HEAD') return void response.type('text/event-stream').end()
    const resolve = () => (token === undefined ? deps.sessions.resolve(session ?? '') : deps.apiTokens.resolve(token))
    const isValid = async () => {
      const now = await resolve()
      // A wall display gets no stream, and a program only one that its scopes name.
      return now !== undefined && !now.wall && (token === undefined || now.scopes?.includes('rings:read') === true)
    }
    await deps.streams.open({ caller: caller as Caller & { readonly resident: ResidentIdentity }, seconds, isValid }, response)
  })
  refuseOthers(api, PATH, ['GET', 'HEAD'])
}
