/** The rules of a call: each returns the next call, or the same object if nothing changes (docs/product/states.md). */
import type { CallKind } from '#proto/entities.ts'
import type { MediaSource } from '#proto/frames/media.ts'
import { TIME } from '#proto/limits.ts'
import {
  type Call,
  type ConnectedCall,
  type ConnectingCall,
  callPeers,
  connectedAtOf,
  type Direction,
  epochAfter,
  type Holder,
  holderOf,
  holderPeer,
  type InterruptedCall,
  isLive,
  isResident,
  type JoinMode,
  type LiveCall,
  type LiveFields,
  nextEpoch,
  type Peer,
  type Permission,
  type PreparedCall,
  peerOf,
  type Side,
  sessionOfPeer,
  type TransportState,
} from './call.ts'
import { without } from './places.ts'
import {
  answeredFrom,
  hasSocketOfItsOwn,
  isHolderClosed,
  isHolderSocket,
  keepOnlyCallPeers,
  withAccount,
  withHolderPage,
} from './resident-pages.ts'
import { withSenderAmongPeers } from './visitor-peers.ts'

export type NewCall = {
  readonly activityId: number
  readonly ownerId: number
  /** Undefined where a copy without the field gives none. */
  readonly members: readonly number[] | undefined
  readonly callId: string
  readonly now: number
  readonly quiet?: boolean
}

/** The fields that an answered call takes from the prepared one. */
type Room = Pick<PreparedCall, 'epoch' | 'node' | 'activated' | 'sendingPeer' | 'peers' | 'version'>

const newRoom = (before: Call | undefined, now: number): Room => ({
  epoch: nextEpoch(before?.epoch, now),
  node: null,
  activated: null,
  sendingPeer: null,
  peers: {},
  version: before?.version ?? 0,
})

const roomFields = ({ epoch, node, activated, sendingPeer, peers, version }: Room): Room => ({
  epoch,
  node,
  activated,
  sendingPeer,
  peers,
  version,
})

const liveFields = (call: LiveCall): LiveFields => ({
  ...roomFields(call),
  activityId: call.activityId,
  ownerId: call.ownerId,
  members: call.members,
  callId: call.callId,
  kind: call.kind,
  claimedBy: call.claimedBy,
  startedAt: call.startedAt,
  unrecorded: call.unrecorded,
  recording: call.recording,
  visitorGoneAt: call.visitorGoneAt,
  holderGoneAt: call.holderGoneAt,
  visitorAway: call.visitorAway,
})

/** A ring for a premium owner: media may be prepared until five seconds after the ring. */
export function prepared(before: Call | undefined, newCall: NewCall, endsAt: number): Call {
  const { activityId, ownerId, members = [], callId, now, quiet = false } = newCall
  const releaseAt = endsAt + TIME.preparedReleasedAfter
  return before ?? { activityId, ownerId, members, callId, ...newRoom(undefined, now), stage: 'prepared', quiet, releaseAt }
}

export type Opening = NewCall & {
  readonly kind: CallKind
  readonly holder: Holder
  readonly visitorThere: boolean
  /** The socket of the answer; null where it came without one. */
  readonly clientId: string | null
}

/** Opens the call of a claim with the prepared peers. One claim opens one call; an ended call stays ended. */
export function opened(before: Call | undefined, opening: Opening): Call {
  if (before && isLive(before)) {
    const { kind, clientId } = opening
    const { session, userId } = opening.holder
    const answered = answeredFrom(before, session, clientId)
    const named = userId === undefined ? answered : withAccount(answered, session, userId)
    // A call back by audio, of a ring that was answered by video.
    return kind === 'video' ? videoAdded(named, { session, clientId }) : named
  }
  return before?.stage === 'ended' ? before : begun(before, before ?? newRoom(undefined, opening.now), opening, 'connecting')
}

/**
 * The holder's page has turned on its camera in an audio call, which is a video call from now on, also with that camera off again. A
 * question that the visitor was asked, and a recording in progress, stay about both voices only.
 */
