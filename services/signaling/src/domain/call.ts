/** A call as signaling keeps it in Redis (states). Times are milliseconds of the house's clock. */
import type { CallKind } from '#proto/entities.ts'

export type Side = 'visitor' | 'resident'
export type Permission = 'unknown' | 'asking' | 'granted' | 'refused'
export type Direction = 'send' | 'receive'
/** `closed`: by the client itself, as at End; told at once. `disconnected`: found out by waiting. */
export type TransportState = 'new' | 'connected' | 'disconnected' | 'closed'

/** One device in the room: a session of the resident's, or the visitor's browser. Its sockets come and go, its transports stay. */
export type Device = {
  readonly side: Side
  /** The socket it last spoke on; unknown after a rebuild. */
  readonly clientId: string | null
  readonly permission: Permission
  readonly send: TransportState
  readonly receive: TransportState
  /** Nothing came from it for three seconds. */
  readonly silent: boolean
  /** Since when its media is lost. */
  readonly lostAt: number | null
}

/** `prepared`: it rings, media stands by, nobody sees a call yet. */
export type Stage = 'prepared' | 'offered' | 'connecting' | 'connected' | 'interrupted' | 'ended'

export type Holder = { readonly session: string; readonly device: string }

export type Call = {
  readonly activityId: number
  readonly ownerId: number
  /** One activity may hold several calls (a late call back). */
  readonly callId: string
  readonly stage: Stage
  /** It rang in do not disturb or quiet hours: the owner's devices prepare nothing. */
  readonly quiet: boolean
  readonly kind: CallKind
  /** Fencing: the room's name holds it; what comes from an older one is dropped. */
  readonly epoch: number
  /** The sfu node, once placed. */
  readonly node: string | null
  /** The epoch whose room has been told to let media flow. */
  readonly activated: number | null
  /** Who sits in the resident's seat. */
  readonly holder: Holder | null
  /** The session whose answer or call back this is; it alone may end the call for the resident. */
  readonly claimedBy: string | null
  readonly startedAt: number
  /** Since when the holder should come up. */
  readonly seatFrom: number
  readonly freedAt: number | null
  readonly connectedAt: number | null
  /** First moment of the loss that interrupts; the talk is counted up to it. */
  readonly lostAt: number | null
  readonly interruptedAt: number | null
  readonly endedAt: number | null
  readonly seconds: number | null
  /** No socket of this side since. */
  readonly visitorGoneAt: number | null
  readonly holderGoneAt: number | null
  /** Told to the resident, once it has lasted. */
  readonly visitorAway: boolean
  /** When media prepared while ringing is freed. */
  readonly releaseAt: number | null
  /** What the doorbell has not yet written down. */
  readonly unrecorded: boolean
  readonly devices: Readonly<Record<string, Device>>
  readonly version: number
}

export const visitorPeer = (activityId: number) => `v:${activityId}`
export const residentPeer = (session: string) => `r:${session}`

/** The room of a call on its node. */
export const roomOf = (call: Pick<Call, 'activityId' | 'epoch'>) => `${call.activityId}.${call.epoch}`

/** @returns undefined for a name that is not a room's */
export function roomParts(room: string): { activityId: number; epoch: number } | undefined {
  const [activityId, epoch] = room.split('.').map(Number)
  return Number.isInteger(activityId) && Number.isInteger(epoch) ? { activityId: activityId ?? 0, epoch: epoch ?? 0 } : undefined
}

const LIVE: readonly Stage[] = ['offered', 'connecting', 'connected', 'interrupted']
/** A call somebody sees. */
export const isLive = (call: Call) => LIVE.includes(call.stage)

/** The peers whose media belongs to this call; while it rings, all that stand by. */
export function seated(call: Call): string[] {
  return [visitorPeer(call.activityId), ...(call.holder ? [residentPeer(call.holder.session)] : [])]
}

export function deviceOf(call: Call, side: Side): Device | undefined {
  const peer = side === 'visitor' ? visitorPeer(call.activityId) : call.holder ? residentPeer(call.holder.session) : ''
  return call.devices[peer]
}

/**
 * Up: a transport stands, a permission prompt is open, or its person has refused the devices and only listens (states). Where the other side
 * refused too there is nothing to carry: being there is enough.
 */
export function isUp(call: Call, side: Side): boolean {
  const device = deviceOf(call, side)
  if (!device) return false
  const there = (side === 'visitor' ? call.visitorGoneAt : call.holderGoneAt) === null
  if (device.send === 'connected' || device.receive === 'connected') return true
  const other = deviceOf(call, side === 'visitor' ? 'resident' : 'visitor')
  // A prompt on a page that has been closed will never be answered, and nobody listens there.
  return there && (device.permission === 'asking' || device.permission === 'refused' || other?.permission === 'refused')
}

/**
 * Epochs and versions start at the clock (seconds, tenths of seconds) and only grow, so that a call rebuilt after a loss of Redis never
 * looks older than what clients and nodes remember.
 */
export const nextEpoch = (before: number | undefined, now: number) => Math.max((before ?? 0) + 1, Math.floor(now / 1_000))
export const nextVersion = (before: number | undefined, now: number) => Math.max((before ?? 0) + 1, Math.floor(now / 100))
