/** Visit requests and their passes (docs/product/decisions.md, 31). */

import { AppError } from '#kit/app-error.ts'
import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { nextIdCursor, parseIdCursor } from '#kit/paging.ts'
import { VISIT } from '#proto/limits.ts'
import { readPassToken } from '../core/pass-token.ts'
import { decideVisitRequest, eraseVisitRequest, presentPass, presentVisitRequest, requestVisit } from './visit-requests.ts'

type Names = 'request_visit' | 'pass' | 'erase_request' | 'visit_requests' | 'approve_visit' | 'decline_visit'

export function visitRequestHandlers(deps: Parameters<typeof decideVisitRequest>[0]): SomeHandlersOf<'doorbell', Names> {
  const { clock, requests } = deps
  const decide = async (ownerId: number, id: number, decision: 'approved' | 'declined') =>
    presentVisitRequest(await decideVisitRequest(deps, ownerId, id, decision), clock.now())
  const ofPass = async (token: string) => {
    const id = readPassToken(deps.visitorTokenKeys, token)
    const request = id === undefined ? undefined : await requests.find(id, clock.now())
    if (!request) throw new AppError('not_found')
    return request
  }
  return {
    request_visit: async ({ input, caller }) => {
      const by = {
        key: caller.idempotencyKey ?? caller.requestId,
        address: caller.address,
        visits: caller.visits.map(({ activityId }) => activityId),
        language: caller.language ?? 'en',
      }
      return presentPass(deps, await requestVisit(deps, input, by))
    },
    pass: async ({ input }) => presentPass(deps, await ofPass(input.token)),
    erase_request: async ({ input }) => {
      await eraseVisitRequest(deps, await ofPass(input.token))
      return {}
    },
    visit_requests: async ({ input, caller }) => {
      const { limit, status } = input
      const page = { limit, status, before: parseIdCursor(input.cursor) }
      const found = await requests.ofOwner(residentOf(caller).userId, page, clock.now(), clock.in(-VISIT.closesAfter))
      return new Answer(
        found.map((request) => presentVisitRequest(request, clock.now())),
        { next: nextIdCursor(found, limit) },
      )
    },
    approve_visit: ({ input, caller }) => decide(residentOf(caller).userId, input.id, 'approved'),
    decline_visit: ({ input, caller }) => decide(residentOf(caller).userId, input.id, 'declined'),
  }
}