export function videoAdded(call: Call, page: { readonly session: string; readonly clientId: string | null }): Call {
  if (!isLive(call) || call.kind !== 'audio' || !isHolderSocket(call, page)) return call
  const recording = call.recording && { ...call.recording, kind: call.kind }
  return { ...call, kind: 'video', unrecorded: true, recording }
}

/** A late call back (docs/product/states.md): the visitor decides whether to join. */
export function offered(before: Call | undefined, opening: Opening): Call {
  if (before && isLive(before)) return before
  return begun(before, before?.stage === 'prepared' ? before : newRoom(before, opening.now), opening, 'offered')
}

function begun(before: Call | undefined, room: Room, opening: Opening, stage: 'connecting' | 'offered'): LiveCall {
  const { activityId, ownerId, members = before?.members ?? [], callId, kind, holder, visitorThere, clientId, now } = opening
  const fields: LiveFields = {
    ...roomFields(room),
    activityId,
    ownerId,
    members,
    callId,
    kind,
    claimedBy: holder.session,
    startedAt: now,
    unrecorded: true,
    recording: null,
    visitorGoneAt: visitorThere ? null : now,
    holderGoneAt: null,
    visitorAway: false,
  }
  const call: LiveCall = stage === 'offered' ? { ...fields, stage, holder } : { ...fields, stage, holder, holderSince: now }
  return answeredFrom(keepOnlyCallPeers(call), holder.session, clientId)
}

/** The visitor joins a late call back. */
export function joined(call: Call, now: number): Call {
  return call.stage === 'offered' ? { ...call, stage: 'connecting', holderSince: now, visitorGoneAt: null } : call
}

/** "Take over" of a call that was freed, or whose holder is away: the new one has as long to connect as the other had to come back. */
export function holderChanged(call: Call, holder: Holder, now: number): Call {
  if (call.stage === 'connecting' && !call.holder)
    return keepOnlyCallPeers({ ...liveFields(call), stage: 'connecting', holder, holderSince: now, holderGoneAt: null })
  if (call.stage !== 'interrupted' || (call.holder && !call.holderAway)) return call
  const interruptedAt = call.holderAway ? now : call.interruptedAt
  return keepOnlyCallPeers({ ...call, holder, holderAway: false, interruptedAt, holderGoneAt: null })
}

export const holderFreed = (call: ConnectingCall, now: number): LiveCall =>
  keepOnlyCallPeers({ ...liveFields(call), stage: 'connecting', holder: null, freedAt: now, holderGoneAt: null })

/** Both sides are up: for the first time, or again. */
export function connected(call: ConnectingCall | InterruptedCall, holder: Holder, now: number): ConnectedCall {
  const isFirst = call.stage === 'connecting'
  const unrecorded = isFirst || call.unrecorded
  return { ...liveFields(call), stage: 'connected', holder, connectedAt: isFirst ? now : call.connectedAt, unrecorded }
}

/** @param lostAt when the loss began */
export const interrupted = (call: ConnectedCall, lostAt: number, now: number): InterruptedCall => ({
  ...call,
  stage: 'interrupted',
  holderAway: false,
  lostAt,
  interruptedAt: now,
})

/**
 * A session of the resident has ended: its pages leave. If it held the call, another device may take over, as after a lost side; a call
 * back that waits for its visitor ends, because no device of the resident is left in it.
 */
export function sessionEnded(call: Call, session: string, now: number): Call {
  return residentLeft(call, (peer) => sessionOfPeer(peer) === session, holderOf(call)?.session === session, now)
}

/**
 * Other members have the ring now. The pages of an account that is no longer among the residents leave, as those of a session that has
 * ended, and what it held is free for the others. It has no effect on an account that stays or is added.
 */
export function membersChanged(call: Call, members: readonly number[], now: number): Call {
  const isSame = members.length === call.members.length && members.every((userId) => call.members.includes(userId))
  const next = isSame ? call : { ...call, members }
  const isFormer = (userId: number | undefined) => userId !== undefined && !isResident(next, userId)
  return residentLeft(next, (peer) => isFormer(next.peers[peer]?.userId), isFormer(holderOf(next)?.userId), now)
}

