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
/**
 * A worker that hangs or is stopped neither dies nor answers. It is asked this often (milliseconds), and killed when so many questions in a
 * row have no answer: 1.2 to 1.5 s after its last one. Its calls have no media meanwhile: another node has them sooner than it recovers.
 */
const ASK_EVERY = 300
const UNANSWERED_MOST = 4

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
  #cpuSeconds = 0

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

  /** CPU time of the present process at its last answer, user and system. */
  get cpuSeconds(): number {
    return this.#running ? this.#cpuSeconds : 0
  }

  async #spawn(): Promise<RunningWorker> {
    const { mediasoup, bin } = this.#deps
    const worker = await withoutSignalHandlers(() => mediasoup.createWorker({ logLevel: 'warn', ...(bin ? { workerBin: bin } : {}) }))
    this.#cpuSeconds = 0
    this.#killIfSilent(worker)
    try {
      const server = await this.#listen(worker)
      // A worker that has died until now has failed to listen.
      this.#restartWhenDead(worker)
      return { worker, server }
    } catch (error) {
      worker.close()
      throw error
    }
  }

  #restartWhenDead(worker: types.Worker): void {
    const born = performance.now()
    worker.on('died', (err) => {
      this.#deps.log.error({ err, pid: worker.pid }, 'media worker died')
      this.#running = undefined
      this.#deps.lost()
      if (performance.now() - born > STEADY) this.#backoff = BACKOFF_FIRST
      this.#again()
    })
  }

  /**
   * Counts questions and no time: when this process has been stopped itself, waiting answers are read before the next question.
   * A killed worker has died: mediasoup rejects the requests that wait for it, and its rooms are lost.
   */
  #killIfSilent(worker: types.Worker): void {
    let unanswered = 0
    const timer = setInterval(() => {
      if (unanswered >= UNANSWERED_MOST) {
        clearInterval(timer)
        this.#deps.log.error({ pid: worker.pid, unanswered }, 'media worker does not answer, killing it')
        return killProcess(worker.pid)
      }
      unanswered += 1
      worker.getResourceUsage().then(
        ({ ru_utime: user, ru_stime: system }) => {
          unanswered = 0
          this.#cpuSeconds = (user + system) / 1_000
        },
        () => undefined,
      )
    }, ASK_EVERY)
    worker.observer.once('close', () => clearInterval(timer))
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

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}

/**
 * mediasoup closes a worker at a SIGTERM or SIGINT of this process (versatica/mediasoup#1788), which would end every call when the node
 * begins to drain. It adds those handlers before `create` returns its promise, so that no other code's are among the new ones.
 */
function withoutSignalHandlers<T>(create: () => Promise<T>): Promise<T> {
  const signals = ['SIGTERM', 'SIGINT'] as const
  const before = signals.map((signal) => process.listeners(signal))
  const created = create()
  for (const [index, signal] of signals.entries())
    for (const listener of process.listeners(signal)) if (!before[index]?.includes(listener)) process.removeListener(signal, listener)
  return created
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
