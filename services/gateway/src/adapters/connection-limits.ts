/**
 * Limits the connections of one peer and how many of them may be inside a request, so that half-sent requests cannot use up all descriptors
 * and unread responses cannot use up memory. Trusted proxies are exempt; their clients are counted per request (store/rate-limiter.ts).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { hasBody } from '../domain/body-length.ts'

export type ConnectionLimits = {
  /** Open connections; a further one is closed. */
  readonly open: number
  /** Unfinished requests; for a further one the oldest is closed. */
  readonly unfinished: number
  /** Closes a connection whose request body stalls this long, milliseconds. */
  readonly bodyIdle: number
  /** Closes a connection that reads no response bytes this long, milliseconds; longer than any operation takes. */
  readonly answerIdle: number
}

/** An office of 50 browsers has six connections each while pages load, and 100 sockets (SOCKET.most.address is 500). */
export const CONNECTION_LIMITS: ConnectionLimits = { open: 1_000, unfinished: 400, bodyIdle: 10_000, answerIdle: 20_000 }

class Peer {
  readonly #limits: ConnectionLimits
  readonly #unfinished = new Set<Socket>()
  open = 0

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

/** @param peerOf the key that an address is counted by; undefined for an exempt peer */
export function limitConnections(
  servers: readonly (Server | TlsServer)[],
  peerOf: (address: string | undefined) => string | undefined,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): void {
  const peers = new Map<string, Peer>()
  const peerOfSocket = new WeakMap<Socket, Peer>()

  const accept = (socket: Socket) => {
    const key = peerOf(socket.remoteAddress)
    if (key === undefined) return
    const peer = peers.get(key) ?? new Peer(limits)
    peers.set(key, peer)
    peer.open += 1
    socket.once('close', () => {
      peer.open -= 1
      if (peer.open === 0) peers.delete(key)
    })
    if (peer.open > limits.open) socket.destroy()
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
}