function residentLeft(call: Call, isItsPage: (peer: string) => boolean, hasHolderLeft: boolean, now: number): Call {
  if (call.stage === 'ended') return call
  if (!isLive(call) || !hasHolderLeft) return Object.keys(call.peers).some(isItsPage) ? without(call, (_, peer) => isItsPage(peer)) : call
  switch (call.stage) {
    case 'offered':
      return ended(call, now)
    case 'connecting':
      return holderFreed(call, now)
    case 'connected':
      return keepOnlyCallPeers({ ...interrupted(call, now, now), holder: null, holderGoneAt: null })
    case 'interrupted':
      return keepOnlyCallPeers({ ...call, holder: null, holderAway: false, holderGoneAt: null })
    default:
      return call satisfies never
  }
}

/**
 * A prepared call never ends: it is released.
 * @param until the duration is counted up to here: the end, or the loss before it
 */
export function ended(call: Call, now: number, until = now): Call {
  if (!isLive(call)) return call
  const { activityId, ownerId, members, callId, epoch, node, version, kind, claimedBy, startedAt, recording, holder } = call
  const connectedAt = connectedAtOf(call)
  const seconds = connectedAt === null ? 0 : Math.max(0, Math.round((until - connectedAt) / 1_000))
  const fields = { activityId, ownerId, members, callId, epoch, node, version, kind, claimedBy, startedAt, recording, holder }
  return { ...fields, stage: 'ended', connectedAt, endedAt: now, seconds, unrecorded: true, peers: {} }
}

/** End was pressed: the duration is counted up to now, or up to an unresolved loss. */
export const hungUp = (call: Call, now: number) => ended(call, now, call.stage === 'interrupted' ? call.lostAt : now)

/** The ring is over without a call: prepared media is released shortly afterwards. */
export function ringOver(call: Call, now: number): Call {
  const releaseAt = now + TIME.preparedReleasedAfter
  return call.stage === 'prepared' && call.releaseAt > releaseAt ? { ...call, releaseAt } : call
}

/** Stores the node chosen for this epoch; the room of an ended call is closed, and stays so. */
export const placed = (call: Call, node: string): Call => (call.node === null && call.stage !== 'ended' ? { ...call, node } : call)

/**
 * Worker or node lost or unreachable, or about to stop: increments the epoch, so that both sides rejoin.
 * @param node that has opened the room of the next epoch; null: the call is placed when a side rejoins
 */
export function moved(call: Call, fromEpoch: number, now: number, node: string | null = null): Call {
  if (call.epoch !== fromEpoch || call.stage === 'ended') return call
  const room = { epoch: epochAfter(call), node, activated: null, peers: {} }
  if (call.stage === 'connected') return { ...interrupted(call, now, now), ...room }
  return call.stage === 'connecting' && call.holder ? { ...call, ...room, holderSince: now } : { ...call, ...room }
}

export const activated = (call: Call, epoch: number): Call => (isLive(call) && call.epoch === epoch ? { ...call, activated: epoch } : call)

const NEW_PEER = { permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null } as const

export type Joined = {
  readonly peer: string
  readonly side: Side
  /** The account of a resident's page, if it is known. */
  readonly userId?: number | undefined
  readonly clientId: string | null
  /** Whether it kept its transports. */
  readonly kept: boolean
  readonly mode: JoinMode
  /** The number of the join that made its transports. */
  readonly join?: number | undefined
}

/** The reports of a page outlive its transports. */
const reportOf = (known: Peer | undefined) => (known ? { permission: known.permission, lost: known.lost } : {})

