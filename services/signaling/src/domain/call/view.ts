import type { CallView } from '#proto/entities.ts'
import type { MediaEvent } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { type AnsweredCall, type Call, connectedAtOf, type Peer, type PreparedCall, type Side } from './call.ts'
import { viewOfRecording } from './recording.ts'

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

/** @returns undefined while the call is not visible. The visitor does not get which device answered, only whether there is a holder. */
export function viewOf(call: Call, side: Side): CallView | undefined {
  if (call.stage === 'prepared') return undefined
  const holder =
    call.holder && (side === 'visitor' ? { session: '', device: '' } : { session: call.holder.session, device: call.holder.device })
  return {
    activityId: call.activityId,
    kind: call.kind,
    state: call.stage,
    epoch: call.epoch,
    connectedAt: iso(connectedAtOf(call)),
    holder,
    visitorAway: call.stage === 'ended' ? false : call.visitorAway,
    ...(call.stage === 'interrupted' && call.holderAway && side === 'resident' ? { holderAway: true } : {}),
    seconds: call.stage === 'ended' ? call.seconds : null,
    recording: viewOfRecording(call.recording),
    version: call.version,
  }
}

export function stateFrame(call: Call, side: Side, now: Date): ServerFrame[] {
  const view = viewOf(call, side)
  return view ? [{ type: 'call_state', activityId: view.activityId, call: view, now: now.toISOString() }] : []
}

/** Every end is sent to the visitor as accepted false (docs/product/states.md). */
export const endedFrame = (call: AnsweredCall): ServerFrame => ({
  type: 'call_response',
  activityId: call.activityId,
  accepted: false,
  communicationType: call.kind,
  message: 'Call Ended',
  reasonCode: 'ended',
  version: call.version,
})

/** The end of an answer by message, which has no call and so no version. */
export const conversationEndedFrame = (activityId: number): ServerFrame => ({
  type: 'call_response',
  activityId,
  accepted: false,
  communicationType: 'message',
  message: 'Call Ended',
  reasonCode: 'ended',
  version: 0,
})

/** A late call back is sent to the visitor as an acceptance: "The resident is calling". */
export const callingFrame = (call: AnsweredCall): ServerFrame => ({
  type: 'call_response',
  activityId: call.activityId,
  accepted: true,
  communicationType: call.kind,
  message: 'The resident is calling',
  version: call.version,
})

export const prepareFrame = (activityId: number): ServerFrame => ({ type: 'call_prepare', activityId })

/** @param peer whose transports are gone */
export const releasedFrame = (call: Call, { join }: Peer): ServerFrame => ({
  type: 'media_event',
  activityId: call.activityId,
  epoch: call.epoch,
  event: { kind: 'released', ...(join !== undefined && { join }) },
})

/** @param peer of the other side */
export const peerEvent = ({ permission, lost }: Pick<Peer, 'permission' | 'lost'>): MediaEvent => ({
  kind: 'peer',
  permission,
  ...(lost && { lost: [...lost] }),
})

/** The residents whose devices prepare media: members have do not disturb and quiet hours of their own. */
export const preparingResidents = ({ ownerId, members, quiet }: PreparedCall): readonly number[] =>
  quiet ? members : [ownerId, ...members]

/**
 * The frames for a returning party; doorbell replays the end itself (`call_response`).
 * @param userId of a resident; undefined: the visitor
 */
export function replayFrames(call: Call, userId: number | undefined, now: Date): ServerFrame[] {
  if (call.stage !== 'prepared') return stateFrame(call, userId === undefined ? 'visitor' : 'resident', now)
  return userId === undefined || preparingResidents(call).includes(userId) ? [prepareFrame(call.activityId)] : []
}
