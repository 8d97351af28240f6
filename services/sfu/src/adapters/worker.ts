/** One mediasoup worker process with its one port; comes back by itself when it dies. */
import { createServer } from 'node:net'
import type { types } from 'mediasoup'
import type { Log } from '#kit/log.ts'

type Mediasoup = typeof import('mediasoup')

const PORT_TRIES = 20
const BACKOFF_FIRST = 100
const BACKOFF_MAX = 5_000
/** A worker that lived this long starts anew at the first back-off. */
const STEADY = 30_000

export type WorkerParts = {
  readonly mediasoup: Mediasoup
  readonly bin: string | undefined
  readonly listen: readonly string[]
  readonly announced: string | undefined
  /** Undefined: a free one. */
  readonly port: number | undefined
  readonly log: Log
  /** The process has died: every room on it is lost. */
  readonly lost: () => void
}

export type Standing = { readonly worker: types.Worker; readonly server: types.WebRtcServer }

export class MediaWorker {
  readonly #parts: WorkerParts
  #standing: Standing | undefined
  #stopped = false
  #backoff = BACKOFF_FIRST
  #timer: NodeJS.Timeout | undefined

  static async create(parts: WorkerParts): Promise<MediaWorker> {
    const worker = new MediaWorker(parts)
    worker.#standing = await worker.#spawn()
    return worker
  }

  private constructor(parts: WorkerParts) {
    this.#parts = parts
  }

  /** Undefined while it is coming back. */
  get standing(): Standing | undefined {
    return this.#standing
  }

  get pid(): number | undefined {
    return this.#standing?.worker.pid
  }

  async #spawn(): Promise<Standing> {
    const { mediasoup, bin, log } = this.#parts
    const worker = await mediasoup.createWorker({ logLevel: 'warn', ...(bin ? { workerBin: bin } : {}) })
    const born = performance.now()
    worker.on('died', (err) => {
      log.error({ err, pid: worker.pid }, 'media worker died')
      this.#standing = undefined
      this.#parts.lost()
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
        (standing) => {
          if (this.#stopped) standing.worker.close()
          else this.#standing = standing
        },
        (err: unknown) => {
          this.#parts.log.error({ err }, 'media worker does not start')
          this.#again()
        },
      )
    }, this.#backoff)
    this.#backoff = Math.min(this.#backoff * 2, BACKOFF_MAX)
  }

  /** UDP and TCP on one and the same port of every address; a free one may be taken between the look and the bind, so it is tried again. */
  async #listen(worker: types.Worker): Promise<types.WebRtcServer> {
    const { listen, port, announced } = this.#parts
    for (let attempt = 1; ; attempt += 1) {
      const chosen = port ?? (await freePort(listen[0] ?? '127.0.0.1'))
      const infos = listen.flatMap((ip) =>
        (['udp', 'tcp'] as const).map((protocol) => ({
          protocol,
          ip,
          port: chosen,
          ...(announced ? { announcedAddress: announced } : {}),
        })),
      )
      try {
        return await worker.createWebRtcServer({ listenInfos: infos })
      } catch (error) {
        if (port !== undefined || attempt >= PORT_TRIES || worker.closed) throw error
      }
    }
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    this.#standing?.worker.removeAllListeners('died')
    this.#standing?.worker.close()
    this.#standing = undefined
  }
}

async function freePort(host: string): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