/** A peer has joined. If it is the holder's page, it has a socket again. */
export function peerJoined(call: Call, { peer, side, userId, clientId, kept, mode, join }: Joined): Call {
  if (call.stage === 'ended') return call
  const before = call.peers[peer]
  const after: Peer =
    kept && before
      ? { ...before, clientId, socketClosed: false, mode, join: join ?? before.join }
      : { ...NEW_PEER, ...reportOf(before), side, clientId, joins: (before?.joins ?? 0) + 1, mode, join }
  const joined = { ...call, peers: { ...call.peers, [peer]: after } }
  const session = sessionOfPeer(peer)
  const next = session !== undefined && userId !== undefined ? withAccount(joined, session, userId) : joined
  return isLive(next) && peer === holderPeer(call) ? { ...next, holderGoneAt: null } : next
}

/** After a loss of Redis: the socket of a peer that its node has named. */
export const peerReached = (call: Call, peer: string, clientId: string): Call =>
  withPeer(call, peer, (known) => (known.clientId === null ? { ...known, clientId, socketClosed: false } : known))

/** A side whose last peer leaves a connected call counts as lost immediately; leaving does not end the call. */
export function peerLeft(call: Call, peer: string, now: number): Call {
  const known = call.peers[peer]
  if (call.stage === 'ended' || !known) return call
  // Another page of its session may join without a press.
  const unnamed = isLive(call) && call.holder?.peer === peer ? withHolderPage(call, undefined) : call
  const next = withSenderAmongPeers(without(unnamed, (_, id) => id === peer))
  const isLost = next.stage === 'connected' && callPeers(call).includes(peer) && peerOf(next, known.side) === undefined
  return isLost ? interrupted(next, now, now) : next
}

function withPeer(call: Call, peer: string, change: (known: Peer) => Peer): Call {
  const known = call.peers[peer]
  if (call.stage === 'ended' || !known) return call
  const next = change(known)
  return next === known ? call : { ...call, peers: { ...call.peers, [peer]: next } }
}

export function transportChanged(call: Call, peer: string, direction: Direction, state: TransportState, now: number): Call {
  return withPeer(call, peer, (known) => (known[direction] === state ? known : withConnectionState({ ...known, [direction]: state }, now)))
}

export function silenceChanged(call: Call, peer: string, silent: boolean, now: number): Call {
  return withPeer(call, peer, (known) => (known.silent === silent ? known : withConnectionState({ ...known, silent }, now)))
}

/** Silence and disconnects are detected after a timeout, so the loss began that much earlier. A closing client reports it immediately. */
function withConnectionState(peer: Peer, now: number): Peer {
  const states = [peer.send, peer.receive]
  const isLate = peer.silent || states.includes('disconnected')
  const since = isLate ? now - TIME.interruptedAfter : states.includes('closed') ? now : null
  return { ...peer, lostAt: since === null ? null : (peer.lostAt ?? since) }
}

export function permissionChanged(call: Call, peer: string, permission: Permission, now: number): Call {
  const next = withPeer(call, peer, (known) => (known.permission === permission ? known : { ...known, permission }))
  return next !== call && next.stage === 'connecting' && next.holder ? { ...next, holderSince: now } : next
}

/** Not the permission: it does not change who is waited for. */
export const lostChanged = (call: Call, peer: string, lost: readonly MediaSource[] | undefined): Call =>
  withPeer(call, peer, (known) => (String(known.lost ?? '') === String(lost ?? '') ? known : { ...known, lost }))

/**
 * The first socket of the visitor or of the holder's session opened, or the last one closed. For the page that has the call only its own
 * socket counts, not those of other windows of the browser: it is away when that closes, and back when it has joined again.
 */
export function presenceChanged(call: Call, side: Side, isThere: boolean, now: number): Call {
  if (!isLive(call)) return call
  if (side === 'visitor') {
    if (isThere === (call.visitorGoneAt === null)) return call
    return isThere ? { ...call, visitorGoneAt: null, visitorAway: false } : { ...call, visitorGoneAt: now }
  }
  const isPageThere = hasSocketOfItsOwn(call) ? !isHolderClosed(call) : isThere
  if (isPageThere === (call.holderGoneAt === null) || (isPageThere && hasSocketOfItsOwn(call))) return call
  return { ...call, holderGoneAt: isPageThere ? null : now }
}
