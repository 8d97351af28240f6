/**
 * The test world: the named services as real processes with databases, NATS and Redis of their own, and a clock that a test can shift.
 * Nothing here is a stand-in; what a service cannot reach because it was not named answers `unavailable`, as it would in life.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import pg from 'pg'
import { Bus, type CallOptions } from '#kit/bus.ts'
import { createLog } from '#kit/log.ts'
import type { Caller } from '#proto/envelope.ts'
import { SERVICES, type ServiceName } from '#proto/operation.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import { subjects } from '#proto/subjects.ts'
import { databaseName, databaseUrl, migrate, servicesWithDatabase } from '#scripts/database/migrate.ts'
import { cacheFolder } from '#scripts/servers/cache.ts'
import { freePort } from '#scripts/servers/ports.ts'
import type { Server } from '#scripts/servers/server.ts'
import { composeEnvironment, type Facts } from '#scripts/start/environment.ts'
import type { Secrets } from '#scripts/start/secrets.ts'
import { mediaWorker } from './media/worker.ts'
import { Person, Resident, Visitor } from './people.ts'
import { ServiceProcess } from './process.ts'
import { startServer } from './servers.ts'
import { eventually } from './wait.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export type PartName = ServiceName | 'gateway'
export const ALL_PARTS: readonly PartName[] = [...SERVICES, 'gateway']

export type StackOptions = {
  /** In the order they start; default all. */
  readonly services?: readonly PartName[]
  /** For every process, over what the stack sets. */
  readonly env?: Readonly<Record<string, string>>
  /** For one part alone. */
  readonly envOf?: Partial<Record<PartName, Readonly<Record<string, string>>>>
  /** A Postgres of its own that writes to disk as production does: for measurements. */
  readonly durable?: boolean
  /** Starts a part again when it dies, as the supervisor does. */
  readonly supervised?: boolean
}

export class Stack {
  readonly url: string
  /** Opens `/dev/mail`. */
  readonly devKey = secret()
  readonly redis: Redis
  readonly servers: { readonly postgres: Server; readonly redis: Server; readonly nats: Server }
  readonly bus: Bus
  readonly #prefix: string
  readonly #options: StackOptions
  readonly #ownPostgres: boolean
  readonly #port: number
  readonly #files: string
  readonly #secrets: Secrets = { postgres: '', redis: '', nats: '', visitorTokenKey: secret(), internalKey: secret() }
  readonly #parts = new Map<PartName, ServiceProcess>()
  readonly #copies: ServiceProcess[] = []
  readonly #pools = new Map<string, pg.Pool>()
  readonly #people: Person[] = []
  #stopped = false

  private constructor(options: StackOptions, servers: Stack['servers'], bus: Bus, port: number, ownPostgres: boolean) {
    this.#options = options
    this.#prefix = `t${randomBytes(5).toString('hex')}`
    this.servers = servers
    this.#ownPostgres = ownPostgres
    this.bus = bus
    this.redis = new Redis(servers.redis.url, { lazyConnect: true })
    this.redis.on('error', () => undefined)
    this.#port = port
    this.url = `http://localhost:${port}`
    this.#files = mkdtempSync(join(tmpdir(), 'doorbell-files-'))
  }

  /** @throws Error with the last words of what did not start; everything else is stopped again */
  static async start(options: StackOptions): Promise<Stack> {
    const shared = options.durable ? undefined : process.env.TEST_POSTGRES_URL
    const [postgres, redis, nats, port] = await Promise.all([
      shared ? sharedServer(shared) : startServer('postgres', options.durable),
      startServer('redis'),
      startServer('nats'),
      freePort(),
    ])
    const bus = await Bus.connect(nats.url, 'test', createLog('test', 'silent'))
    const stack = new Stack(options, { postgres, redis, nats }, bus, port, !shared)
    try {
      await stack.#startParts()
      return stack
    } catch (error) {
      await stack.stop()
      throw error
    }
  }

  /** Calls a service as the gateway would. @throws Refusal */
  rpc<N extends OperationName>(
    name: N,
    input: Input<N>,
    caller?: Partial<Caller>,
    options: Omit<CallOptions, 'caller'> = {},
  ): Promise<Output<N>> {
    const full: Caller = { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...caller }
    return this.bus.call(name, input, { ...options, caller: full })
  }

