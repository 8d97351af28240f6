/** A call as signaling keeps it in Redis (states). Times are milliseconds of the server's clock. */
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import type { MediaSource, PermissionReport } from '#proto/frames/media.ts'

export type Side = 'visitor' | 'resident'
export type Permission = 'unknown' | PermissionReport
export type Direction = 'send' | 'receive'
/** `closed`: by the client, as at End, reported at once. `disconnected`: detected by a timeout. */
export type TransportState = 'new' | 'connected' | 'disconnected' | 'closed'

/** How a peer joins: to stand by while it rings, or for the call. */
export type JoinMode = 'prepare' | 'call'

/** One peer in the room: a page of the resident or a tab of the visitor. Its transports outlive its sockets. */
export type Device = {
  readonly side: Side
  /** The socket of its last request; unknown after a rebuild. */
  readonly clientId: string | null
  /** That socket has closed. */
  readonly socketClosed?: boolean
  readonly permission: Permission
  /** What its user has not turned off, but its system has. Copies before this field wrote none. */
  readonly lost?: readonly MediaSource[] | undefined
  readonly send: TransportState
  readonly receive: TransportState
  /** It has sent no packets for three seconds. */
  readonly silent: boolean
  /** When its media was lost. */
  readonly lostAt: number | null
  /** How often it has joined with new transports. */
  readonly joins?: number
  /** The number of the join that made its transports: notices of earlier ones are dropped. Nodes before it give none. */
  readonly join?: number | undefined
  /** Of its last join. Copies before this field wrote none: then it is in the call. */
  readonly mode?: JoinMode
}

/** `prepared`: it rings and media stands by; the call is not visible yet. */
export type Stage = 'prepared' | 'offered' | 'connecting' | 'connected' | 'interrupted' | 'ended'

/**
 * The resident's device that has the call. `peer`: its page (decision record 0057), once one has answered or joined; copies before this
 * field wrote none.
 */
export type Holder = { readonly session: string; readonly device: string; readonly peer?: string }

/** `waiting`: the visitor is asked again once the call goes on. */
type RecordingStage = 'asking' | 'starting' | 'on' | 'waiting' | 'off'

export type Recording = {
  /** Of one question, and of the film that follows it. */
  readonly id: string
  readonly stage: RecordingStage
  /** When this stage began. */
  readonly since: number
  /** What the visitor was asked to allow, in a call whose kind has changed since. Otherwise it is the call's. */
  readonly kind?: CallKind
  /** Who has joined: with anyone who joins anew, the visitor is asked again. */
  readonly parties: string
  /** The sides whose page shows the REC mark. */
  readonly shown: readonly Side[]
  readonly startedAt: number | null
  /** Milliseconds of this call that were recorded before. */
  readonly recordedMs: number
  readonly keptUntil: string
  readonly reason: RecordingEnd | null
  /** How often the resident has asked in this call. */
  readonly asks: number
}

export type Call = {
  readonly activityId: number
  readonly ownerId: number
  /** One activity may have several calls (a late call back). */
  readonly callId: string
  readonly stage: Stage
  /** It rang during do not disturb or quiet hours: the owner's devices prepare no media. */
  readonly quiet: boolean
  readonly kind: CallKind
  /** Fencing: part of the room's name; requests and notices of an older epoch are dropped. */
  readonly epoch: number
  /** The sfu node, once placed. */
  readonly node: string | null
  /** The epoch whose room has been activated. */
  readonly activated: number | null
  readonly holder: Holder | null
  /** The session that answered or called back; only it may end the call for the resident. */
  readonly claimedBy: string | null
  readonly startedAt: number
  /** When the holder started to connect. */
  readonly seatFrom: number
  readonly freedAt: number | null
  readonly connectedAt: number | null
  /** When the loss that interrupted the call began; the duration is counted up to it. */
  readonly lostAt: number | null
  readonly interruptedAt: number | null
  readonly endedAt: number | null
  readonly seconds: number | null
  /** Since when the visitor has no socket. */
  readonly visitorGoneAt: number | null
  /** Since when the holder's page has none; while the holder names no page, its session. */
  readonly holderGoneAt: number | null
  /** Shown to the resident once it has lasted. */
  readonly visitorAway: boolean
  /** The holder has been lost for a while: another device may take over. Copies before this field wrote none. */
  readonly holderAway?: boolean
  /** When media prepared while ringing is freed. */
  readonly releaseAt: number | null
  /** Doorbell has not recorded the latest state yet. */
  readonly unrecorded: boolean
  /**
   * The visitor's peer whose camera and microphone the resident receives; it outlives moves. `on`: it has asked for its devices or sent.
   * Null until a visitor's peer joins, and after a rebuild until its node has named it.
   */
  readonly sendingPeer: { readonly peer: string; readonly on: boolean } | null
  /** Copies before this field wrote none. */
  readonly recording?: Recording | null
  readonly devices: Readonly<Record<string, Device>>
  readonly version: number
}

