/** One socket's life: who it may be, who it chose to be, what it listens to. */
import type { WebSocket } from 'ws'
import type { Subscription } from '#kit/bus.ts'
import type { Refusal } from '#kit/refusal.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { CLOSE, type ServerFrame } from '#proto/frames/server.ts'
import { SOCKET } from '#proto/limits.ts'
import { retryAfterOf } from '../handlers/errors.ts'

/** Every identity the upgrade's cookies gave; the first register frame chooses one, for good (interface: Socket). */
export type Identities = {
  readonly base: Caller
  readonly resident?: ResidentIdentity
  /** Activity → the opaque `userId` its visitor knows. */
  readonly visits: ReadonlyMap<number, number>
}
export type Party =
  | { readonly as: 'resident'; readonly resident: ResidentIdentity }
  | { readonly as: 'visitor'; readonly activityId: number; readonly userId: number }

export const partyKey = (party: Party) => (party.as === 'resident' ? `user:${party.resident.userId}` : `visit:${party.activityId}`)

/** What a slow reader may have waiting before it is told to come back: nothing is lost, replay finds it. */
const MAX_BUFFERED = 1_000_000

export class Connection {
  readonly clientId: string
  readonly identities: Identities
  party: Party | undefined
  /** A live ring or call is on this socket: it is pinged every 5 s. */
  liveUntil = 0
  alive = true
  /** When what its party missed was last read for it. */
  replayedAt = Number.NEGATIVE_INFINITY
  readonly #socket: WebSocket
  #subscriptions: Subscription[] = []
  #held: string[] | undefined
  #heldLength = 0
  #window = 0
  #frames = 0
  #closed = false
  #before: Promise<unknown> = Promise.resolve()

  constructor(socket: WebSocket, clientId: string, identities: Identities) {
    this.#socket = socket
    this.clientId = clientId
    this.identities = identities
  }

  get closed(): boolean {
    return this.#closed
  }

  send(frame: ServerFrame): void {
    this.#write(JSON.stringify(frame))
  }

  /** A live frame as it came; held back while a registration replays. */
  forward(frame: string): void {
    if (!this.#held) {
      this.#write(frame)
      return
    }
    this.#held.push(frame)
    this.#heldLength += frame.length
    if (this.#heldLength > MAX_BUFFERED) this.close(CLOSE.restart, 'too slow')
  }

  #write(text: string): void {
    if (this.#closed) return
    if (this.#socket.bufferedAmount > MAX_BUFFERED) this.close(CLOSE.restart, 'too slow')
    else this.#socket.send(text)
  }

  refuse(refusal: Refusal, beside: { activityId?: number; requestId?: string; about?: string } = {}): void {
    const retryAfter = retryAfterOf(refusal)
    const { code, message } = refusal
    this.send({ type: 'error', message, code, ...(retryAfter === undefined ? {} : { retryAfter }), ...beside })
  }

  /** Works off what came on this socket in a row one after the other, each whatever became of the one before. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#before.then(work)
    this.#before = done.catch(() => undefined)
    return done
  }

  hold(): void {
    if (this.#held) return
    this.#held = []
    this.#heldLength = 0
  }

  release(): void {
    const held = this.#held ?? []
    this.#held = undefined
    for (const frame of held) this.#write(frame)
  }

  listen(subscriptions: Subscription[]): void {
    this.#subscriptions.push(...subscriptions)
  }

  forget(): void {
    for (const subscription of this.#subscriptions) subscription.stop()
    this.#subscriptions = []
  }

  /** @returns ok, over (answer `error`), or far over (close 1008) */
  count(nowMs: number): 'ok' | 'over' | 'abuse' {
    const window = Math.floor(nowMs / SOCKET.window)
    if (window !== this.#window) this.#frames = 0
    this.#window = window
    this.#frames += 1
    if (this.#frames <= SOCKET.framesPerWindow) return 'ok'
    return this.#frames <= SOCKET.framesPerWindow * 2 ? 'over' : 'abuse'
  }

  /** @returns seconds until it may speak again */
  windowEndsIn(nowMs: number): number {
    return Math.ceil((SOCKET.window - (nowMs % SOCKET.window)) / 1_000)
  }

  ping(): void {
    this.alive = false
    this.#socket.ping()
  }

  close(code: number, reason: string): void {
    if (this.#closed) return
    this.#closed = true
    this.forget()
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), 2_000).unref()
  }

  /** The peer is gone without a word. */
  drop(): void {
    this.#socket.terminate()
  }

  ended(): void {
    this.#closed = true
    this.forget()
  }
}

/** Who a registered socket speaks for: the identity it chose and no other. */
export function callerOf(connection: Connection): Caller {
  const { base } = connection.identities
  const party = connection.party
  const caller: Caller = { ...base, visits: [], clientId: connection.clientId }
  if (party?.as === 'resident') return { ...caller, resident: party.resident }
  return party ? { ...caller, visits: [{ activityId: party.activityId }] } : caller
}
