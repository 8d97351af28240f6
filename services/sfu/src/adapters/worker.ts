/** One mediasoup worker process with one port; restarted when it dies. */
import { createServer } from 'node:net'
import type { types } from 'mediasoup'
import type { Log } from '#kit/log.ts'
import type { PortRange } from '../domain/media.ts'

type Mediasoup = typeof import('mediasoup')

const PORT_TRIES = 20
const BACKOFF_FIRST = 100
const BACKOFF_MAX = 5_000
/** After this uptime a dead worker restarts with the initial backoff. */
const STEADY = 30_000

type MediaWorkerDeps = {
  readonly mediasoup: Mediasoup
  readonly bin: string | undefined
  readonly listen: readonly string[]
  readonly announced: string | undefined
  /** It uses a free one of these; undefined: any free port. */
  readonly ports: PortRange | undefined
  readonly log: Log
  /** Called when the process has died and all its rooms are lost. */
  readonly lost: () => void
  /** Called when a new process has taken the place of a dead one. */
  readonly startedAgain: () => void
}

export type RunningWorker = { readonly worker: types.Worker; readonly server: types.WebRtcServer }

export class MediaWorker {
  readonly #deps: MediaWorkerDeps
  #running: RunningWorker | undefined
  #port: number | undefined
  #stopped = false
  #backoff = BACKOFF_FIRST
  #timer: NodeJS.Timeout | undefined

  static async create(deps: MediaWorkerDeps): Promise<MediaWorker> {
    const worker = new MediaWorker(deps)
    worker.#running = await worker.#spawn()
    return worker
  }

  private constructor(deps: MediaWorkerDeps) {
    this.#deps = deps
  }

  /** Undefined while the worker restarts. */
  get running(): RunningWorker | undefined {
    return this.#running
  }

  get pid(): number | undefined {
    return this.#running?.worker.pid
  }

  /** The port that it listens on or, while it restarts, listened on last. */
  get port(): number | undefined {
    return this.#port
  }

  async #spawn(): Promise<RunningWorker> {
    const { mediasoup, bin, log } = this.#deps
    const worker = await mediasoup.createWorker({ logLevel: 'warn', ...(bin ? { workerBin: bin } : {}) })
    const born = performance.now()
    worker.on('died', (err) => {
      log.error({ err, pid: worker.pid }, 'media worker died')
      this.#running = undefined
      this.#deps.lost()
      if (performance.now() - born > STEADY) this.#backoff = BACKOFF_FIRST
      this.#again()
    })
    try {
      return { worker, server: await this.#listen(worker) }
    } catch (error) {
      worker.removeAllListeners('died')
      worker.close()
      throw error
    }
  }

  #again(): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#spawn().then(
        (running) => {
          if (this.#stopped) return running.worker.close()
          this.#running = running
          this.#deps.startedAgain()
        },
        (err: unknown) => {
          this.#deps.log.error({ err }, 'media worker start failed')
          this.#again()
        },
      )
    }, this.#backoff)
    this.#backoff = Math.min(this.#backoff * 2, BACKOFF_MAX)
  }

  /**
   * Listens on one port for UDP and TCP on every address. A port counts as taken only when binding it fails: probing it first would let two
   * processes choose the same one.
   */
  async #listen(worker: types.Worker): Promise<types.WebRtcServer> {
    const { listen, ports, announced } = this.#deps
    for await (const port of this.#candidates()) {
      const infos = listen.flatMap((ip) =>
        (['udp', 'tcp'] as const).map((protocol) => ({ protocol, ip, port, ...(announced ? { announcedAddress: announced } : {}) })),
      )
      try {
        const server = await worker.createWebRtcServer({ listenInfos: infos })
        this.#port = port
        return server
      } catch (error) {
        if (worker.closed || !isTaken(error)) throw error
      }
    }
    const range = ports ? `${ports.first}-${ports.last}` : 'those that the system offered'
    throw new Error(`no media port is free: each of ${range} is taken, for UDP or TCP, on ${listen.join(' or ')}`)
  }

  /** The former port first, so that a firewall's and an operator's view of a restarted worker stays the same. */
  async *#candidates(): AsyncGenerator<number> {
    const { listen, ports } = this.#deps
    const former = this.#port
    if (former !== undefined) yield former
    if (ports) for (let port = ports.first; port <= ports.last; port += 1) if (port !== former) yield port
    if (!ports) for (let attempt = 1; attempt <= PORT_TRIES; attempt += 1) yield freePort(listen[0] ?? '127.0.0.1')
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#running?.worker.removeAllListeners('died')
    this.#running?.worker.close()
    this.#running = undefined
  }
}

/** libuv's text of EADDRINUSE; mediasoup forwards no code. */
const isTaken = (error: unknown) => error instanceof Error && error.message.includes('address already in use')

async function freePort(host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
