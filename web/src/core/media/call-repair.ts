/** Repairs the media of a running call: checks once a second (recovery.ts), and after possible changes of the network. */
import { onConnectionChange } from '../page-events.ts'
import type { Connection } from '../socket.ts'
import { createTimers } from '../timers.ts'
import { healthy, nextStep } from './recovery.ts'
import type { RoomClient } from './room-client.ts'

type CallRepairDeps = {
  readonly connection: Connection
  readonly room: RoomClient
  /** Whether the page shows "Reconnecting". */
  readonly changed: (isReconnecting: boolean) => void
}

const TICK = 1_000

export class CallRepair {
  readonly #deps: CallRepairDeps
  readonly #timers = createTimers()
  readonly #unsubscribe: () => void
  #recovery = healthy(0)
  #bytes = { count: 0, at: 0 }
  /** The socket that this page has joined on. */
  #clientId: string | undefined
  /** The network may have changed: ICE restarts once this page has joined on its new socket. */
  #restartsOnceJoined = false

  constructor(deps: CallRepairDeps) {
    this.#deps = deps
    this.#clientId = deps.connection.state.get().clientId
    this.#unsubscribe = onConnectionChange(() => this.#restartIce())
  }

  /** From the join of a call on. */
  start(): void {
    if (this.#isRunning) return
    this.#recovery = healthy(performance.now())
    this.#bytes = { count: 0, at: performance.now() }
    this.#tick()
  }

  stop(): void {
    this.#timers.clearAll()
  }

  close(): void {
    this.stop()
    this.#unsubscribe()
  }

  socketChanged(): void {
    const { clientId } = this.#deps.connection.state.get()
    if (clientId !== undefined && clientId !== this.#clientId) {
      this.#restartsOnceJoined = this.#clientId !== undefined
      this.#clientId = clientId
    }
    if (this.#isOffline && this.#isRunning) this.#deps.changed(true)
  }

  joined(isNewPeer: boolean): void {
    // New transports get time to connect before the next repair.
    if (isNewPeer) this.#recovery = { ...this.#recovery, rejoinedAt: performance.now() }
    else if (this.#restartsOnceJoined) this.#restartIce()
    this.#restartsOnceJoined = false
  }

  get #isRunning(): boolean {
    return this.#timers.has('tick')
  }

  /** The browser's online flag changes seconds before missing media is noticed. */
  get #isOffline(): boolean {
    return !this.#deps.connection.state.get().online
  }

  #tick(): void {
    this.#timers.set('tick', TICK, () => {
      this.#tick()
      void this.#monitor()
    })
  }

  async #monitor(): Promise<void> {
    const { connection, room, changed } = this.#deps
    const { peer } = room
    const count = peer ? await peer.bytesReceived().catch(() => this.#bytes.count) : 0
    const now = performance.now()
    if (count !== this.#bytes.count || !peer?.expecting) this.#bytes = { count, at: now }
    const step = nextStep(this.#recovery, {
      now,
      socketUp: connection.state.get().registered,
      transportsUp: peer?.connected ?? false,
      transportFailed: peer?.failed ?? false,
      mediaFlows: now - this.#bytes.at < 2 * TICK,
    })
    if (!this.#isRunning) return
    this.#recovery = step.recovery
    changed(step.reconnecting || this.#isOffline)
    if (step.action === 'probe') connection.probe()
    if (step.action === 'restart-ice') this.#restartIce()
    if (step.action === 'rejoin') void room.rejoin()
  }

  /** Restarts ICE over the present network; flowing media is not interrupted. */
  #restartIce(): void {
    const { room } = this.#deps
    if (room.mode === 'call') void room.peer?.restartIce().catch(() => undefined)
  }
}
