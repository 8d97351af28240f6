/** The rules of a call: each returns the next call, or the same object if nothing changes (states). */
import type { CallKind } from '#proto/entities.ts'
import type { MediaSource } from '#proto/frames/media.ts'
import { TIME } from '#proto/limits.ts'
import {
  type Call,
  callPeers,
  type Device,
  type Direction,
  deviceOf,
  type Holder,
  holderPeer,
  isLive,
  type JoinMode,
  nextEpoch,
  type Permission,
  type Side,
  sessionOfPeer,
  type TransportState,
} from './call.ts'
import { without } from './places.ts'
import { answeredFrom, hasSocketOfItsOwn, isHolderClosed, isHolderSocket, keepOnlyCallPeers } from './resident-pages.ts'
import { withSenderAmongPeers } from './visitor-peers.ts'

export type NewCall = {
  readonly activityId: number
  readonly ownerId: number
  readonly callId: string
  readonly now: number
  readonly quiet?: boolean
}

function createCall({ activityId, ownerId, callId, now, quiet = false }: NewCall, before: Call | undefined): Call {
  return {
    activityId,
    ownerId,
    callId,
    stage: 'prepared',
    quiet,
    kind: 'video',
    epoch: nextEpoch(before?.epoch, now),
    node: null,
    activated: null,
    holder: null,
    claimedBy: null,
    startedAt: now,
    seatFrom: now,
    freedAt: null,
    connectedAt: null,
    lostAt: null,
    interruptedAt: null,
    endedAt: null,
    seconds: null,
    visitorGoneAt: null,
    holderGoneAt: null,
    visitorAway: false,
    releaseAt: null,
    unrecorded: false,
    sendingPeer: null,
    recording: null,
    devices: {},
    version: before?.version ?? 0,
  }
}

/** A ring for a premium owner: media may stand by until five seconds after the ring. */
export function prepared(before: Call | undefined, newCall: NewCall, endsAt: number): Call {
  return before ?? { ...createCall(newCall, undefined), releaseAt: endsAt + TIME.preparedReleasedAfter }
}

export type Opening = NewCall & {
  readonly kind: CallKind
  readonly holder: Holder
  readonly visitorThere: boolean
  /** The socket of the answer; null where it came without one. */
  readonly clientId: string | null
}

/** Opens the call of a claim with the prepared devices. One claim opens one call; an ended call stays ended. */
export function opened(before: Call | undefined, opening: Opening): Call {
  if (before && isLive(before)) {
    const { kind, clientId } = opening
    const { session } = opening.holder
    const named = answeredFrom(before, session, clientId)
    // A call back by audio, of a ring that was answered by video.
    return kind === 'video' ? videoAdded(named, { session, clientId }) : named
  }
  if (before?.stage === 'ended') return before
  return begun(before ?? createCall(opening, undefined), opening, 'connecting')
}

/**
 * The holder's page has turned on its camera in an audio call, which is a video call from now on, also with that camera off again. What the
 * visitor was asked to allow, or what is recorded, stays a recording of both voices.
 */
export function videoAdded(call: Call, page: { readonly session: string; readonly clientId: string | null }): Call {
  if (!isLive(call) || call.kind !== 'audio' || !isHolderSocket(call, page)) return call
  const recording = call.recording && { ...call.recording, kind: call.kind }
  return { ...call, kind: 'video', unrecorded: true, ...(recording && { recording }) }
}

/** A late call back (states): the visitor decides whether to join. */
export function offered(before: Call | undefined, opening: Opening): Call {
  if (before && isLive(before)) return before
  const base = before?.stage === 'prepared' ? before : createCall(opening, before)
  return begun(base, opening, 'offered')
}

function begun(base: Call, { kind, holder, visitorThere, clientId, now, callId }: Opening, stage: 'connecting' | 'offered'): Call {
  const call: Call = {
    ...base,
    callId,
    stage,
    kind,
    holder,
    claimedBy: holder.session,
    startedAt: now,
    seatFrom: now,
    releaseAt: null,
    unrecorded: true,
    visitorGoneAt: visitorThere ? null : now,
  }
  return answeredFrom(keepOnlyCallPeers(call), holder.session, clientId)
}

