/** What can happen to a call: each rule takes the call and returns the next one, or the same where nothing changes (states). */
import type { CallKind } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import {
  type Call,
  type Device,
  type Direction,
  type Holder,
  isLive,
  nextEpoch,
  type Permission,
  type Side,
  seated,
  type TransportState,
} from './call.ts'

export type Birth = {
  readonly activityId: number
  readonly ownerId: number
  readonly callId: string
  readonly now: number
  readonly quiet?: boolean
}

function blank({ activityId, ownerId, callId, now, quiet = false }: Birth, before: Call | undefined): Call {
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
    devices: {},
    version: before?.version ?? 0,
  }
}

/** It rings at a premium owner: media may stand by until five seconds after the ring. */
export function prepared(before: Call | undefined, birth: Birth, endsAt: number): Call {
  return before ?? { ...blank(birth, undefined), releaseAt: endsAt + TIME.prewireFreedAfter }
}

export type Opening = Birth & { readonly kind: CallKind; readonly holder: Holder; readonly visitorThere: boolean }

/** The answer is claimed: the call is there, with what was prepared. One claim opens one call: over, it stays over. */
export function opened(before: Call | undefined, opening: Opening): Call {
  if (before && before.stage !== 'prepared') return before
  return begun(before ?? blank(opening, undefined), opening, 'connecting')
}

/** A late call back (states): the visitor decides whether to join. */
export function offered(before: Call | undefined, opening: Opening): Call {
  if (before && isLive(before)) return before
  const base = before?.stage === 'prepared' ? before : blank(opening, before)
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
  return onlySeated(call)
}

/** Devices that are not in the call any more go cold. */
function onlySeated(call: Call): Call {
  const names = seated(call)
  return { ...call, devices: Object.fromEntries(Object.entries(call.devices).filter(([peer]) => names.includes(peer))) }
}

/** The visitor joins a late call back. */
export function joined(call: Call, now: number): Call {
  return call.stage === 'offered' ? { ...call, stage: 'connecting', seatFrom: now, visitorGoneAt: null } : call
}

/** "Take over" of a freed seat. */
export function seatTaken(call: Call, holder: Holder, now: number): Call {
  if (call.holder || !isLive(call)) return call
  return onlySeated({ ...call, holder, freedAt: null, seatFrom: now, holderGoneAt: null })
}

export function seatFreed(call: Call, now: number): Call {
  return onlySeated({ ...call, holder: null, freedAt: now, holderGoneAt: null })
}

/** @param seconds of talk are counted up to `until`: the loss, where one came first */
export function ended(call: Call, now: number, until = now): Call {
  if (call.stage === 'ended') return call
  const seconds = call.connectedAt === null ? 0 : Math.max(0, Math.round((until - call.connectedAt) / 1_000))
  return { ...call, stage: 'ended', endedAt: now, seconds, releaseAt: null, unrecorded: true, devices: {}, visitorAway: false }
}

/** Somebody pressed End: the talk lasted until now, or until the loss that was never healed. */
export const hungUp = (call: Call, now: number) => ended(call, now, call.stage === 'interrupted' ? (call.lostAt ?? now) : now)

/** The ring is over without a call: what was prepared is freed a little later. */
export function ringOver(call: Call, now: number): Call {
  const releaseAt = now + TIME.prewireFreedAfter
  return call.stage === 'prepared' && (call.releaseAt ?? Number.POSITIVE_INFINITY) > releaseAt ? { ...call, releaseAt } : call
}

/** Its node, found for this epoch. */
export const placed = (call: Call, node: string): Call => (call.node === null ? { ...call, node } : call)

/** Worker or node lost, or never reached: another place, another epoch; everybody joins anew. */
export function moved(call: Call, fromEpoch: number, now: number): Call {
  if (call.epoch !== fromEpoch || call.stage === 'ended') return call
  const next: Call = { ...call, epoch: nextEpoch(call.epoch, 0), node: null, activated: null, devices: {} }
  if (call.stage === 'connected') return { ...next, stage: 'interrupted', lostAt: now, interruptedAt: now }
  return call.stage === 'connecting' ? { ...next, seatFrom: now } : next
}

export const activated = (call: Call, epoch: number): Call => (call.epoch === epoch ? { ...call, activated: epoch } : call)

const NEW_DEVICE = { permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null } as const

/** A device has its transports. @param kept the ones it had before */
export function deviceJoined(
  call: Call,
  { peer, side, clientId, kept }: { peer: string; side: Side; clientId: string | null; kept: boolean },
): Call {
  const before = call.devices[peer]
  const device: Device =
    kept && before ? { ...before, clientId } : { ...NEW_DEVICE, side, clientId, permission: before?.permission ?? 'unknown' }
  return { ...call, devices: { ...call.devices, [peer]: device } }
}

/** A device that leaves a running call is lost at once; ending it is another word. */
export function deviceLeft(call: Call, peer: string, now: number): Call {
  if (!call.devices[peer]) return call
  const lost = call.stage === 'connected' && seated(call).includes(peer)
  return {
    ...call,
    ...(lost ? { stage: 'interrupted' as const, lostAt: now, interruptedAt: now } : {}),
    devices: Object.fromEntries(Object.entries(call.devices).filter(([name]) => name !== peer)),
  }
}

function withDevice(call: Call, peer: string, change: (device: Device) => Device): Call {
  const device = call.devices[peer]
  if (!device) return call
  const next = change(device)
  return next === device ? call : { ...call, devices: { ...call.devices, [peer]: next } }
}

export function transportChanged(call: Call, peer: string, direction: Direction, state: TransportState, now: number): Call {
  return withDevice(call, peer, (device) => (device[direction] === state ? device : judged({ ...device, [direction]: state }, now)))
}

export function silenceChanged(call: Call, peer: string, silent: boolean, now: number): Call {
  return withDevice(call, peer, (device) => (device.silent === silent ? device : judged({ ...device, silent }, now)))
}

/** Silence and a disconnect come late by what they wait for, so the loss began that much earlier; a client that closes says so at once. */
function judged(device: Device, now: number): Device {
  const links = [device.send, device.receive]
  const late = device.silent || links.includes('disconnected')
  const since = late ? now - TIME.interruptedAfter : links.includes('closed') ? now : null
  return { ...device, lostAt: since === null ? null : (device.lostAt ?? since) }
}

export function permissionChanged(call: Call, peer: string, permission: Permission, now: number): Call {
  const next = withDevice(call, peer, (device) => (device.permission === permission ? device : { ...device, permission }))
  return next === call || call.stage !== 'connecting' ? next : { ...next, seatFrom: now }
}

/** A socket of the visitor's or the holder's came, or the last one went. */
export function presenceChanged(call: Call, side: Side, there: boolean, now: number): Call {
  const key = side === 'visitor' ? 'visitorGoneAt' : 'holderGoneAt'
  if (there ? call[key] === null : call[key] !== null) return call
  return { ...call, [key]: there ? null : now, ...(side === 'visitor' && there ? { visitorAway: false } : {}) }
}
