/**
 * A product that belongs to one test file: the named services as real processes with their own databases, NATS and Redis, and a clock that
 * the test can shift. Nothing is mocked. Requests to a service that is not named get `unavailable`, as if it were down.
 * A test that only needs a running product uses the shared one: shared-stack.ts.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bus } from '#kit/bus.ts'
import { SERVICES } from '#proto/operation.ts'
import { subjects } from '#proto/subjects.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { databaseUrl, servicesWithDatabase } from '#scripts/database/migrate.ts'
import { cacheFolder } from '#scripts/servers/cache.ts'
import { ffmpegPaths } from '#scripts/servers/ffmpeg.ts'
import type { Server } from '#scripts/servers/server.ts'
import { type Connections, connectionsOf, type ServerUrls } from '#scripts/start/connections.ts'
import { composeEnvironment, type Facts } from '#scripts/start/environment.ts'
import { newPushKey } from '#scripts/start/secrets.ts'
import { type StripeLocal, startStripeLocal } from '#scripts/stripe-local/start.ts'
import { copyTemplates, dropDatabases, migrateDatabases, secretOf } from './databases.ts'
import { mediaWorker } from './media/worker.ts'
import { testPort } from './ports.ts'
import { ServiceProcess } from './process.ts'
import { startServer } from './servers.ts'
import { eventually } from './wait.ts'
import { type AnyService, connectBus, World, type WorldFacts } from './world.ts'

/** A stopping service waits for its open calls; tests do not need that. */
const STOP_MS = 1_000

export const ALL_SERVICES: readonly AnyService[] = [...SERVICES, 'gateway']

export type StackOptions = {
  /** In the order they start; default all. */
  readonly services?: readonly AnyService[]
  /** For every process, in addition to the stack's own. */
  readonly env?: Readonly<Record<string, string>>
  /** For one service alone. */
  readonly envOf?: Partial<Record<AnyService, Readonly<Record<string, string>>>>
  /** A separate Postgres that writes to disk as production does, for measurements. */
  readonly durable?: boolean
  /** The folder for the data of PostgreSQL, which is a separate one then, and for files. */
  readonly dataIn?: string
  /** Starts a service again when it dies, as the supervisor does. */
  readonly supervised?: boolean
  /** Billing uses a local Stripe, whose clock is shifted with the stack's. */
  readonly payments?: boolean
  /** Where the local Stripe sends events, instead of to the gateway. */
  readonly webhookUrl?: string
}

type Servers = { readonly postgres: Server; readonly redis: Server; readonly nats: Server }

export class Stack extends World {
  readonly servers: Servers
  /** The data that another process needs to use this product. */
  readonly facts: WorldFacts
  readonly #options: StackOptions
  readonly #ownPostgres: boolean
  readonly #port: number
  readonly #files: string
  readonly #connections: Connections
  #stripe: StripeLocal | undefined
  /** How many milliseconds the clock is ahead. */
  #ahead = 0
  readonly #services = new Map<AnyService, ServiceProcess>()
  readonly #copies: ServiceProcess[] = []
  #stopped = false

  private constructor(options: StackOptions, servers: Servers, bus: Bus, port: number, ownPostgres: boolean) {
    const postgresUrl = databaseUrl(servers.postgres.url, `t${randomBytes(5).toString('hex')}`)
    const connections = connectionsTo({ postgres: postgresUrl, redis: servers.redis.url, nats: servers.nats.url })
    const facts: WorldFacts = {
      url: `http://localhost:${port}`,
      devKey: secret(),
      internalKeys: { auth: connections.internalKey('auth'), doorbell: connections.internalKey('doorbell') },
      postgresUrl,
      redisUrl: servers.redis.url,
    }
    super(facts, bus)
    this.facts = facts
    this.#options = options
    this.servers = servers
    this.#ownPostgres = ownPostgres
    this.#port = port
    this.#connections = connections
    this.#files = mkdtempSync(join(options.dataIn ?? tmpdir(), 'doorbell-files-'))
  }