/** The visitor joins a late call back. */
export function joined(call: Call, now: number): Call {
  return call.stage === 'offered' ? { ...call, stage: 'connecting', seatFrom: now, visitorGoneAt: null } : call
}

/** "Take over" of a call that was freed, or whose holder is away: the new one has as long to connect as the other had to come back. */
export function holderChanged(call: Call, holder: Holder, now: number): Call {
  if ((call.holder && !call.holderAway) || !isLive(call)) return call
  const waits = call.holderAway ? { holderAway: false, interruptedAt: now } : {}
  return keepOnlyCallPeers({ ...call, holder, freedAt: null, seatFrom: now, holderGoneAt: null, ...waits })
}

export function holderFreed(call: Call, now: number): Call {
  return keepOnlyCallPeers({ ...call, holder: null, freedAt: now, holderGoneAt: null })
}

/**
 * A session of the resident has ended: its pages leave. If it held the call, another device may take over, as after a lost side; a call
 * back that waits for its visitor ends, because nobody is there to speak with.
 */
export function sessionEnded(call: Call, session: string, now: number): Call {
  const isItsPage = (peer: string) => sessionOfPeer(peer) === session
  if (!isLive(call) || call.holder?.session !== session)
    return Object.keys(call.devices).some(isItsPage) ? without(call, (_, peer) => isItsPage(peer)) : call
  if (call.stage === 'offered') return ended(call, now)
  const freed = holderFreed(call, now)
  return call.stage === 'connected' ? { ...freed, stage: 'interrupted', lostAt: now, interruptedAt: now } : freed
}

/** @param until the duration is counted up to here: the end, or the loss before it */
export function ended(call: Call, now: number, until = now): Call {
  if (call.stage === 'ended') return call
  const seconds = call.connectedAt === null ? 0 : Math.max(0, Math.round((until - call.connectedAt) / 1_000))
  return { ...call, stage: 'ended', endedAt: now, seconds, releaseAt: null, unrecorded: true, devices: {}, visitorAway: false }
}

/** End was pressed: the duration is counted up to now, or up to an unresolved loss. */
export const hungUp = (call: Call, now: number) => ended(call, now, call.stage === 'interrupted' ? (call.lostAt ?? now) : now)

/** The ring is over without a call: prepared media is released shortly afterwards. */
export function ringOver(call: Call, now: number): Call {
  const releaseAt = now + TIME.preparedReleasedAfter
  return call.stage === 'prepared' && (call.releaseAt ?? Number.POSITIVE_INFINITY) > releaseAt ? { ...call, releaseAt } : call
}

/** Stores the node chosen for this epoch; the room of an ended call is closed, and stays so. */
export const placed = (call: Call, node: string): Call => (call.node === null && call.stage !== 'ended' ? { ...call, node } : call)

/** Worker or node lost or unreachable: clears the node and increments the epoch, so that both sides rejoin. */
export function moved(call: Call, fromEpoch: number, now: number): Call {
  if (call.epoch !== fromEpoch || call.stage === 'ended') return call
  const next: Call = { ...call, epoch: nextEpoch(call.epoch, 0), node: null, activated: null, devices: {} }
  if (call.stage === 'connected') return { ...next, stage: 'interrupted', lostAt: now, interruptedAt: now }
  return call.stage === 'connecting' ? { ...next, seatFrom: now } : next
}

export const activated = (call: Call, epoch: number): Call => (call.epoch === epoch ? { ...call, activated: epoch } : call)

const NEW_DEVICE = { permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null } as const

export type Joined = {
  readonly peer: string
  readonly side: Side
  readonly clientId: string | null
  /** It kept its transports. */
  readonly kept: boolean
  readonly mode: JoinMode
  /** The number of the join that made its transports. */
  readonly join?: number | undefined
}

/** What a page has reported outlives its transports. */
const reportOf = (device: Device | undefined) => (device ? { permission: device.permission, lost: device.lost } : {})

