/** A running product for tests: operations, rows, accounts and visitors. The process that started it can do more: stack.ts. */
import { Redis } from 'ioredis'
import pg from 'pg'
import { Bus, type CallOptions } from '#kit/bus.ts'
import { createLog } from '#kit/log.ts'
import type { Caller } from '#proto/envelope.ts'
import type { ServiceName } from '#proto/operation.ts'
import type { BytesOwner, Input, OperationName, Output } from '#proto/operations/index.ts'
import { databaseName, databaseUrl } from '#scripts/database/migrate.ts'
import { PASSWORD, Person, Resident, Visitor } from './people.ts'
import { eventually } from './wait.ts'

export type AnyService = ServiceName | 'gateway'

/** The address of a product; another process can read it. */
export type WorldFacts = {
  readonly url: string
  /** Opens `/dev/mail`. */
  readonly devKey: string
  /** Keys that sign the gateway's requests to a service's bytes (kit/bytes.ts). */
  readonly internalKeys: Readonly<Record<BytesOwner, string>>
  /** The server, and the first half of every database's name. */
  readonly postgresUrl: string
  readonly redisUrl: string
}

export abstract class World {
  readonly url: string
  readonly devKey: string
  readonly internalKeys: WorldFacts['internalKeys']
  readonly redis: Redis
  readonly bus: Bus
  readonly #postgresUrl: string
  readonly #pools = new Map<string, pg.Pool>()
  readonly #people: Person[] = []

  protected constructor(facts: WorldFacts, bus: Bus) {
    this.url = facts.url
    this.devKey = facts.devKey
    this.internalKeys = facts.internalKeys
    this.#postgresUrl = facts.postgresUrl
    this.bus = bus
    this.redis = new Redis(facts.redisUrl, { lazyConnect: true })
    this.redis.on('error', () => undefined)
  }

  /** @returns undefined for a service that was not started */
  abstract httpOf(name: AnyService): string | undefined

  /** Calls a service as the gateway would. @throws AppError */
  rpc<N extends OperationName>(
    name: N,
    input: Input<N>,
    caller?: Partial<Caller>,
    options: Omit<CallOptions, 'caller'> = {},
  ): Promise<Output<N>> {
    const full: Caller = { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...caller }
    return this.bus.call(name, input, { ...options, caller: full })
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
    // A test may stop the server; the next query reports that.
    pool.on('error', () => undefined)
    this.#pools.set(service, pool)
    return pool
  }

  databaseUrl(service: ServiceName): string {
    return databaseUrl(this.#postgresUrl, databaseName(this.#postgresUrl, service))
  }

  /** A person without an account. */
  person(): Person {
    return this.#remember(new Person(this.url))
  }

  /** @param address for several visitors with one address */
  visitor(address?: string): Visitor {
    return this.#remember(new Visitor(this.url, address))
  }

  /** Registers a new account; `premium` is the operator's grant. */
  async resident(fields: { readonly username?: string; readonly firstName?: string; readonly premium?: boolean } = {}): Promise<Resident> {
    const resident = this.#remember(await Resident.register(this.url, fields))
    if (fields.premium) await this.grantPremium(resident.user.id)
    return resident
  }

  /** Waits until doorbell has the plan, which arrives as an event; an earlier ring would be a free account's. */
  async grantPremium(userId: number): Promise<void> {
    await this.rpc('billing.grant', { userId, by: 'test' })
    if (!this.httpOf('doorbell')) return
    const resident = { userId, session: 'test', device: 'test' }
    const news = () => this.rpc('doorbell.notifications', { limit: 100, type: 'system' }, { resident })
    await eventually('doorbell to hear of the plan', async () => (await news()).some(({ kind }) => kind === 'plan'))
  }

  /** The secrets of this test's people: their password and cookies. */
  protected get secrets(): string[] {
    const cookies = this.#people.flatMap(({ client }) => [...client.cookies].map(([, value]) => value))
    return [PASSWORD, this.devKey, ...cookies.filter((value) => value.length >= 20)]
  }

  /** Closes the connections of the people and of this process; the product keeps running. */
  protected async disconnect(): Promise<void> {
    await Promise.allSettled(this.#people.map((person) => person.leave()))
    this.redis.disconnect()
    await this.bus.close()
    await Promise.allSettled([...this.#pools.values()].map((pool) => pool.end()))
  }

  #remember<P extends Person>(person: P): P {
    this.#people.push(person)
    return person
  }
}

export const connectBus = (natsUrl: string): Promise<Bus> => Bus.connect(natsUrl, 'test', createLog('test', 'silent'))
