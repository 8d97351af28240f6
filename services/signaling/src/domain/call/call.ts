/** A call (docs/product/states.md). Times are milliseconds of the server's clock. How Redis stores it is in store/stored-call.ts. */
import type { CallKind, RecordingEnd } from '#proto/entities.ts'
import type { MediaSource, PermissionReport } from '#proto/frames/media.ts'

export type Side = 'visitor' | 'resident'
export type Permission = 'unknown' | PermissionReport
export type Direction = 'send' | 'receive'
/** `closed`: by the client, which reports it immediately. `disconnected`: detected by a timeout. */
export type TransportState = 'new' | 'connected' | 'disconnected' | 'closed'

/** How a peer joins: to be prepared while it rings, or for the call. */
export type JoinMode = 'prepare' | 'call'

/** One peer in the room: a page of the resident or a tab of the visitor. Its transports outlive its sockets. */
export type Peer = {
  readonly side: Side
  /** The account of a resident's page; unknown after a rebuild, and where a copy without the field has written it. */
  readonly userId?: number | undefined
  /** The socket of its last request; unknown after a rebuild. */
  readonly clientId: string | null
  /** That socket has closed. */
  readonly socketClosed?: boolean
  readonly permission: Permission
  /** The sources that its user left on and its system turned off. Absent if written by a copy without the field. */
  readonly lost?: readonly MediaSource[] | undefined
  readonly send: TransportState
  readonly receive: TransportState
  /** It has sent no packets for three seconds. */
  readonly silent: boolean
  /** When its media was lost. */
  readonly lostAt: number | null
  /** How often it has joined with new transports. */
  readonly joins?: number
  /** The number of the join that made its transports: notices of earlier ones are dropped. Absent if its node gives none. */
  readonly join?: number | undefined
  /** Of its last join. Absent if written by a copy without the field: then it is in the call. */
  readonly mode?: JoinMode
}

/**
 * Who has the call: a session of a resident and the name of its device. `peer`: its page (record 0057), once one has answered or
 * joined. Copies without the field wrote none. `userId`: its account, unknown as a peer's is.
 */
export type Holder = { readonly session: string; readonly device: string; readonly peer?: string; readonly userId?: number | undefined }

/** `waiting`: the visitor is asked again when the call is connected again. */
type RecordingStage = 'asking' | 'starting' | 'on' | 'waiting' | 'off'

export type Recording = {
  /** Of one question, and of the recording that follows it. */
  readonly id: string
  readonly stage: RecordingStage
  /** When this stage began. */
  readonly since: number
  /** The kind that the visitor was asked to allow, if the call's kind has changed since. Otherwise it is the call's. */
  readonly kind?: CallKind
  /** The peers that have joined: when another page joins, the visitor is asked again. */
  readonly parties: string
  /** The sides whose page shows the REC mark. */
  readonly shown: readonly Side[]
  readonly startedAt: number | null
  /** Milliseconds of this call in earlier recordings. */
  readonly recordedMs: number
  readonly keptUntil: string
  readonly reason: RecordingEnd | null
  /** How often the resident has asked in this call. */
  readonly asks: number
}

/** The accounts that may do in a call what its owner may: the door's owner, and the members of the household who have the ring. */
export type Residents = { readonly ownerId: number; readonly members?: readonly number[] | undefined }

type CallFields = {
  readonly activityId: number
  readonly ownerId: number
  readonly members: readonly number[]
  /** One activity may have several calls (a late call back). */
  readonly callId: string
  /** Fencing: part of the room's name; requests and notices of an older epoch are dropped. */
  readonly epoch: number
  /** The sfu node, once placed. */
  readonly node: string | null
  readonly version: number
}