/** A device has joined; the holder's page is there again. */
export function deviceJoined(call: Call, { peer, side, clientId, kept, mode, join }: Joined): Call {
  const before = call.devices[peer]
  const device: Device =
    kept && before
      ? { ...before, clientId, socketClosed: false, mode, join: join ?? before.join }
      : { ...NEW_DEVICE, ...reportOf(before), side, clientId, joins: (before?.joins ?? 0) + 1, mode, join }
  const next = { ...call, devices: { ...call.devices, [peer]: device } }
  return peer === holderPeer(call) ? { ...next, holderGoneAt: null } : next
}

/** After a loss of Redis: the socket of a peer that its node has named. */
export const deviceReached = (call: Call, peer: string, clientId: string): Call =>
  withDevice(call, peer, (device) => (device.clientId === null ? { ...device, clientId, socketClosed: false } : device))

/** A side whose last device leaves a connected call counts as lost at once; leaving does not end the call. */
export function deviceLeft(call: Call, peer: string, now: number): Call {
  const device = call.devices[peer]
  if (!device) return call
  // Another page of its session may join without a press.
  const holder = call.holder?.peer === peer ? { session: call.holder.session, device: call.holder.device } : call.holder
  const next = withSenderAmongPeers(without({ ...call, holder }, (_, name) => name === peer))
  const lost = call.stage === 'connected' && callPeers(call).includes(peer) && deviceOf(next, device.side) === undefined
  return lost ? { ...next, stage: 'interrupted', lostAt: now, interruptedAt: now } : next
}

function withDevice(call: Call, peer: string, change: (device: Device) => Device): Call {
  const device = call.devices[peer]
  if (!device) return call
  const next = change(device)
  return next === device ? call : { ...call, devices: { ...call.devices, [peer]: next } }
}

export function transportChanged(call: Call, peer: string, direction: Direction, state: TransportState, now: number): Call {
  return withDevice(call, peer, (device) =>
    device[direction] === state ? device : withConnectionState({ ...device, [direction]: state }, now),
  )
}

export function silenceChanged(call: Call, peer: string, silent: boolean, now: number): Call {
  return withDevice(call, peer, (device) => (device.silent === silent ? device : withConnectionState({ ...device, silent }, now)))
}

/** Silence and disconnects are detected after a timeout, so the loss began that much earlier; a closing client reports it at once. */
function withConnectionState(device: Device, now: number): Device {
  const links = [device.send, device.receive]
  const late = device.silent || links.includes('disconnected')
  const since = late ? now - TIME.interruptedAfter : links.includes('closed') ? now : null
  return { ...device, lostAt: since === null ? null : (device.lostAt ?? since) }
}

export function permissionChanged(call: Call, peer: string, permission: Permission, now: number): Call {
  const next = withDevice(call, peer, (device) => (device.permission === permission ? device : { ...device, permission }))
  return next === call || call.stage !== 'connecting' ? next : { ...next, seatFrom: now }
}

/** Apart from the permission: it does not change who is waited for. */
export const lostChanged = (call: Call, peer: string, lost: readonly MediaSource[] | undefined): Call =>
  withDevice(call, peer, (device) => (String(device.lost ?? '') === String(lost ?? '') ? device : { ...device, lost }))

/**
 * The first socket of the visitor or of the holder's session opened, or the last one closed. Other windows of the browser do not stand for
 * the page that has the call: it is gone with its own socket, and there again once it has joined.
 */
export function presenceChanged(call: Call, side: Side, isThere: boolean, now: number): Call {
  const isOwnSocket = side === 'resident' && hasSocketOfItsOwn(call)
  const there = isOwnSocket ? !isHolderClosed(call) : isThere
  if (isOwnSocket && there) return call
  const key = side === 'visitor' ? 'visitorGoneAt' : 'holderGoneAt'
  if (there ? call[key] === null : call[key] !== null) return call
  return { ...call, [key]: there ? null : now, ...(side === 'visitor' && there ? { visitorAway: false } : {}) }
}
