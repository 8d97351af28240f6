/**
 * The life of a service's process: read the configuration, answer probes, connect, build the app, serve, report to the supervisor. A start
 * waits for NATS and for each store that the app needs, alive and not ready, however long that takes. On SIGTERM, SIGINT or
 * the supervisor's exit it stops in one order: be no longer ready, accept nothing new, finish the requests in progress, stop the jobs, stop
 * the event consumers, publish the events left in the outbox, close the connections.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { isIPv6, Socket } from 'node:net'
import type pg from 'pg'
import type { z } from 'zod'
import type { EventDomain } from '#proto/events.ts'
import type { CONSUMED } from '#proto/nats-access.ts'
import type { ServiceName } from '#proto/operation.ts'
import { type BeforeOperation, Bus } from './bus.ts'
import { createClock, type ShiftableClock } from './clock.ts'
import { type CommonConfig, ConfigError, otelEnv, readConfig, supervisorFd } from './config.ts'
import { type EventHandlers, Events } from './events.ts'
import type { HandlersOf } from './handlers.ts'
import { type BytesHandler, type Check, failedChecks, type HttpListener, listen, type Served } from './http.ts'
import { type Job, Jobs } from './jobs.ts'
import { createLeases } from './leases.ts'
import { createLog, type Log } from './log.ts'
import { type DomainMetric, registerBuild } from './metrics.ts'
import type { ServiceContext } from './service-context.ts'
import { followTestClock } from './test-clock.ts'
import { startTracing } from './tracing.ts'

/** How long stopping may take after the drain. */
export const STOP_MS = 10_000

/** The part of a service's configuration that the kit reads. */
type Common = z.output<z.ZodObject<typeof CommonConfig>>

type Consumed<N> = N extends ServiceName ? (typeof CONSUMED)[N][number] : never

/** Everything of a service that `runService` starts and stops. */
export type App<N extends ServiceName | 'gateway' = ServiceName> = {
  readonly handlers?: HandlersOf<N & ServiceName>
  /** Runs before each operation, and throws to refuse it. */
  readonly beforeOperation?: BeforeOperation
  /** Set when requests address this node, not any copy. */
  readonly nodeId?: string
  /** Bytes over HTTP (bytes.ts). */
  readonly bytes?: BytesHandler
  /** Of the domains that the contract lets this service consume (proto/nats-access.ts). */
  readonly consumers?: { readonly [D in Consumed<N>]?: EventHandlers<D> }
  readonly jobs?: readonly Job[]
  readonly metrics?: readonly DomainMetric[]
  /** The service's Postgres, for jobs that run in one copy. */
  readonly leasesIn?: pg.Pool
  /**
   * Runs once everything serves, before the service is ready: opens listeners of its own, or announces the node.
   * @returns its port, if it has one
   */
  readonly announce?: () => Promise<number | undefined>
  /** The first step of stopping: accept nothing new and let current work end; at most `drainMs`. */
  readonly drain?: () => Promise<void>
  readonly drainMs?: number
}

type Options<N extends ServiceName | 'gateway', S extends z.ZodType<Common>> = {
  readonly name: N
  /** The schema of the environment. */
  readonly config: S
  readonly app: (context: ServiceContext<Readonly<z.output<S>>>) => App<N> | Promise<App<N>>
}

/** Runs one service until a signal stops it. Exit codes: 0 stopped, 1 crashed, 78 wrong configuration (EX_CONFIG). */
export async function runService<N extends ServiceName | 'gateway', S extends z.ZodType<Common>>(options: Options<N, S>): Promise<void> {
  const die = (error: unknown) => {
    const text = error instanceof Error ? (error instanceof ConfigError ? error.message : (error.stack ?? error.message)) : String(error)
    process.stderr.write(`${options.name}: ${text}\n`)
    process.exit(error instanceof ConfigError ? 78 : 1)
  }
  process.on('uncaughtException', die)
  process.on('unhandledRejection', die)
  let running: Service<N, Readonly<z.output<S>>> | undefined
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    const exitAfter = (ms: number) => setTimeout(() => process.exit(1), ms).unref()
    const service = running
    exitAfter(STOP_MS + (service?.drainMs ?? 0))
    const stopAll = async () => {
      await service?.drain()
      // Long work has ended: the rest only waits for servers, which may be gone permanently.
      exitAfter(STOP_MS)
      await service?.stop()
    }
    stopAll().then(() => process.exit(0), die)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  const fd = supervisorFd()
  const pipe = fd === undefined ? undefined : new Socket({ fd, readable: true, writable: true })
  pipe?.on('close', stop).on('error', stop).resume()
  try {
    running = await Service.start(options)
  } catch (error) {
    die(error)
    return
  }
  pipe?.write(`${JSON.stringify({ ready: { http: running.port } })}\n`)
}