/** The fields that a call has until its end. */
type RoomFields = {
  /** The epoch whose room has been activated. */
  readonly activated: number | null
  /**
   * The visitor's peer whose camera and microphone the resident receives; it outlives moves. `on`: it has asked for its devices or sent.
   * Null until a visitor's peer joins, and after a rebuild until its node has named it.
   */
  readonly sendingPeer: { readonly peer: string; readonly on: boolean } | null
  readonly peers: Readonly<Record<string, Peer>>
}

/** The fields that a call has from its answer on, and keeps when it has ended. */
type AnsweredFields = {
  readonly kind: CallKind
  /** The session that answered or called back; only it, or the holder, may end the call for the resident. */
  readonly claimedBy: string
  readonly startedAt: number
  /** Doorbell has not recorded the latest state yet. */
  readonly unrecorded: boolean
  readonly recording: Recording | null
}

/** The fields that a call has from its answer to its end. */
export type LiveFields = CallFields &
  RoomFields &
  AnsweredFields & {
    /** Since when the visitor has no socket. */
    readonly visitorGoneAt: number | null
    /** Since when the holder's page has none; while the holder has no page, its session. */
    readonly holderGoneAt: number | null
    /** Shown to the resident once it has lasted. */
    readonly visitorAway: boolean
  }

/** It rings and media is prepared. Neither side sees a call yet. */
export type PreparedCall = CallFields &
  RoomFields & {
    readonly stage: 'prepared'
    /** It rings during the owner's do not disturb or quiet hours: the owner's devices prepare no media. */
    readonly quiet: boolean
    /** When the prepared media is freed. */
    readonly releaseAt: number
  }

/** A call back that waits for its visitor. */
export type OfferedCall = LiveFields & { readonly stage: 'offered'; readonly holder: Holder }

export type ConnectingCall = LiveFields & { readonly stage: 'connecting' } & (
    | {
        readonly holder: Holder
        /** Since when the holder has had time to connect. */
        readonly holderSince: number
      }
    | {
        readonly holder: null
        /** Since when any device of the resident may take over. */
        readonly freedAt: number
      }
  )

export type ConnectedCall = LiveFields & { readonly stage: 'connected'; readonly holder: Holder; readonly connectedAt: number }

export type InterruptedCall = LiveFields & {
  readonly stage: 'interrupted'
  /** Null if its session has ended: another device may take over. */
  readonly holder: Holder | null
  /** The holder has been lost for a while: another device may take over. */
  readonly holderAway: boolean
  readonly connectedAt: number
  /** When the loss that interrupted the call began; the duration is counted up to it. */
  readonly lostAt: number
  readonly interruptedAt: number
}

export type EndedCall = CallFields &
  AnsweredFields & {
    readonly stage: 'ended'
    readonly holder: Holder | null
    readonly peers: Readonly<Record<string, never>>
    /** Null if it never connected. */
    readonly connectedAt: number | null
    readonly endedAt: number
    readonly seconds: number
  }

/** Visible and not ended. */
export type LiveCall = OfferedCall | ConnectingCall | ConnectedCall | InterruptedCall
/** Whether it has a room, or needs one. */
export type OpenCall = PreparedCall | LiveCall
export type AnsweredCall = LiveCall | EndedCall
export type Call = PreparedCall | LiveCall | EndedCall
export type Stage = Call['stage']

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

export const residentsOf = ({ ownerId, members = [] }: Residents): readonly number[] => [ownerId, ...members]
export const isResident = (residents: Residents, userId: number) => residentsOf(residents).includes(userId)

/** Whether the call is visible and not ended. */
export const isLive = (call: Call): call is LiveCall => call.stage !== 'prepared' && call.stage !== 'ended'

export const holderOf = (call: Call): Holder | null => (call.stage === 'prepared' ? null : call.holder)
export const recordingOf = (call: Call | null | undefined): Recording | null => (!call || call.stage === 'prepared' ? null : call.recording)
/** @returns null until the call has connected */
export const connectedAtOf = (call: Call): number | null => ('connectedAt' in call ? call.connectedAt : null)

