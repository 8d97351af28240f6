/** Visits by appointment (decision 31). */
import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import { VISIT } from '#proto/limits.ts'
import { residentOf } from '../domain/access.ts'
import { readPassToken } from '../domain/pass-token.ts'
import { decideVisit, eraseRequest, presentPass, presentRequest, requestVisit, type VisitRequestDeps } from '../domain/visit-requests.ts'
import { nextCursor, readCursor } from './paging.ts'

type Names = 'request_visit' | 'pass' | 'erase_request' | 'visit_requests' | 'approve_visit' | 'decline_visit'

export function visitRequests(deps: VisitRequestDeps): SomeHandlersOf<'doorbell', Names> {
  const { clock, requests } = deps
  const decide = async (ownerId: number, id: number, decision: 'approved' | 'declined') =>
    presentRequest(await decideVisit(deps, ownerId, id, decision), clock.now())
  const ofPass = async (token: string) => {
    const id = readPassToken(deps.visitorTokenKey, token)
    const request = id === undefined ? undefined : await requests.find(id, clock.now())
    if (!request) throw new Refusal('not_found')
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
      await eraseRequest(deps, await ofPass(input.token))
      return {}
    },
    visit_requests: async ({ input, caller }) => {
      const { limit, status } = input
      const page = { limit, status, before: readCursor(input.cursor) }
      const found = await requests.ofOwner(residentOf(caller).userId, page, clock.now(), clock.in(-VISIT.closesAfter))
      return new Answer(
        found.map((request) => presentRequest(request, clock.now())),
        { next: nextCursor(found, limit) },
      )
    },
    approve_visit: ({ input, caller }) => decide(residentOf(caller).userId, input.id, 'approved'),
    decline_visit: ({ input, caller }) => decide(residentOf(caller).userId, input.id, 'declined'),
  }
}
