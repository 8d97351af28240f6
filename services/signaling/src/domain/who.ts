/** Who speaks: the visitor by its token, the resident by owning the door (decisions 10, 12). Anybody else finds nothing there. */
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { type Call, residentPeer, visitorPeer } from './call.ts'

export type Speaker =
  | { readonly side: 'visitor'; readonly peer: string; readonly clientId: string | null }
  | {
      readonly side: 'resident'
      readonly peer: string
      readonly clientId: string | null
      readonly session: string
      readonly device: string
    }

/** @throws not_found  for a stranger: what you may not see is what does not exist */
export function speakerOf(caller: Caller, activityId: number, ownerId: number): Speaker {
  const clientId = caller.clientId ?? null
  const { resident } = caller
  if (resident?.userId === ownerId)
    return { side: 'resident', peer: residentPeer(resident.session), clientId, session: resident.session, device: resident.device }
  if (isVisitor(caller, activityId)) return { side: 'visitor', peer: visitorPeer(activityId), clientId }
  throw new Refusal('not_found')
}

export const isVisitor = (caller: Caller, activityId: number) => caller.visits.some((visit) => visit.activityId === activityId)

/** The session that may end the call for the resident: who answered, or who took the seat over. */
export const holdsClaim = (call: Call, session: string) => call.claimedBy === session || call.holder?.session === session