  /** @throws Error with the end of the output of a service that did not start; everything else is stopped */
  static async start(options: StackOptions): Promise<Stack> {
    const { durable, dataIn } = options
    const runPostgres = durable || dataIn ? undefined : process.env.TEST_POSTGRES_URL
    const [postgres, redis, nats, port] = await Promise.all([
      runPostgres ? postgresOfTheRun(runPostgres) : startServer('postgres', durable, dataIn),
      startServer('redis'),
      startServer('nats'),
      testPort(),
    ])
    const stack = new Stack(options, { postgres, redis, nats }, await connectBus(nats.url), port, !runPostgres)
    try {
      if (options.payments) await stack.startStripe()
      await stack.#startServices()
      return stack
    } catch (error) {
      await stack.stop()
      throw error
    }
  }

  /** The time of this stack's processes, milliseconds since the epoch. */
  now = (): number => Date.now() + this.#ahead

  /** Shifts the clock of every process of this stack by a message. */
  readonly clock = {
    shift: async (milliseconds: number): Promise<void> => {
      let answers = 0
      const subscription = this.bus.subscribe(subjects.testClockShifted, () => {
        answers += 1
      })
      await this.bus.flush()
      this.bus.publish(subjects.testClock, milliseconds)
      await eventually('every process to have shifted its clock', () => answers >= this.#ready)
      subscription.stop()
      this.#ahead += milliseconds
    },
  }

  /** How many service processes are ready. */
  get #ready(): number {
    return [...this.#services.values(), ...this.#copies].filter((service) => service.ready).length
  }

  pids(): number[] {
    const services = [...this.#services.values(), ...this.#copies].map((service) => service.pid)
    return [...services, this.servers.nats.pid, this.servers.redis.pid].filter((pid): pid is number => pid !== undefined)
  }

  service(name: AnyService): ServiceProcess {
    const found = this.#services.get(name)
    if (!found) throw new Error(`${name} is not in this stack: name it in services`)
    return found
  }

  /** Where the services of this stack keep files. */
  get filesDir(): string {
    return this.#files
  }

  /** The local Stripe of a stack with payments. */
  get stripe(): StripeLocal {
    if (!this.#stripe) throw new Error('this stack takes no payments, or its local Stripe is stopped')
    return this.#stripe
  }

  async stopStripe(): Promise<void> {
    await this.#stripe?.stop()
    this.#stripe = undefined
  }

  /** Starts the local Stripe; if it ran before, on the same port and with the same objects. */
  async startStripe(): Promise<void> {
    this.#stripe = await startStripeLocal({
      file: join(this.#files, 'stripe.json'),
      publicUrl: this.url,
      webhookUrl: this.#options.webhookUrl ?? `http://127.0.0.1:${this.#port}/api/stripe/webhook`,
      now: this.now,
      log: () => undefined,
      firstRetryMs: 100,
    })
  }

  httpOf(name: AnyService): string | undefined {
    return this.#services.get(name)?.http
  }

  kill(name: AnyService, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    return this.service(name).end(signal)
  }

  /** Waits until a service is up again: `supervised` stacks restart a killed one. */
  async running(name: AnyService): Promise<void> {
    await eventually(`${name} to run again`, () => this.service(name).ready, 60_000)
  }

  restart(name: AnyService): Promise<void> {
    return this.service(name).start()
  }

  /** A second copy of a service beside the first, with its own ports. @returns where it listens, and how to end it */
  async another(
    name: AnyService,
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly url: string; readonly process: ServiceProcess }> {
    const port = await testPort()
    const copy = await ServiceProcess.start(name, {
      ...this.#envOf(name),
      ...(name === 'gateway' ? { PORT: String(port) } : {}),
      ...env,
    })
    this.#copies.push(copy)
    return { url: name === 'gateway' ? `http://localhost:${port}` : copy.http, process: copy }
  }

  /** @throws Error if a service has logged a secret: a key, a password, or a cookie of this test */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.disconnect(), this.stopStripe()])
    await Promise.allSettled([...this.#services.values(), ...this.#copies].map((service) => service.end('SIGTERM', STOP_MS)))
    await Promise.allSettled([
      this.servers.redis.stop(),
      this.servers.nats.stop(),
      this.#ownPostgres ? this.servers.postgres.stop() : dropDatabases(this.facts.postgresUrl, this.#withDatabase),
    ])
    rmSync(this.#files, { recursive: true, force: true })
    const leaks = [...this.#services.values(), ...this.#copies].flatMap((service) => service.leaks(this.secrets))
    if (leaks.length) throw new Error([...new Set(leaks)].join('\n'))
  }

  get #withDatabase(): string[] {
    const names = this.#options.services ?? ALL_SERVICES
    return servicesWithDatabase(ROOT).filter((name) => names.includes(name as AnyService))
  }

  async #startServices(): Promise<void> {
    const names = this.#options.services ?? ALL_SERVICES
    const createDatabases = this.#ownPostgres ? migrateDatabases : copyTemplates
    await Promise.all([this.redis.connect(), createDatabases(this.facts.postgresUrl, this.#withDatabase)])
    const others = names.filter((name) => name !== 'gateway')
    await Promise.all(others.map((name) => this.#startService(name)))
    if (names.includes('gateway')) {
      await this.#startService('gateway')
      if (SERVICES.every((name) => names.includes(name))) await this.#untilReady()
    }
  }

  async #startService(name: AnyService): Promise<void> {
    const service = await ServiceProcess.start(name, this.#envOf(name))
    this.#services.set(name, service)
    if (this.#options.supervised) service.onExit(() => void this.#startAgain(service))
  }

  async #startAgain(service: ServiceProcess): Promise<void> {
    if (!this.#stopped) await service.start().catch(() => undefined)
  }

  /** Waits until the gateway's /readyz reports that every service, Postgres, Redis and NATS answer. */
  async #untilReady(): Promise<void> {
    await eventually('the gateway to be ready', async () => (await fetch(`${this.url}/readyz`)).status === 200, 120_000)
  }

  /** The environment of the product's start with test overrides: a shiftable clock, less logging, the test's own settings. */
  #envOf(name: AnyService): NodeJS.ProcessEnv {
    const facts: Facts = {
      port: this.#port,
      publicUrl: this.url,
      ...this.#connections,
      devKey: this.devKey,
      filesDir: this.#files,
      webDist: join(ROOT, 'web', 'dist'),
      mediaWorker: mediaWorker(),
      ffmpeg: ffmpegPaths(),
      compileCache: join(cacheFolder(), 'compiled'),
      withDatabase: servicesWithDatabase(ROOT),
      stripe: this.#stripe,
    }
    const billing = this.#options.payments ? {} : { BILLING: 'off' }
    const inherited = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TRUSTED_PROXIES: 'none',
      SUPPORT_EMAIL: 'support@example.org',
      ...billing,
      ...this.#options.env,
    }
    const test = { NODE_ENV: 'test', TEST_CLOCK: '1', FILMS_NICE: '0', LOG_LEVEL: process.env.TEST_LOG ? 'debug' : 'warn' }
    return { ...composeEnvironment(name, facts, { ...test, ...inherited }), ...this.#options.envOf?.[name] }
  }
}

const secret = () => randomBytes(32).toString('base64url')

/** Each service has credentials of its own, as in the product's start. */
function connectionsTo(urls: ServerUrls): Connections {
  const { postgres, redis, nats } = urls
  const secrets = { postgres: secretOf(postgres), redis: secretOf(redis), nats: secretOf(nats) }
  const keys = { visitorTokenKey: secret(), internalKey: secret(), attemptKey: secret(), factorKey: secret(), pushKeys: newPushKey() }
  return connectionsOf(urls, { ...secrets, ...keys })
}

/** The Postgres of the whole Jest run (jest/setup.ts): one server, a set of databases for every stack. */
function postgresOfTheRun(url: string): Promise<Server> {
  const refuse = () =>
    Promise.reject(new Error('this Postgres belongs to every test: start a stack with its own (TEST_POSTGRES_URL unset)'))
  return Promise.resolve({ name: 'postgres', url, pid: undefined, stop: () => Promise.resolve(), kill: refuse, resume: refuse })
}

/** Starts a stack; `stop()` it in afterAll. */
export function startStack(options: StackOptions = {}): Promise<Stack> {
  return Stack.start(options)
}