  /** Moves the time of every process of this stack, by its own message and not by waiting. */
  readonly clock = {
    shift: async (milliseconds: number): Promise<void> => {
      let told = 0
      const answers = this.bus.subscribe(subjects.testClockShifted, () => {
        told += 1
      })
      await this.bus.flush()
      this.bus.publish(subjects.testClock, milliseconds)
      await eventually('every process to live in the new time', () => told >= this.#living)
      answers.stop()
    },
  }

  /** A query on one service's own database. */
  async postgres<Row extends pg.QueryResultRow = Record<string, unknown>>(
    service: ServiceName,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    return (await this.#pool(service).query<Row>(text, [...values])).rows
  }

  #pool(service: ServiceName): pg.Pool {
    const open = this.#pools.get(service)
    if (open) return open
    const pool = new pg.Pool({ connectionString: this.databaseUrl(service), max: 2 })
    // A test ends the server under it: the next query says so.
    pool.on('error', () => undefined)
    this.#pools.set(service, pool)
    return pool
  }

  databaseUrl(service: ServiceName): string {
    return databaseUrl(this.servers.postgres.url, databaseName(this.#serverUrl, service))
  }

  /** Every process that is ours, servers included but for Postgres. */
  get #living(): number {
    return [...this.#parts.values(), ...this.#copies].filter((part) => part.ready).length
  }

  pids(): number[] {
    const parts = [...this.#parts.values(), ...this.#copies].map((part) => part.pid)
    return [...parts, this.servers.nats.pid, this.servers.redis.pid].filter((pid): pid is number => pid !== undefined)
  }

  part(name: PartName): ServiceProcess {
    const found = this.#parts.get(name)
    if (!found) throw new Error(`${name} is not in this stack: name it in services`)
    return found
  }

  kill(name: PartName, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    return this.part(name).end(signal)
  }

  /** Waits until a part is up again: `supervised` stacks start a killed one by themselves. */
  async running(name: PartName): Promise<void> {
    await eventually(`${name} to run again`, () => this.part(name).ready, 30_000)
  }

  restart(name: PartName): Promise<void> {
    return this.part(name).start()
  }

  /** A second copy of a part beside the first, with its own ports. @returns where it listens, and how to end it */
  async another(
    name: PartName,
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly url: string; readonly process: ServiceProcess }> {
    const port = await freePort()
    const copy = await ServiceProcess.start(name, {
      ...this.#envOf(name),
      ...(name === 'gateway' ? { PORT: String(port) } : {}),
      ...env,
    })
    this.#copies.push(copy)
    return { url: name === 'gateway' ? `http://localhost:${port}` : copy.http, process: copy }
  }

  /** Somebody without an account yet. */
  person(): Person {
    return this.#remember(new Person(this.url))
  }

  /** @param address where it matters that several come from one */
  visitor(address?: string): Visitor {
    return this.#remember(new Visitor(this.url, address))
  }

  /** Registers a new account; `premium` is the operator's grant. */
  async resident(fields: { readonly username?: string; readonly firstName?: string; readonly premium?: boolean } = {}): Promise<Resident> {
    const resident = this.#remember(await Resident.register(this.url, fields))
    if (fields.premium) await this.grantPremium(resident.user.id)
    return resident
  }

  /** Until doorbell has heard of it: the plan travels as an event, and a ring right after it would be a free account's. */
  async grantPremium(userId: number): Promise<void> {
    await this.rpc('billing.grant', { userId, by: 'test' })
    if (!this.#parts.has('doorbell')) return
    const resident = { userId, session: 'test', device: 'test' }
    const news = () => this.rpc('doorbell.notifications', { limit: 100, type: 'system' }, { resident })
    await eventually('doorbell to hear of the plan', async () => (await news()).some(({ kind }) => kind === 'plan'))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.allSettled(this.#people.map((person) => person.leave()))
    await Promise.allSettled([...this.#parts.values(), ...this.#copies].map((part) => part.end('SIGTERM')))
    this.redis.disconnect()
    await this.bus.close()
    await Promise.allSettled([...this.#pools.values()].map((pool) => pool.end()))
    await this.#dropDatabases().catch(() => undefined)
    await Promise.allSettled([
      this.servers.redis.stop(),
      this.servers.nats.stop(),
      this.#ownPostgres ? this.servers.postgres.stop() : undefined,
    ])
    rmSync(this.#files, { recursive: true, force: true })
  }

  /** Only where the server outlives this stack. */
  async #dropDatabases(): Promise<void> {
    if (this.#ownPostgres) return
    const admin = new pg.Client({ connectionString: this.servers.postgres.url })
    await admin.connect()
    for (const service of SERVICES) {
      const name = databaseName(this.#serverUrl, service)
      await admin.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
    }
    await admin.end()
  }

  get #serverUrl(): string {
    return databaseUrl(this.servers.postgres.url, this.#prefix)
  }

  #remember<P extends Person>(person: P): P {
    this.#people.push(person)
    return person
  }

  async #startParts(): Promise<void> {
    const names = this.#options.services ?? ALL_PARTS
    const withDatabase = servicesWithDatabase(ROOT).filter((name) => names.includes(name as PartName))
    await Promise.all([this.redis.connect(), ...withDatabase.map((name) => migrate(ROOT, this.#serverUrl, name))])
    const others = names.filter((name) => name !== 'gateway')
    await Promise.all(others.map((name) => this.#startPart(name)))
    if (names.includes('gateway')) {
      await this.#startPart('gateway')
      if (SERVICES.every((name) => names.includes(name))) await this.#ready()
    }
  }

  async #startPart(name: PartName): Promise<void> {
    const part = await ServiceProcess.start(name, this.#envOf(name))
    this.#parts.set(name, part)
    if (this.#options.supervised) part.onExit(() => void this.#again(part))
  }

  async #again(part: ServiceProcess): Promise<void> {
    if (!this.#stopped) await part.start().catch(() => undefined)
  }

  /** The gateway's own word: every service, Postgres, Redis and NATS answer. */
  async #ready(): Promise<void> {
    await eventually('the gateway to be ready', async () => (await fetch(`${this.url}/readyz`)).status === 200, 30_000)
  }

  /** The very environment of the product's start, and over it what makes a test: a clock to shift, few words, the test's own wishes. */
  #envOf(name: PartName): NodeJS.ProcessEnv {
    const facts: Facts = {
      port: this.#port,
      publicUrl: this.url,
      postgresUrl: this.#serverUrl,
      redisUrl: this.servers.redis.url,
      natsUrl: this.servers.nats.url,
      secrets: this.#secrets,
      devKey: this.devKey,
      filesDir: this.#files,
      webDist: join(ROOT, 'web', 'dist'),
      mediaWorker: mediaWorker(),
      compileCache: join(cacheFolder(), 'compiled'),
      withDatabase: servicesWithDatabase(ROOT),
    }
    const inherited = { PATH: process.env.PATH, HOME: process.env.HOME, TRUSTED_PROXIES: 'none', BILLING: 'off', ...this.#options.env }
    const test = { NODE_ENV: 'test', TEST_CLOCK: '1', LOG_LEVEL: process.env.TEST_LOG ? 'debug' : 'warn' }
    return { ...composeEnvironment(name, facts, { ...test, ...inherited }), ...this.#options.envOf?.[name] }
  }
}

const secret = () => randomBytes(32).toString('base64url')

/** The Postgres of the whole Jest run (jest-setup.ts): one server, a set of databases for every stack. */
function sharedServer(url: string): Promise<Server> {
  const refuse = () =>
    Promise.reject(new Error('this Postgres belongs to every test: start a stack with its own (TEST_POSTGRES_URL unset)'))
  return Promise.resolve({ name: 'postgres', url, pid: undefined, stop: () => Promise.resolve(), kill: refuse, resume: refuse })
}

/** Starts a stack; `stop()` it in afterAll. */
export function startStack(options: StackOptions = {}): Promise<Stack> {
  return Stack.start(options)
}
