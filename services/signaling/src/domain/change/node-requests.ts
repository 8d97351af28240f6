/** Requests to the node of a call that follow a change of it. They are not awaited. */
import type { RecordingEnd } from '#proto/entities.ts'
import { type Call, roomOf } from '../call/call.ts'
import type { CallDeps } from '../ports.ts'

/**
 * A node that does not answer needs no retry: it is dead, or its room closes and ends the recording. A node that still records sends
 * notices, and each is answered by a stop (`onRecordingNotice`).
 */
export function stopAtNode(deps: CallDeps, call: Call, recordingId: string, reason: RecordingEnd): void {
  if (!call.node) return
  void deps.sfu
    .call(call.node, 'sfu.stop_recording', { room: roomOf(call), recordingId, reason })
    .catch((err: unknown) => deps.log.warn({ err, activityId: call.activityId }, 'recording not stopped on sfu node'))
}

export function setSendingPeer(deps: CallDeps, call: Call, peer: string): void {
  if (!call.node) return
  void deps.sfu
    .call(call.node, 'sfu.set_sending_peer', { room: roomOf(call), sendingPeer: { peer, version: call.version } })
    .catch((err: unknown) => deps.log.warn({ err, activityId: call.activityId }, 'sending peer not set on sfu node'))
}

/** A node that does not answer needs no retry: it is dead, or it closes the room. */
export function removePeer(deps: CallDeps, call: Call, peer: string): void {
  if (call.node) void deps.sfu.call(call.node, 'sfu.leave', { room: roomOf(call), peer }).catch(() => undefined)
}

export function closeRoom(deps: CallDeps, call: Call): void {
  if (call.node) closeRoomAt(deps, call.node, roomOf(call))
}

/** A node that does not answer needs no retry: it is dead, or it closes the room when that has no connected peer. */
export function closeRoomAt(deps: CallDeps, node: string, room: string): void {
  void deps.sfu.call(node, 'sfu.close_room', { room }).catch(() => undefined)
}
