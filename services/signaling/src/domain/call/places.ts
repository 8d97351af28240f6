/** Places of one side's peers in a room, each of which costs two transports. Rules return the next call. */
import type { Call, OpenCall, Peer, Side } from './call.ts'

export type Joining = { readonly peer: string; readonly clientId: string | null }

export const isConnected = ({ send, receive, lostAt }: Peer) => lostAt === null && (send === 'connected' || receive === 'connected')
/** Its page is closed: a socket alone is not enough, because transports outlive it. */
export const isGone = (peer: Peer) => peer.socketClosed === true && !isConnected(peer)

export const without = <C extends OpenCall>(call: C, isRemoved: (peer: Peer, id: string) => boolean): C => ({
  ...call,
  peers: Object.fromEntries(Object.entries(call.peers).filter(([id, peer]) => !isRemoved(peer, id))),
})

/** A page has one peer: an older one on the same socket is of a session that the page has closed. */
export const isOfSamePage = (known: Peer | undefined, { clientId }: Joining) => clientId !== null && known?.clientId === clientId

const countPeers = ({ peers }: OpenCall, side: Side) => Object.values(peers).filter((peer) => peer.side === side).length

/**
 * If every place of the side is taken, a peer whose socket or media is lost is removed.
 * @returns the call without the removed peers; undefined if none can be removed
 */
export function withRoom<C extends OpenCall>(
  call: C,
  joining: Joining,
  { side, most }: { readonly side: Side; readonly most: number },
): C | undefined {
  if (call.peers[joining.peer]) return call
  const others = without(call, (peer, id) => peer.side === side && id !== joining.peer && isOfSamePage(peer, joining))
  if (countPeers(others, side) < most) return others
  const left = without(others, (peer) => peer.side === side && (peer.socketClosed === true || peer.lostAt !== null))
  return countPeers(left, side) < most ? left : undefined
}

/** A socket has closed; its peer may return on another one. */
export function socketClosed(call: Call, clientId: string): Call {
  if (call.stage === 'ended') return call
  const entry = Object.entries(call.peers).find(([, peer]) => peer.clientId === clientId)
  if (!entry || entry[1].socketClosed) return call
  const [id, peer] = entry
  return { ...call, peers: { ...call.peers, [id]: { ...peer, socketClosed: true } } }
}
