/** What follows a change of a call, as data: change/change.ts applies it in this order. */
import type { RecordingEnd } from '#proto/entities.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import type { RecordingStep } from '#proto/recording.ts'
import {
  type AnsweredCall,
  type Call,
  type ConnectedCall,
  connectedAtOf,
  type EndedCall,
  isLive,
  type LiveCall,
  type OpenCall,
  recordingOf,
  residentsOf,
} from './call.ts'
import { isRecorded } from './recording.ts'
import { recordingStep } from './recording-steps.ts'
import { callingFrame, endedFrame, peerEvent, prepareFrame, releasedFrame, stateFrame, viewOf } from './view.ts'

/** `call`: the room and the recording of the call before or after the change. */
export type Effect =
  | { readonly type: 'send_to_visitor'; readonly activityId: number; readonly frame: ServerFrame }
  | { readonly type: 'send_to_residents'; readonly userIds: readonly number[]; readonly frame: ServerFrame }
  | { readonly type: 'send_to_socket'; readonly clientId: string; readonly frame: ServerFrame }
  | {
      readonly type: 'add_recording_step'
      readonly activityId: number
      readonly recordingId: string
      readonly step: RecordingStep
      readonly at: number
    }
  | { readonly type: 'stop_recording'; readonly call: Call; readonly recordingId: string; readonly reason: RecordingEnd }
  | { readonly type: 'begin_recording'; readonly call: AnsweredCall; readonly recordingId: string }
  | { readonly type: 'ask_to_record'; readonly call: ConnectedCall }
  | { readonly type: 'set_sending_peer'; readonly call: OpenCall; readonly peer: string }
  | { readonly type: 'remove_peer'; readonly call: Call; readonly peer: string }
  | { readonly type: 'close_room'; readonly call: Call }
  | { readonly type: 'record_call'; readonly call: AnsweredCall }
  | { readonly type: 'report_end'; readonly call: EndedCall; readonly from: LiveCall['stage'] }

/**
 * The effects of a change, in order: frames come before requests, and a recording ends, for the call's reason, before its room closes.
 * @param before undefined if there was no call
 * @param after null if the call is deleted
 */
export function effects(before: Call | undefined, after: Call | null, now: Date): readonly Effect[] {
  return [
    ...(after ? framesOf(before, after, now) : []),
    ...recordingEffects(before, after),
    ...(before && after ? sendingPeerEffects(before, after) : []),
    ...(before ? [...removedPeers(before, after), ...closedRoom(before, after)] : []),
    ...(after && after.stage !== 'prepared' && after.unrecorded ? [{ type: 'record_call', call: after } as const] : []),
    ...(before && isLive(before) && after?.stage === 'ended' ? [{ type: 'report_end', call: after, from: before.stage } as const] : []),
  ]
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function framesOf(before: Call | undefined, after: Call, now: Date): Effect[] {
  const view = viewOf(after, 'resident')
  const old = before && viewOf(before, 'resident')
  if (!view || same({ ...view, version: 0 }, { ...old, version: 0 })) return []
  const toVisitor = (frame: ServerFrame): Effect => ({ type: 'send_to_visitor', activityId: after.activityId, frame })
  return [
    ...stateFrame(after, 'visitor', now).map(toVisitor),
    ...stateFrame(after, 'resident', now).map((frame): Effect => ({ type: 'send_to_residents', userIds: residentsOf(after), frame })),
    ...(after.stage === 'offered' && before?.callId !== after.callId ? [toVisitor(callingFrame(after))] : []),
    ...(after.stage === 'ended' && before?.stage !== 'ended' ? [toVisitor(endedFrame(after))] : []),
  ]
}

/** The ring's timeline follows the recording, and the node begins or stops as the state requires. */
function recordingEffects(before: Call | undefined, after: Call | null): Effect[] {
  const [was, is] = [recordingOf(before), recordingOf(after)]
  const list: Effect[] = []
  const step = recordingStep(was, is)
  if (after && is && step) list.push({ type: 'add_recording_step', activityId: after.activityId, recordingId: is.id, step, at: is.since })
  if (before && isRecorded(was) && !(isRecorded(is) && is.id === was.id))
    list.push({ type: 'stop_recording', call: before, recordingId: was.id, reason: is?.reason ?? 'call_ended' })
  if (after && after.stage !== 'prepared' && isRecorded(is) && is.stage === 'starting' && !(isRecorded(was) && was.id === is.id))
    list.push({ type: 'begin_recording', call: after, recordingId: is.id })
  if (after?.stage === 'connected' && before && connectedAtOf(before) === null && !is) list.push({ type: 'ask_to_record', call: after })
  return list
}

/**
 * Another of the visitor's peers sends (record 0031): its node is notified, and so are the pages concerned. A peer that is joining gets
 * it in the join's reply, and its node in the join itself.
 */
function sendingPeerEffects(before: Call, after: Call): Effect[] {
  if (before.stage === 'ended' || after.stage === 'ended') return []
  const { activityId, epoch, sendingPeer, node } = after
  const old = before.sendingPeer?.peer
  if (!sendingPeer || sendingPeer.peer === old) return []
  const send = (clientId: string | null | undefined, event: Extract<ServerFrame, { type: 'media_event' }>['event']): Effect[] =>
    clientId ? [{ type: 'send_to_socket', clientId, frame: { type: 'media_event', activityId, epoch, event } }] : []
  const { peer } = sendingPeer
  const isKnown = before.peers[peer] !== undefined
  const residents = Object.values(after.peers).filter(({ side }) => side === 'resident')
  const event = peerEvent(after.peers[peer] ?? { permission: 'unknown' })
  return [
    ...(node && isKnown && epoch === before.epoch ? [{ type: 'set_sending_peer', call: after, peer } as const] : []),
    ...(isKnown ? send(after.peers[peer]?.clientId, { kind: 'sending', here: true }) : []),
    ...(old === undefined ? [] : send(after.peers[old]?.clientId, { kind: 'sending', here: false })),
    ...(old === undefined ? [] : residents.flatMap(({ clientId }) => send(clientId, event))),
  ]
}

/**
 * Removed peers lose their transports on the node, and their pages are notified. A move removes none on the node, because both sides rejoin
 * with the new epoch.
 */
function removedPeers(before: Call, after: Call | null): Effect[] {
  const isMoved = after !== null && after.epoch !== before.epoch
  const isOver = after === null || after.stage === 'ended'
  return Object.entries(before.peers).flatMap(([id, peer]): Effect[] => {
    if (after?.peers[id]) return []
    const { clientId } = peer
    const frames = [
      ...(isMoved && isLive(after) ? [] : [releasedFrame(before, peer)]),
      ...(isMoved && after.stage === 'prepared' ? [prepareFrame(before.activityId)] : []),
    ]
    const sent = clientId ? frames.map((frame): Effect => ({ type: 'send_to_socket', clientId, frame })) : []
    return isOver || isMoved ? sent : [...sent, { type: 'remove_peer', call: before, peer: id }]
  })
}

const closedRoom = (before: Call, after: Call | null): Effect[] =>
  !after || after.stage === 'ended' || after.epoch !== before.epoch ? [{ type: 'close_room', call: before }] : []
