/**
 * The peers of one visitor, one for each tab of the visit (decision record 0031). One of them, the sending peer, has producers; the others
 * only receive. Rules return the next call, or the same object if nothing changes.
 */
import { VISITOR_PEERS } from '#proto/limits.ts'
import { type Call, type Device, visitorPeers } from './call.ts'
import { isConnected, isGone, type Joining, without, withRoom } from './places.ts'

export type VisitorJoin = Joining & { readonly takeOver: boolean }

const NEW_PEER = { side: 'visitor', permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null } as const
const PLACES = { side: 'visitor', most: VISITOR_PEERS } as const

/** Whether this peer is in the room or there is a place for it. */
export const hasRoomForVisitor = (call: Call, joining: Joining) => withRoom(call, joining, PLACES) !== undefined

/** A new peer sends if none does, or if the one that does has turned on nothing or has lost its page (a reload). */
function mayReplaceSender({ sendingPeer, devices }: Call): boolean {
  if (!sendingPeer?.on) return true
  const device = devices[sendingPeer.peer]
  return device === undefined || device.socketClosed === true
}

/**
 * Reserves the place of a joining peer before its transports are created, and decides whether it sends.
 * @returns the same object if every place is taken
 */
export function visitorJoining(call: Call, joining: VisitorJoin): Call {
  const { peer, clientId, takeOver } = joining
  const room = withRoom(call, joining, PLACES)
  if (!room) return call
  const known = room.devices[peer]
  const device: Device = { ...(known ?? NEW_PEER), clientId, socketClosed: false }
  const next = { ...room, devices: { ...room.devices, [peer]: device } }
  if (takeOver) return withSender(next, { peer, on: true })
  const isSending = call.sendingPeer?.peer === peer
  return !known && !isSending && mayReplaceSender(room) ? withSender(next, { peer, on: false }) : next
}

/** The device that a peer loses is not asked for again by itself, so its permission is unknown from then on. */
function withSender(call: Call, sendingPeer: NonNullable<Call['sendingPeer']>): Call {
  const before = call.sendingPeer?.peer
  const old = before === undefined || before === sendingPeer.peer ? undefined : call.devices[before]
  if (before === undefined || !old) return { ...call, sendingPeer }
  return { ...call, sendingPeer, devices: { ...call.devices, [before]: { ...old, permission: 'unknown', lost: undefined } } }
}

/** The sending peer asks for its devices or sends: a peer that joins later does not replace it. */
export function turnedOn(call: Call, peer: string): Call {
  const { sendingPeer } = call
  return sendingPeer?.peer === peer && !sendingPeer.on ? { ...call, sendingPeer: { peer, on: true } } : call
}

/** Where the sending peer is no longer in the call, the newest of the others sends. */
export function withSenderAmongPeers(call: Call): Call {
  const { sendingPeer, devices } = call
  if (!sendingPeer || devices[sendingPeer.peer]) return call
  const peers = visitorPeers(call)
  const next = peers.filter((peer) => !devices[peer]?.socketClosed).at(-1) ?? peers.at(-1)
  return next === undefined ? call : { ...call, sendingPeer: { peer: next, on: false } }
}

/** Removes peers whose pages are closed, as long as another one of the visitor remains. */
export function withoutGonePeers(call: Call): Call {
  const peers = visitorPeers(call)
  const gone = peers.filter((peer) => call.devices[peer] && isGone(call.devices[peer]))
  if (gone.length === 0 || gone.length === peers.length) return call
  return withSenderAmongPeers(without(call, (_, peer) => gone.includes(peer)))
}

/**
 * Removes a sending peer whose media is lost where another one is connected.
 * @returns undefined if there is none
 */
export function withoutLostSender(call: Call): Call | undefined {
  const name = call.sendingPeer?.peer
  const sender = name === undefined ? undefined : call.devices[name]
  const others = visitorPeers(call).filter((peer) => peer !== name)
  const isCarried = others.some((peer) => call.devices[peer] && !call.devices[peer].socketClosed && isConnected(call.devices[peer]))
  if (!sender || sender.lostAt === null || !isCarried) return undefined
  return withSenderAmongPeers(without(call, (_, peer) => peer === name))
}
