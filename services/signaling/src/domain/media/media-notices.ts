/**
 * Handles notices of sfu nodes: transports connected or lost, silence, the other side's media, lost rooms. Those of an older epoch, or of
 * an earlier join of their peer, are dropped.
 */
import type { MediaEvent } from '#proto/frames/media.ts'
import type { MediaNotice } from '#proto/operations/sfu.ts'
import { type Call, holderPeer, isLive, isVisitorPeer, type Peer, residentsOf, roomParts, sessionOfPeer } from '../call/call.ts'
import { withHolderPage } from '../call/resident-pages.ts'
import { peerJoined, silenceChanged, transportChanged } from '../call/rules.ts'
import { changeExisting } from '../change/change.ts'
import { closeRoomAt } from '../change/node-requests.ts'
import { type Adopted, rebuildFromFacts } from '../change/rebuild.ts'
import type { CallDeps } from '../ports.ts'
import { handOverCall, moveCall } from './sfu-placement.ts'
import { onRecordingNotice } from './steer-recording.ts'

type PeerNotice = Exclude<MediaNotice, { type: 'room_lost' | 'hand_over' | 'recording' }>

export async function onNotice(deps: CallDeps, node: string, notice: MediaNotice): Promise<void> {
  const parts = roomParts(notice.room)
  if (!parts) return
  if (notice.type === 'room_lost' || notice.type === 'hand_over') {
    const isThere = await (notice.type === 'room_lost' ? moveCall : handOverCall)(deps, { ...parts, node })
    // The node repeats the notice until its room is closed; where the call has moved, the move has closed it.
    if (!isThere) closeRoomAt(deps, node, notice.room)
    return
  }
  if (notice.type === 'recording') {
    const stored = (await deps.calls.read(parts.activityId))?.call
    const call = stored?.epoch === parts.epoch ? stored : undefined
    return onRecordingNotice(deps, call, { node, room: notice.room, recordingId: notice.recordingId, ended: notice.ended })
  }
  const call =
    (await deps.calls.read(parts.activityId))?.call ?? (await adopt(deps, parts.activityId, { node, epoch: parts.epoch }, notice))
  if (!call) return
  if (isOutlived(call, parts, notice)) return closeRoomAt(deps, node, notice.room)
  if (call.epoch === parts.epoch) await onPeer(deps, call, notice)
}

/**
 * Whether a node still carries a room whose call has moved or ended. Its request to close it was lost: the node had stopped, or was cut
 * off. It repeats this notice every three seconds.
 */
const isOutlived = (call: Call, { epoch }: Pick<Call, 'epoch'>, notice: PeerNotice) =>
  notice.type === 'transport' && notice.state === 'connected' && (call.epoch > epoch || (call.epoch === epoch && call.stage === 'ended'))

/** Rebuilds a call that Redis has lost but a node still carries. */
async function adopt(deps: CallDeps, activityId: number, at: Adopted, notice: PeerNotice): Promise<Call | undefined> {
  if (notice.type !== 'transport' || notice.state !== 'connected') return undefined
  const facts = await deps.doorbell.facts(activityId).catch(() => undefined)
  return facts && rebuildFromFacts(deps, facts, at)
}

async function onPeer(deps: CallDeps, call: Call, notice: PeerNotice): Promise<void> {
  const { activityId, epoch } = call
  const { peer } = notice
  switch (notice.type) {
    case 'transport': {
      await changeExisting(deps, activityId, (now, at) =>
        now.epoch === epoch && isOfLastJoin(now, notice)
          ? transportChanged(known(now, notice), peer, notice.direction, notice.state, at)
          : now,
      )
      return
    }
    case 'silent':
      await changeExisting(deps, activityId, (now, at) =>
        now.epoch === epoch && isOfLastJoin(now, notice) ? silenceChanged(now, peer, notice.silent, at) : now,
      )
      return
    case 'consumer_new':
      return notifyPeer(deps, call, peer, { kind: 'consumer_new', consumer: notice.consumer })
    case 'consumer_closed':
    case 'consumer_paused':
    case 'consumer_resumed':
      return notifyPeer(deps, call, peer, { kind: notice.type, consumerId: notice.consumerId })
    case 'score':
      return notifyPeer(deps, call, peer, { kind: 'score', consumerId: notice.consumerId, score: notice.score })
    default:
      return notice satisfies never
  }
}

/** Two copies may apply the notices of two joins in any order: an earlier join's do not apply to the present transports. */
export function isOfLastJoin({ peers }: Call, { peer, join }: { readonly peer: string; readonly join?: number | undefined }): boolean {
  const known = peers[peer]?.join
  return join === undefined || known === undefined || join === known
}

/** A peer of the call that the rebuilt call does not list yet. In an active room there is one page of the resident, the holder. */
function known(call: Call, { peer, join, sends }: Extract<PeerNotice, { type: 'transport' }>): Call {
  if (!isLive(call) || call.peers[peer] || call.activated !== call.epoch) return call
  const found = { peer, clientId: null, kept: false, mode: 'call', join } as const
  if (isVisitorPeer(call.activityId, peer)) {
    const sending = sends && !call.sendingPeer ? { ...call, sendingPeer: { peer, on: true } } : call
    return peerJoined(sending, { ...found, side: 'visitor' })
  }
  if (!call.holder || call.holder.session !== sessionOfPeer(peer) || (holderPeer(call) ?? peer) !== peer) return call
  return peerJoined(withHolderPage(call, peer), { ...found, side: 'resident', userId: call.holder.userId })
}

const accountsOf = (call: Call, { userId }: Peer) => (userId === undefined ? residentsOf(call) : [userId])

function notifyPeer(deps: CallDeps, call: Call, peer: string, event: MediaEvent): void {
  const clientId = call.peers[peer]?.clientId
  const frame = { type: 'media_event', activityId: call.activityId, epoch: call.epoch, event } as const
  if (clientId) deps.live.toSocket(clientId, frame)
  else if (isVisitorPeer(call.activityId, peer)) deps.live.toVisitor(call.activityId, frame)
  else if (call.peers[peer]) deps.live.toResidents(accountsOf(call, call.peers[peer]), frame)
}
