/**
 * Limits all connections, those of one peer, and how many of them may have an unfinished request, so that neither idle connections nor
 * half-sent requests can use up all descriptors, and unread responses cannot use up memory. Trusted proxies are exempt; their clients are
 * counted per request (store/rate-limiter.ts), and by their open sockets.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:https'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { z } from 'zod'
import { hasBody } from '../domain/body-length.ts'
import { OpenConnections } from './open-connections.ts'

export type ConnectionLimits = {
  /** Open connections; a further one is closed. */
  readonly open: number
  /** Connections of all peers together; for a further one the oldest of the peer with the most connections is closed. */
  readonly all: number
  /** Unfinished requests; for a further one the oldest is closed. */
  readonly unfinished: number
  /** Closes a connection whose request body stalls this long, milliseconds. */
  readonly bodyIdle: number
  /** Closes a connection that reads no response bytes this long, milliseconds; longer than any operation takes. */
  readonly answerIdle: number
}

/** An office of 50 browsers has six connections each while pages load, and 100 sockets (SOCKET.most.address is 500). */
export const CONNECTION_LIMITS: Omit<ConnectionLimits, 'all'> = { open: 1_000, unfinished: 400, bodyIdle: 10_000, answerIdle: 20_000 }
/** Without a limit Node's report contains a word instead. */
const Report = z.object({ userLimits: z.object({ open_files: z.object({ soft: z.number().optional().catch(undefined) }) }) })
/** How long an idle connection is kept while more than half of all are open, in place of 65 s. */
const KEEP_ALIVE_BUSY = 5_000

/** Four fifths of the descriptors that this process may have, and no more than its memory allows (12 kB for each socket). */
export function mostConnections(): number {
  // Without the names of network peers, which Node would look up.
  const report = Object.assign(process.report, { excludeNetwork: true })
  const { data } = Report.safeParse(report.getReport())
  const soft = data?.userLimits.open_files.soft ?? Number.POSITIVE_INFINITY
  return Math.min(40_000, Math.floor(soft * 0.8))
}

/** The requests of one peer that are not finished. */
class Peer {
  readonly #limits: ConnectionLimits
  readonly #unfinished = new Set<Socket>()

  constructor(limits: ConnectionLimits) {
    this.#limits = limits
  }

  begin(socket: Socket): void {
    if (socket.destroyed) return
    this.#unfinished.add(socket)
    const [oldest] = this.#unfinished
    if (this.#unfinished.size > this.#limits.unfinished) oldest?.destroy()
  }

  finish(socket: Socket): void {
    this.#unfinished.delete(socket)
  }
}

/** `claim`: from now on counts a connection of an exempt peer as one of this client. */
export type LimitedConnections = { readonly claim: (socket: Duplex, key: string) => void }

/** @param peerOf the key that an address is counted by; undefined for an exempt peer */
export function limitConnections(
  servers: readonly (Server | TlsServer)[],
  peerOf: (address: string | undefined) => string | undefined,
  limits: ConnectionLimits = { ...CONNECTION_LIMITS, all: mostConnections() },
): LimitedConnections {
  const peers = new Map<string, Peer>()
  const peerOfSocket = new WeakMap<Socket, Peer>()
  const open = new OpenConnections()
  const keepAlive = servers.map((server) => server.keepAliveTimeout)
  let isBusy = false

  const adjustKeepAlive = () => {
    if (isBusy === open.total > limits.all / 2) return
    isBusy = !isBusy
    for (const [index, server] of servers.entries()) server.keepAliveTimeout = isBusy ? KEEP_ALIVE_BUSY : (keepAlive[index] ?? 0)
  }
  const close = (socket: Socket) => {
    open.remove(socket)
    socket.destroy()
  }
  const accept = (socket: Socket) => {
    const key = peerOf(socket.remoteAddress)
    open.add(socket, key)
    socket.once('close', () => {
      open.remove(socket)
      adjustKeepAlive()
      if (key !== undefined && open.countOf(key) === 0) peers.delete(key)
    })
    if (key !== undefined) {
      peers.set(key, peers.get(key) ?? new Peer(limits))
      if (open.countOf(key) > limits.open) close(socket)
    }
    // Otherwise no further connection would be possible: the peer with the most loses one for each new one.
    const oldest = open.total > limits.all ? open.oldestOfLargest() : undefined
    if (oldest) close(oldest)
    adjustKeepAlive()
  }

  /** Runs when HTTP begins, after the handshake for TLS. */
  const begin = (socket: Socket) => {
    const peer = peers.get(peerOf(socket.remoteAddress) ?? '')
    if (!peer) return
    peerOfSocket.set(socket, peer)
    peer.begin(socket)
    socket.once('close', () => peer.finish(socket))
  }

  const receive = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const peer = peerOfSocket.get(socket)
    peer?.finish(socket)
    if (!peer) return
    // Node closes a connection without traffic in either direction for this long.
    socket.setTimeout(hasBody(request) ? limits.bodyIdle : limits.answerIdle)
    if (!hasBody(request)) return
    peer.begin(socket)
    request.once('end', () => {
      peer.finish(socket)
      // After the response Node sets its keep-alive timeout.
      if (!response.writableEnded) socket.setTimeout(limits.answerIdle)
    })
  }

  for (const server of servers) {
    server.on('connection', accept)
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', begin)
    server.prependListener('request', receive)
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => peerOfSocket.get(socket)?.finish(socket))
  }
  return {
    claim: (socket, key) => {
      if (socket instanceof Socket && !socket.destroyed && peerOf(socket.remoteAddress) === undefined) open.add(socket, key)
    },
  }
}
