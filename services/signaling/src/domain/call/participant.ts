/**
 * The participant of a call: the visitor by its token, the resident as the door's owner or a member who has the ring
 * (docs/product/decisions.md, 10, 12, 41). For others the call does not exist.
 */
import { AppError } from '#kit/app-error.ts'
import type { Caller } from '#proto/envelope.ts'
import { type Call, isResident, type Residents, residentPeer, visitorPeer } from './call.ts'

export type Participant =
  | { readonly side: 'visitor'; readonly peer: string; readonly clientId: string | null }
  | {
      readonly side: 'resident'
      readonly peer: string
      readonly clientId: string | null
      readonly userId: number
      readonly session: string
      readonly device: string
    }

/**
 * @param peerId of the page, which has its own peer
 * @throws not_found for anyone else, as for a call that does not exist
 */
export function participantOf(caller: Caller, activityId: number, residents: Residents, peerId?: string): Participant {
  const clientId = caller.clientId ?? null
  const { resident } = caller
  if (resident && isResident(residents, resident.userId)) {
    const { userId, session, device } = resident
    return { side: 'resident', peer: residentPeer(session, peerId), clientId, userId, session, device }
  }
  if (isVisitor(caller, activityId)) return { side: 'visitor', peer: visitorPeer(activityId, peerId), clientId }
  throw new AppError('not_found')
}

export const isVisitor = (caller: Caller, activityId: number) => caller.visits.some((visit) => visit.activityId === activityId)

/** The session that may end the call for the resident: the one that answered or took over. */
export const holdsClaim = (call: Call, session: string) =>
  call.stage !== 'prepared' && (call.claimedBy === session || call.holder?.session === session)
