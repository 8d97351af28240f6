/**
 * The pages of a resident, each a peer (record 0057). While it rings some of them are prepared; in the call one of them is the holder.
 * Rules return the next call, or the same object if nothing changes.
 */
import {
  type Call,
  callPeers,
  holderOf,
  holderPeer,
  isLive,
  isResident,
  type JoinMode,
  type LiveCall,
  type OpenCall,
  type PreparedCall,
  peerOf,
  residentPeer,
  residentPeers,
  sessionOfPeer,
} from './call.ts'
import { isGone, isOfSamePage, type Joining, without, withRoom } from './places.ts'

export type PageJoin = Joining & {
  readonly userId: number
  readonly session: string
  readonly mode: JoinMode
  readonly takeOver: boolean
}

/** Pages of a resident that are prepared while it rings; the others start when they answer. */
const PLACES = { side: 'resident', most: 3 } as const

/** @returns the call with a place for this page, in which a live call has the page as its holder; undefined if it may not join */
export function placeOfPage(call: Call, page: PageJoin): OpenCall | undefined {
  if (!isResident(call, page.userId)) return undefined
  if (isLive(call)) return page.mode === 'call' && mayHold(call, page) ? heldBy(call, page.peer) : undefined
  return call.stage === 'prepared' && page.mode === 'prepare' ? (withRoom(call, page, PLACES) ?? withPlaceOfSecond(call, page)) : undefined
}

/** If a session has several prepared pages, the newest gives up its place to a session without one. */
function withPlaceOfSecond(call: PreparedCall, { session }: PageJoin): PreparedCall | undefined {
  const sessions = residentPeers(call).map(sessionOfPeer)
  if (sessions.includes(session)) return undefined
  const second = residentPeers(call).findLast((peer, index) => sessions.indexOf(sessionOfPeer(peer)) < index)
  return second === undefined ? undefined : without(call, (_, peer) => peer === second)
}

/** The first page of the holder's session may; another one only by a press, or where the holder's page is closed. */
function mayHold(call: LiveCall, page: PageJoin): boolean {
  if (call.holder?.session !== page.session) return false
  const holder = holderPeer(call)
  if (holder === undefined || holder === page.peer || page.takeOver) return true
  const known = call.peers[holder]
  return known?.socketClosed === true || isOfSamePage(known, page)
}

/** @param peer the page of the holder; undefined: its session has the call, and none of its pages */
export function withHolderPage(call: LiveCall, peer: string | undefined): LiveCall {
  if (!call.holder) return call
  const { peer: _, ...holder } = call.holder
  return { ...call, holder: { ...holder, ...(peer !== undefined && { peer }) } }
}

/** The account of a session, where the call does not have it yet: after an answer by request, and after a rebuild. */
export function withAccount(call: Call, session: string, userId: number): Call {
  if (call.stage === 'ended') return call
  const unknown = Object.entries(call.peers).filter(([peer, known]) => sessionOfPeer(peer) === session && known.userId === undefined)
  const peers = Object.fromEntries(unknown.map(([peer, known]) => [peer, { ...known, userId }]))
  const named = unknown.length === 0 ? call : { ...call, peers: { ...call.peers, ...peers } }
  if (!isLive(named) || !named.holder || named.holder.session !== session || named.holder.userId !== undefined) return named
  return { ...named, holder: { ...named.holder, userId } }
}

/** The page becomes the holder; every other page of the resident leaves. */
function heldBy(call: LiveCall, peer: string): LiveCall {
  return !call.holder || call.holder.peer === peer ? call : keepOnlyCallPeers(withHolderPage(call, peer))
}

/** The answer of a session came from this socket: if one of its pages is prepared on it, that page is the holder. */
export function answeredFrom(call: LiveCall, session: string, clientId: string | null): LiveCall {
  if (clientId === null || call.holder?.session !== session || holderPeer(call) !== undefined) return call
  const page = residentPeers(call).find((peer) => sessionOfPeer(peer) === session && call.peers[peer]?.clientId === clientId)
  return page === undefined ? call : heldBy(call, page)
}

/** Whether media requests of this page concern the call: it is the holder, or a page of its session while there is none. */
export function isOfHolder(call: Call, { peer, session }: Pick<PageJoin, 'peer' | 'session'>): boolean {
  const holder = holderPeer(call)
  return holderOf(call)?.session === session && (holder === undefined || holder === peer)
}

/**
 * Whether this socket of a session is the holder's page. After a rebuild its socket is unknown until the page sends a request: any page
 * of its session counts until then.
 */
export function isHolderSocket(
  call: LiveCall,
  { session, clientId }: { readonly session: string; readonly clientId: string | null },
): boolean {
  const page = peerOf(call, 'resident')
  const isItsOwn = page?.clientId === null || page?.clientId === clientId
  return clientId !== null && call.holder?.session === session && isItsOwn
}

/** Whether the holder's own socket is open. For a client without a page id, any socket of its session counts. */
export function hasSocketOfItsOwn(call: LiveCall): boolean {
  const holder = holderPeer(call)
  return holder !== undefined && holder !== residentPeer(call.holder?.session ?? '')
}

/** Whether the holder's page has lost its socket. */
export const isHolderClosed = (call: LiveCall) => peerOf(call, 'resident')?.socketClosed === true

/** Removes the peers that are not in the call, such as prepared pages of other sessions. */
export function keepOnlyCallPeers<C extends LiveCall>(call: C): C {
  const names = callPeers(call)
  return without(call, (_, peer) => !names.includes(peer))
}

/** Removes pages that are closed; the loss of the holder's page interrupts the call instead. */
export function withoutGonePages(call: OpenCall): OpenCall {
  const holder = holderPeer(call)
  const gone = residentPeers(call).filter((peer) => peer !== holder && call.peers[peer] && isGone(call.peers[peer]))
  return gone.length === 0 ? call : without(call, (_, peer) => gone.includes(peer))
}