/** The ids of the visitor's peers, the oldest first. */
export const visitorPeers = ({ peers }: Call): string[] => Object.keys(peers).filter((id) => peers[id]?.side === 'visitor')

/** The ids of the resident's peers, the oldest first. */
export const residentPeers = ({ peers }: Call): string[] => Object.keys(peers).filter((id) => peers[id]?.side === 'resident')

/** The id of the page that has the call; undefined while there is no holder, and until a page of its session has answered or joined. */
export function holderPeer(call: Call): string | undefined {
  const holder = holderOf(call)
  if (!holder || holder.peer) return holder?.peer
  // A call of a copy that named no page: its peer, which has no mode.
  const unnamed = residentPeer(holder.session)
  return call.peers[unnamed] && call.peers[unnamed].mode === undefined ? unnamed : undefined
}

/** The ids of this call's peers: the visitor's, and the holder's page or, until there is one, every page of its session. */
export function callPeers(call: Call): string[] {
  const holder = holderPeer(call)
  const pages = holder ? [holder] : residentPeers(call).filter((peer) => sessionOfPeer(peer) === holderOf(call)?.session)
  return [...visitorPeers(call), ...pages]
}

const sendingPeerOf = (call: Call) => (call.stage === 'ended' ? null : call.sendingPeer)

/** A side's peer whose loss the other side notices: the holder's page, or the visitor's sending peer. */
export function peerOf(call: Call, side: Side): Peer | undefined {
  const holder = holderPeer(call)
  if (side === 'resident') return holder === undefined ? undefined : call.peers[holder]
  const sending = sendingPeerOf(call)?.peer
  return (sending === undefined ? undefined : call.peers[sending]) ?? peersOf(call, side)[0]
}

/** Whether the resident receives this peer of the visitor; unknown after a rebuild, when every peer stays as it was. */
export const sendsMedia = ({ sendingPeer }: OpenCall, peer: string): boolean => !sendingPeer || sendingPeer.peer === peer

/** Every peer of a side in the call. */
function peersOf(call: Call, side: Side): Peer[] {
  if (side === 'visitor') return visitorPeers(call).flatMap((peer) => call.peers[peer] ?? [])
  const page = peerOf(call, 'resident')
  // A page that is only prepared has not joined the call, whatever the state of its transports.
  return page && page.mode !== 'prepare' ? [page] : []
}

/** Whether a side has an open socket. */
const hasSocket = (call: Call, side: Side) => !isLive(call) || (side === 'visitor' ? call.visitorGoneAt : call.holderGoneAt) === null

/**
 * A side is up if one of its peers in the call is: a transport is connected, a permission prompt is open, or its user denied the devices
 * and only listens (docs/product/states.md). If both sides denied their devices there is no media, and an open socket is enough.
 */
export function isUp(call: Call, side: Side): boolean {
  const isThere = hasSocket(call, side)
  const other = peerOf(call, side === 'visitor' ? 'resident' : 'visitor')
  return peersOf(call, side).some(({ send, receive, permission }) => {
    if (send === 'connected' || receive === 'connected') return true
    // The prompt of a closed page will not be answered. A browser without calls may have a socket, but it never takes part.
    return isThere && permission !== 'unsupported' && (permission === 'asking' || [permission, other?.permission].includes('refused'))
  })
}

/**
 * Epochs and versions start at the clock (seconds, tenths of seconds) and only grow, so that a call rebuilt after a loss of Redis is never
 * older than what clients and nodes have seen.
 */
export const nextEpoch = (before: number | undefined, now: number) => Math.max((before ?? 0) + 1, Math.floor(now / 1_000))
/** The epoch of a call that moves. */
export const epochAfter = ({ epoch }: Pick<Call, 'epoch'>) => nextEpoch(epoch, 0)
export const nextVersion = (before: number | undefined, now: number) => Math.max((before ?? 0) + 1, Math.floor(now / 100))
