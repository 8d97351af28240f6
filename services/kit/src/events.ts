/**
 * Durable events on JetStream: streams are ensured at start and at each reconnect; each service has durable consumers; delivery is at least
 * once.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type JetStreamClient, type JetStreamManager, jetstream } from '@nats-io/jetstream'
import { type EventDomain, type EventEnvelope, type EventName, eventUser } from '#proto/events.ts'
import { EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { type Bus, type Subscription, traceHeaders } from './bus.ts'
import { DeadLetters } from './dead-letters.ts'
import { type ConsumerOptions, EventConsumer, type Handlers } from './event-consumer.ts'
import { ensureStream, openManager, STREAMS, whereFound } from './jetstream.ts'
import type { Log } from './log.ts'
import { eventPublished } from './metrics.ts'

/** One handler per event of a domain; an event without a handler is acknowledged and ignored. */
export type EventHandlers<D extends EventDomain> = {
  readonly [N in Extract<EventName, `${D}.${string}`> as N extends `${D}.${infer Short}` ? Short : never]?: (
    event: EventEnvelope<N>,
  ) => Promise<void>
}

const RETRY_MS = 500

export class Events {
  readonly deadLetters: DeadLetters
  readonly #bus: Bus
  readonly #log: Log
  readonly #options: Partial<ConsumerOptions>
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager
  readonly #consumers = new Set<EventConsumer>()
  #ensuring: Promise<string> | undefined
  #waiting: Promise<void> | undefined
  #streamCreated = ''

  private constructor(bus: Bus, log: Log, options: Partial<ConsumerOptions>, manager: JetStreamManager, deadLetters: DeadLetters) {
    this.#bus = bus
    this.#log = log
    this.#options = options
    this.#client = jetstream(bus.connection, { timeout: 5_000 })
    this.#manager = manager
    this.deadLetters = deadLetters
  }

  /** Waits until JetStream answers, however long that takes: a server that starts answers requests before it has read its streams. */
  static async open(bus: Bus, log: Log, options: Partial<ConsumerOptions> = {}): Promise<Events> {
    const events = new Events(bus, log, options, await openManager(bus), await DeadLetters.open(bus))
    await events.#untilEnsured()
    bus.onReconnect(() => void events.#untilEnsured())
    return events
  }

  /**
   * When the event stream was created, as last seen: another time means another stream, without the events of the one before (an emptied
   * NATS, or a deleted stream).
   */
  get streamCreated(): string {
    return this.#streamCreated
  }

  /** Concurrent calls share one run. */
  #untilEnsured(): Promise<void> {
    this.#waiting ??= this.#retryEnsuring().finally(() => {
      this.#waiting = undefined
    })
    return this.#waiting
  }

  async #retryEnsuring(): Promise<void> {
    while (!this.#bus.connection.isClosed()) {
      try {
        await this.#ensureStreams()
        return
      } catch (err) {
        this.#log.warn({ err }, 'event stream setup failed, retrying')
        await pause(RETRY_MS)
      }
    }
  }

  /** Concurrent calls share one run. @returns when the event stream was created */
  #ensureStreams(): Promise<string> {
    this.#ensuring ??= this.#createMissing().finally(() => {
      this.#ensuring = undefined
    })
    return this.#ensuring
  }

  async #createMissing(): Promise<string> {
    const created = await ensureStream(this.#manager, STREAMS.events)
    await ensureStream(this.#manager, STREAMS.deadLetters)
    this.#streamCreated = created
    return created
  }

  /**
   * Publishes one outbox row; JetStream drops a duplicate id, which is not counted either.
   * @param trace the `traceparent` that its consumers continue
   * @throws when it was not stored
   */
  async publish(envelope: EventEnvelope, trace?: string): Promise<void> {
    const subject = subjects.event(envelope.name, eventUser(envelope.data))
    const options = { msgID: envelope.id, ...(trace ? { headers: traceHeaders(trace) } : {}) }
    const { duplicate } = await this.#client.publish(subject, JSON.stringify(envelope), options)
    if (!duplicate) eventPublished(envelope)
  }

  /** Deletes all events about one user, also those that no consumer has handled. */
  async erase(userId: number): Promise<void> {
    await whereFound(this.#manager.streams.purge(EVENT_STREAM, { filter: subjects.eventsOfUser(userId) }))
  }

  /** Consumes one domain's events with one durable consumer per service, whose copies share the events. */
  async subscribe<D extends EventDomain>(service: string, domain: D, handlers: EventHandlers<D>): Promise<Subscription> {
    const consumer = new EventConsumer({
      bus: this.#bus,
      log: this.#log,
      client: this.#client,
      manager: this.#manager,
      deadLetters: this.deadLetters,
      ensureStreams: () => this.#ensureStreams(),
      name: `${service}-${domain}`,
      domain,
      handlers: handlers as Handlers,
      options: this.#options,
    })
    this.#consumers.add(consumer)
    consumer.start()
    return { stop: () => void consumer.stop() }
  }

  /** Waits, within a limit, for the events being handled; waiting ones are returned for another copy immediately. */
  async stop(): Promise<void> {
    await Promise.all([...this.#consumers].map((consumer) => consumer.stop()))
  }
}