/** @param peerId chosen by the visitor's page; a client that chooses none has one peer per visit */
export const visitorPeer = (activityId: number, peerId?: string) => (peerId ? `v:${activityId}:${peerId}` : `v:${activityId}`)
export const isVisitorPeer = (activityId: number, peer: string) =>
  peer === visitorPeer(activityId) || peer.startsWith(`${visitorPeer(activityId)}:`)
/** @param peerId chosen by the resident's page; a client that chooses none has one peer per session */
export const residentPeer = (session: string, peerId?: string) => (peerId ? `r:${session}:${peerId}` : `r:${session}`)
/** @returns undefined for a visitor's peer */
export const sessionOfPeer = (peer: string) => (peer.startsWith(residentPeer('')) ? peer.split(':')[1] : undefined)

/** The room of a call on its node. */
export const roomOf = (call: Pick<Call, 'activityId' | 'epoch'>) => `${call.activityId}.${call.epoch}`

/** @returns undefined for a name that is not a room's */
export function roomParts(room: string): { activityId: number; epoch: number } | undefined {
  const [activityId, epoch] = room.split('.').map(Number)
  return Number.isInteger(activityId) && Number.isInteger(epoch) ? { activityId: activityId ?? 0, epoch: epoch ?? 0 } : undefined
}

const LIVE: readonly Stage[] = ['offered', 'connecting', 'connected', 'interrupted']
/** Whether the call is visible and not ended. */
export const isLive = (call: Call) => LIVE.includes(call.stage)

/** The visitor's peers, the oldest first. */
export const visitorPeers = ({ devices }: Call): string[] => Object.keys(devices).filter((peer) => devices[peer]?.side === 'visitor')

/** The resident's peers, the oldest first. */
export const residentPeers = ({ devices }: Call): string[] => Object.keys(devices).filter((peer) => devices[peer]?.side === 'resident')

/** The page that has the call; undefined while there is no holder, and until a page of its session has answered or joined. */
export function holderPeer({ holder, devices }: Call): string | undefined {
  if (!holder || holder.peer) return holder?.peer
  // A call of a copy that named no page: its device, which has no mode.
  const unnamed = residentPeer(holder.session)
  return devices[unnamed] && devices[unnamed].mode === undefined ? unnamed : undefined
}

/** The peers of this call: the visitor's, and the holder's page or, until there is one, every page of its session. */
export function callPeers(call: Call): string[] {
  const holder = holderPeer(call)
  const pages = holder ? [holder] : residentPeers(call).filter((peer) => sessionOfPeer(peer) === call.holder?.session)
  return [...visitorPeers(call), ...pages]
}

/** A side's device whose loss the other side notices: the holder's, or the visitor's sending peer. */
export function deviceOf(call: Call, side: Side): Device | undefined {
  const holder = holderPeer(call)
  if (side === 'resident') return holder === undefined ? undefined : call.devices[holder]
  const peer = call.sendingPeer?.peer
  return (peer === undefined ? undefined : call.devices[peer]) ?? devicesOf(call, side)[0]
}

/** Whether the resident receives this peer of the visitor; unknown after a rebuild, when every peer goes on as before. */
export const sendsMedia = ({ sendingPeer }: Call, peer: string): boolean => !sendingPeer || sendingPeer.peer === peer

/** Every device of a side in the call. */
function devicesOf(call: Call, side: Side): Device[] {
  if (side === 'visitor') return visitorPeers(call).flatMap((peer) => call.devices[peer] ?? [])
  const device = deviceOf(call, 'resident')
  // A page that stands by has not joined the call, whatever its transports say.
  return device && device.mode !== 'prepare' ? [device] : []
}

/**
 * A side is up if one of its devices in the call is: a transport is connected, a permission prompt is open, or its user denied the devices
 * and only listens (states). If both sides denied their devices there is no media, and an open socket is enough.
 */
export function isUp(call: Call, side: Side): boolean {
  const there = (side === 'visitor' ? call.visitorGoneAt : call.holderGoneAt) === null
  const other = deviceOf(call, side === 'visitor' ? 'resident' : 'visitor')
  return devicesOf(call, side).some(({ send, receive, permission }) => {
    if (send === 'connected' || receive === 'connected') return true
    // The prompt of a closed page will never be answered.
    // A browser without calls is there, but never in this one.
    return there && permission !== 'unsupported' && (permission === 'asking' || [permission, other?.permission].includes('refused'))
  })
}

/**
 * Epochs and versions start at the clock (seconds, tenths of seconds) and only grow, so that a call rebuilt after a loss of Redis is never
 * older than what clients and nodes have seen.
 */
export const nextEpoch = (before: number | undefined, now: number) => Math.max((before ?? 0) + 1, Math.floor(now / 1_000))
export const nextVersion = (before: number | undefined, now: number) => Math.max((before ?? 0) + 1, Math.floor(now / 100))
