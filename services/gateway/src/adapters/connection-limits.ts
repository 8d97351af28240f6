/**
 * How many connections one peer may hold, and how many of them may be in the middle of a request: nobody takes all descriptors with half-sent
 * headers and bodies. Trusted proxies are exempt; their clients are counted per request (store/guard.ts).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import { hasBody } from '../domain/body-length.ts'

export type ConnectionLimits = {
  /** Open at once; one more is closed. */
  readonly open: number
  /** In the middle of a request at once; for one more, the oldest is closed. */
  readonly unfinished: number
  /** A body of which nothing came for so long ends, milliseconds. */
  readonly bodyIdle: number
}

/** An office of 50 browsers has six connections each while pages load, and 100 sockets (SOCKET.most.address is 500). */
export const CONNECTION_LIMITS: ConnectionLimits = { open: 1_000, unfinished: 400, bodyIdle: 10_000 }

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

/** @param peerOf the key an address counts by; undefined for whoever is not limited */
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

  /** From here on HTTP is spoken, inside TLS where there is TLS. */
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
    if (!peer || !hasBody(request)) return
    peer.begin(socket)
    // Node ends a connection that is silent for so long.
    socket.setTimeout(limits.bodyIdle)
    request.once('end', () => {
      peer.finish(socket)
      // After the answer Node has set its own, for keep-alive.
      if (!response.writableEnded) socket.setTimeout(0)
    })
  }

  for (const server of servers) {
    server.on('connection', accept)
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', begin)
    server.prependListener('request', receive)
    server.prependListener('upgrade', ({ socket }: IncomingMessage) => peerOfSocket.get(socket)?.finish(socket))
  }
}