/** One running service. */
class Service<N extends ServiceName | 'gateway', C extends Common> implements ServiceContext<C> {
  readonly config: C
  readonly log: Log
  readonly clock: ShiftableClock
  readonly bus: Bus
  readonly #name: N
  readonly #jobs: Jobs
  readonly #http: HttpListener
  readonly #served: Served
  readonly #closers: (() => unknown)[]
  readonly #ownJobs: Job[] = []
  #events: Promise<Events> | undefined
  #app: App<N> | undefined
  #port = 0

  private constructor(name: N, config: C, log: Log, bus: Bus, http: HttpListener, served: Served) {
    this.#name = name
    this.config = config
    this.log = log
    this.bus = bus
    this.clock = createClock()
    this.#jobs = new Jobs({ log, clock: this.clock })
    this.#http = http
    this.#served = served
    served.checks.nats = () => bus.connection.rtt()
    this.#closers = [() => bus.close()]
  }

  /** @throws when a server refuses the service, a store is lost while the app reads from it, or a port is taken */
  static async start<N extends ServiceName | 'gateway', S extends z.ZodType<Common>>(
    options: Options<N, S>,
  ): Promise<Service<N, Readonly<z.output<S>>>> {
    const { name } = options
    const config = readConfig(options.config)
    const log = createLog(name, config.LOG_LEVEL)
    const stopTracing = await startTracing(name, config.BUILD_VERSION, otelEnv())
    const served: Served = { phase: 'starting', checks: { nats: () => Promise.reject(new Error('not connected yet')) }, bytes: undefined }
    const { HOST: host, HTTP_PORT: port, REACHED_AT: reachedAt = host } = config
    const http = await listen({ host, port, served, names: [reachedAt.toLowerCase()] })
    if (config.READY_FILE) writeFileSync(config.READY_FILE, JSON.stringify({ http: http.port }))
    const bus = await Bus.connect(config.NATS_URL, name, log)
    const service = new Service<N, Readonly<z.output<S>>>(name, config, log, bus, http, served)
    service.onClose(stopTracing)
    followTestClock(service.bus, { clock: service.clock, jobs: service.#jobs }, config)
    await service.#serve(await options.app(service))
    log.info({ port: service.#port }, 'service ready')
    return service
  }

  get port(): number {
    return this.#port
  }

  get drainMs(): number {
    return this.#app?.drainMs ?? 0
  }

  addCheck(name: string, check: Check): void {
    this.#served.checks[name] ??= check
  }

  addJob(job: Job): void {
    this.#ownJobs.push(job)
  }

  wake(job: string): void {
    this.#jobs.wake(job)
  }

  onClose(close: () => unknown): void {
    this.#closers.push(close)
  }

  openEvents(): Promise<Events> {
    this.#events ??= Events.open(this.bus, this.log)
    return this.#events
  }

  async #serve(app: App<N>): Promise<void> {
    this.#app = app
    // The gateway has neither handlers nor bytes of its own.
    const name = this.#name as N & ServiceName
    const { HOST: host, REACHED_AT: reachedAt = host } = this.config
    if (app.bytes && ['0.0.0.0', '::'].includes(reachedAt))
      throw new ConfigError(['REACHED_AT is needed, because HOST is every address of this machine'])
    this.#served.bytes = app.bytes
    this.onClose(() => this.#http.stop())
    this.bus.answerPingsWith(() => failedChecks(this.#served.checks))
    if (app.bytes) this.bus.announceBytes(name, `http://${isIPv6(reachedAt) ? `[${reachedAt}]` : reachedAt}:${this.#http.port}`)
    if (app.handlers && app.nodeId) this.bus.serveNode(name, app.nodeId, app.handlers)
    else if (app.handlers) this.bus.serve(name, app.handlers, app.beforeOperation)
    for (const [domain, handlers] of Object.entries<unknown>(app.consumers ?? {}))
      await (await this.openEvents()).subscribe(this.#name, domain as EventDomain, handlers as EventHandlers<EventDomain>)
    for (const register of app.metrics ?? []) register()
    registerBuild(this.config.BUILD_VERSION, this.config.BUILD_REVISION)
    // The service is ready only when NATS has every subscription.
    await this.bus.flush()
    this.#jobs.start([...this.#ownJobs, ...(app.jobs ?? [])], app.leasesIn && createLeases(app.leasesIn, randomUUID()))
    this.#port = (await app.announce?.()) ?? this.#http.port
    this.#served.phase = 'running'
  }

  async drain(): Promise<void> {
    this.#served.phase = 'stopping'
    await this.#app?.drain?.()
  }

  async stop(): Promise<void> {
    await this.bus.stopServing()
    await this.#jobs.stop()
    await (await this.#events)?.stop()
    for (const close of this.#closers.reverse())
      await (async () => close())().catch((err: unknown) => this.log.warn({ err }, 'connection not closed cleanly'))
  }
}
