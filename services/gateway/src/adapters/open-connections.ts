/** The open connections of all peers: how many, and which is closed first when there are too many. */
import type { Socket } from 'node:net'

export class OpenConnections {
  readonly #keyOf = new Map<Socket, string | undefined>()
  /** Each peer's, oldest first. */
  readonly #ofPeer = new Map<string, Set<Socket>>()
  /** The peers with one connection, with two, and so on: the peer with the most is found without a search. */
  readonly #peersWith: Set<string>[] = []

  get total(): number {
    return this.#keyOf.size
  }

  countOf(key: string): number {
    return this.#ofPeer.get(key)?.size ?? 0
  }

  /** @param key undefined for a connection that counts in the total alone */
  add(socket: Socket, key: string | undefined): void {
    this.remove(socket)
    this.#keyOf.set(socket, key)
    if (key === undefined) return
    const sockets = this.#ofPeer.get(key) ?? new Set()
    this.#ofPeer.set(key, sockets.add(socket))
    this.#move(key, sockets.size - 1, sockets.size)
  }

  remove(socket: Socket): void {
    const key = this.#keyOf.get(socket)
    this.#keyOf.delete(socket)
    const sockets = key === undefined ? undefined : this.#ofPeer.get(key)
    if (key === undefined || !sockets?.delete(socket)) return
    this.#move(key, sockets.size + 1, sockets.size)
    if (sockets.size === 0) this.#ofPeer.delete(key)
  }

  /** @returns the oldest connection of the peer with the most */
  oldestOfLargest(): Socket | undefined {
    const [key = ''] = this.#peersWith.at(-1) ?? []
    const [oldest] = this.#ofPeer.get(key) ?? []
    return oldest
  }

  #move(key: string, from: number, to: number): void {
    this.#peersWith[from]?.delete(key)
    if (to > 0) {
      const peers = this.#peersWith[to] ?? new Set()
      this.#peersWith[to] = peers.add(key)
    }
    while (this.#peersWith.length > 0 && !this.#peersWith.at(-1)?.size) this.#peersWith.pop()
  }
}
