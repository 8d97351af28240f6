/** Durable events on JetStream: streams ensured at boot and at each reconnect, consumers durable per service, at least once. */
import {
  AckPolicy,
  DeliverPolicy,
  type JetStreamClient,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import type { EventDomain, EventEnvelope, EventName } from '#proto/events.ts'
import { EVENTS } from '#proto/events.ts'
import { EVENT_STREAM, subjects } from '#proto/subjects.ts'
import type { Bus, Subscription } from './bus.ts'
import type { Log } from './log.ts'

const WEEK_NS = 7 * 24 * 3600 * 1e9
const RETRY_NS = [1, 2, 5, 10, 30].map((seconds) => seconds * 1e9)

/** One arm per event of a domain; names without an arm are acknowledged and forgotten. */
export type EventArms<D extends EventDomain> = {
  readonly [N in Extract<EventName, `${D}.${string}`> as N extends `${D}.${infer Short}` ? Short : never]?: (
    event: EventEnvelope<N>,
  ) => Promise<void>
}

export class Events {
  readonly #bus: Bus
  readonly #log: Log
  readonly #client: JetStreamClient
  readonly #created = new Set<() => void>()
  #stopped = false

  private constructor(bus: Bus, log: Log) {
    this.#bus = bus
    this.#log = log
    this.#client = jetstream(bus.connection, { timeout: 5_000 })
  }

  static async open(bus: Bus, log: Log): Promise<Events> {
    const events = new Events(bus, log)
    await events.#ensure()
    bus.onReconnect(() => void events.#ensure().catch((err: unknown) => log.warn({ err }, 'stream not ensured')))
    return events
  }

  /** A stream found new (a fresh or emptied NATS) is refilled from the outbox. */
  onStreamCreated(callback: () => void): void {
    this.#created.add(callback)
  }

  async #ensure(): Promise<void> {
    const manager = await jetstreamManager(this.#bus.connection, { timeout: 5_000 })
    const existing = await manager.streams.info(EVENT_STREAM).catch(() => undefined)
    if (existing) return
    await manager.streams.add({
      name: EVENT_STREAM,
      subjects: [subjects.allEvents],
      retention: RetentionPolicy.Limits,
      storage: StorageType.File,
      max_age: WEEK_NS,
      duplicate_window: 120 * 1e9,
    })
    for (const callback of this.#created) callback()
  }

  /** Publishes one outbox row; JetStream drops a repeated id. @throws when it was not stored */
  async publish(envelope: EventEnvelope): Promise<void> {
    await this.#client.publish(subjects.event(envelope.name), JSON.stringify(envelope), { msgID: envelope.id })
  }

  /** Consumes one domain's events as one durable consumer per service: any copy takes the next. */
  async subscribe<D extends EventDomain>(service: string, domain: D, arms: EventArms<D>): Promise<Subscription> {
    const durable = `${service}-${domain}`
    const run = async () => {
      while (!this.#stopped) {
        try {
          await this.#consume(durable, domain, arms as AnyArms)
        } catch (err) {
          if (this.#stopped) return
          this.#log.warn({ err, durable }, 'consumer lost, trying again')
          await new Promise((resolve) => setTimeout(resolve, 500))
        }
      }
    }
    void run()
    return { stop: () => void this.stop() }
  }

  async #consume(durable: string, domain: EventDomain, arms: AnyArms): Promise<void> {
    await this.#ensure()
    const manager = await jetstreamManager(this.#bus.connection, { timeout: 5_000 })
    await manager.consumers.add(EVENT_STREAM, {
      durable_name: durable,
      filter_subject: subjects.events(domain),
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: 30 * 1e9,
      max_deliver: 20,
      backoff: RETRY_NS,
    })
    const consumer = await this.#client.consumers.get(EVENT_STREAM, durable)
    const messages = await consumer.consume({ max_messages: 200, abort_on_missing_resource: true })
    this.#open.add(messages)
    for await (const message of messages) {
      try {
        const envelope = message.json<EventEnvelope>()
        const arm = arms[envelope.name.slice(domain.length + 1)]
        if (arm) await arm({ ...envelope, data: EVENTS[envelope.name].parse(envelope.data) } as EventEnvelope)
        message.ack()
      } catch (err) {
        this.#log.error({ err, subject: message.subject }, 'event not handled, will come again')
        message.nak(1_000)
      }
    }
    this.#open.delete(messages)
  }

  readonly #open = new Set<{ stop(): void }>()

  async stop(): Promise<void> {
    this.#stopped = true
    for (const messages of this.#open) messages.stop()
  }
}

type AnyArms = Readonly<Record<string, ((event: EventEnvelope) => Promise<void>) | undefined>>
