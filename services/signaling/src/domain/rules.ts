/** The rules of a call: each returns the next call, or the same object if nothing changes (states). */
import type { CallKind } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import {
  type Call,
  callPeers,
  type Device,
  type Direction,
  deviceOf,
  type Holder,
  isLive,
  nextEpoch,
  type Permission,
  residentPeer,
  type Side,
  type TransportState,
} from './call.ts'
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

export type Opening = NewCall & { readonly kind: CallKind; readonly holder: Holder; readonly visitorThere: boolean }

/** Opens the call of a claim with the prepared devices. One claim opens one call; an ended call stays ended. */
export function opened(before: Call | undefined, opening: Opening): Call {
  if (before && before.stage !== 'prepared') return before
  return begun(before ?? createCall(opening, undefined), opening, 'connecting')
}

/** A late call back (states): the visitor decides whether to join. */
export function offered(before: Call | undefined, opening: Opening): Call {
  if (before && isLive(before)) return before
  const base = before?.stage === 'prepared' ? before : createCall(opening, before)
  return begun(base, opening, 'offered')
}

function begun(base: Call, { kind, holder, visitorThere, now, callId }: Opening, stage: 'connecting' | 'offered'): Call {
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
  return keepOnlyCallPeers(call)
}

/** Removes devices that are no longer in the call. */
function keepOnlyCallPeers(call: Call): Call {
  const names = callPeers(call)
  return { ...call, devices: Object.fromEntries(Object.entries(call.devices).filter(([peer]) => names.includes(peer))) }
}

/** The visitor joins a late call back. */
export function joined(call: Call, now: number): Call {
  return call.stage === 'offered' ? { ...call, stage: 'connecting', seatFrom: now, visitorGoneAt: null } : call
}

/** "Take over" of a freed call. */
export function holderChanged(call: Call, holder: Holder, now: number): Call {
  if (call.holder || !isLive(call)) return call
  return keepOnlyCallPeers({ ...call, holder, freedAt: null, seatFrom: now, holderGoneAt: null })
}

export function holderFreed(call: Call, now: number): Call {
  return keepOnlyCallPeers({ ...call, holder: null, freedAt: now, holderGoneAt: null })
}

/**
 * A session of the resident has ended: its device leaves. If it held the call, another device may take over, as after a lost side; a call
 * back that waits for its visitor ends, because nobody is there to speak with.
 */
export function sessionEnded(call: Call, session: string, now: number): Call {
  const peer = residentPeer(session)
  if (!isLive(call) || call.holder?.session !== session) return call.devices[peer] ? withoutDevice(call, peer) : call
  if (call.stage === 'offered') return ended(call, now)
  const freed = holderFreed(call, now)
  return call.stage === 'connected' ? { ...freed, stage: 'interrupted', lostAt: now, interruptedAt: now } : freed
}

const withoutDevice = (call: Call, peer: string): Call => ({
  ...call,
  devices: Object.fromEntries(Object.entries(call.devices).filter(([name]) => name !== peer)),
})

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

/** Stores the node chosen for this epoch. */
export const placed = (call: Call, node: string): Call => (call.node === null ? { ...call, node } : call)

/** Worker or node lost or unreachable: clears the node and increments the epoch, so that both sides rejoin. */
export function moved(call: Call, fromEpoch: number, now: number): Call {
  if (call.epoch !== fromEpoch || call.stage === 'ended') return call
  const next: Call = { ...call, epoch: nextEpoch(call.epoch, 0), node: null, activated: null, devices: {} }
  if (call.stage === 'connected') return { ...next, stage: 'interrupted', lostAt: now, interruptedAt: now }
  return call.stage === 'connecting' ? { ...next, seatFrom: now } : next
}

export const activated = (call: Call, epoch: number): Call => (call.epoch === epoch ? { ...call, activated: epoch } : call)

const NEW_DEVICE = { permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null } as const

/** A device has joined. @param kept whether it kept its transports */
export function deviceJoined(
  call: Call,
  { peer, side, clientId, kept }: { peer: string; side: Side; clientId: string | null; kept: boolean },
): Call {
  const before = call.devices[peer]
  const device: Device =
    kept && before
      ? { ...before, clientId, socketClosed: false }
      : { ...NEW_DEVICE, side, clientId, permission: before?.permission ?? 'unknown', joins: (before?.joins ?? 0) + 1 }
  return { ...call, devices: { ...call.devices, [peer]: device } }
}

/** A side whose last device leaves a connected call counts as lost at once; leaving does not end the call. */
export function deviceLeft(call: Call, peer: string, now: number): Call {
  const device = call.devices[peer]
  if (!device) return call
  const devices = Object.fromEntries(Object.entries(call.devices).filter(([name]) => name !== peer))
  const next = withSenderAmongPeers({ ...call, devices })
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

/** The first socket of the visitor or the holder opened, or the last one closed. */
export function presenceChanged(call: Call, side: Side, there: boolean, now: number): Call {
  const key = side === 'visitor' ? 'visitorGoneAt' : 'holderGoneAt'
  if (there ? call[key] === null : call[key] !== null) return call
  return { ...call, [key]: there ? null : now, ...(side === 'visitor' && there ? { visitorAway: false } : {}) }
}
