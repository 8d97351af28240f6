/**
 * The peers of one visitor, one for each tab of the visit (record 0031). One of them, the sending peer, has producers; the others
 * only receive. Rules return the next call, or the same object if nothing changes.
 */
import { VISITOR_PEERS } from '#proto/limits.ts'
import { type Call, type LiveCall, type OpenCall, type Peer, visitorPeers } from './call.ts'
import { isConnected, isGone, type Joining, without, withRoom } from './places.ts'

export type VisitorJoin = Joining & { readonly takeOver: boolean }

const NEW_PEER = { side: 'visitor', permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null } as const
const PLACES = { side: 'visitor', most: VISITOR_PEERS } as const

/** Whether this peer is in the room or there is a place for it. */
export const hasRoomForVisitor = (call: Call, joining: Joining) => call.stage !== 'ended' && withRoom(call, joining, PLACES) !== undefined

/** A new peer sends if none does, or if the one that does has turned on nothing or has lost its page (a reload). */
function mayReplaceSender({ sendingPeer, peers }: OpenCall): boolean {
  if (!sendingPeer?.on) return true
  const sender = peers[sendingPeer.peer]
  return sender === undefined || sender.socketClosed === true
}

/**
 * Reserves the place of a joining peer before its transports are created, and decides whether it sends.
 * @returns the same object if every place is taken or the call has ended
 */
export function visitorJoining(call: Call, joining: VisitorJoin): Call {
  if (call.stage === 'ended') return call
  const { peer, clientId, takeOver } = joining
  const room = withRoom(call, joining, PLACES)
  if (!room) return call
  const known = room.peers[peer]
  const entered: Peer = { ...(known ?? NEW_PEER), clientId, socketClosed: false }
  const next = { ...room, peers: { ...room.peers, [peer]: entered } }
  if (takeOver) return withSender(next, { peer, on: true })
  const isSending = call.sendingPeer?.peer === peer
  return !known && !isSending && mayReplaceSender(room) ? withSender(next, { peer, on: false }) : next
}

/** The page that no longer sends does not use its camera and microphone again unless its user does, so its permission is unknown. */
function withSender(call: OpenCall, sendingPeer: NonNullable<OpenCall['sendingPeer']>): OpenCall {
  const before = call.sendingPeer?.peer
  const old = before === undefined || before === sendingPeer.peer ? undefined : call.peers[before]
  if (before === undefined || !old) return { ...call, sendingPeer }
  return { ...call, sendingPeer, peers: { ...call.peers, [before]: { ...old, permission: 'unknown', lost: undefined } } }
}

/** The sending peer asks for its devices or sends: a peer that joins later does not replace it. */
export function turnedOn(call: Call, peer: string): Call {
  if (call.stage === 'ended') return call
  const { sendingPeer } = call
  return sendingPeer?.peer === peer && !sendingPeer.on ? { ...call, sendingPeer: { peer, on: true } } : call
}

/** Where the sending peer is no longer in the call, the newest of the others sends. */
export function withSenderAmongPeers<C extends OpenCall>(call: C): C {
  const { sendingPeer, peers } = call
  if (!sendingPeer || peers[sendingPeer.peer]) return call
  const ids = visitorPeers(call)
  const next = ids.filter((peer) => !peers[peer]?.socketClosed).at(-1) ?? ids.at(-1)
  return next === undefined ? call : { ...call, sendingPeer: { peer: next, on: false } }
}

/** Removes peers whose pages are closed, as long as another one of the visitor remains. */
export function withoutGonePeers(call: OpenCall): OpenCall {
  const ids = visitorPeers(call)
  const gone = ids.filter((peer) => call.peers[peer] && isGone(call.peers[peer]))
  if (gone.length === 0 || gone.length === ids.length) return call
  return withSenderAmongPeers(without(call, (_, peer) => gone.includes(peer)))
}

/**
 * Removes a sending peer whose media is lost where another one is connected.
 * @returns undefined if there is none
 */
export function withoutLostSender(call: LiveCall): LiveCall | undefined {
  const name = call.sendingPeer?.peer
  const sender = name === undefined ? undefined : call.peers[name]
  const others = visitorPeers(call).filter((peer) => peer !== name)
  const isCarried = others.some((peer) => call.peers[peer] && !call.peers[peer].socketClosed && isConnected(call.peers[peer]))
  if (!sender || sender.lostAt === null || !isCarried) return undefined
  return withSenderAmongPeers(without(call, (_, peer) => peer === name))
}
