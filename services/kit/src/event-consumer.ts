/**
 * A durable consumer in one process. It pulls no more events than it can hold, and extends the ack time of those that it holds (`working`):
 * the ack time can be short, so that a crashed copy's events are redelivered soon, and yet no event that waits here is delivered twice.
 * An event whose handler fails is redelivered after a growing delay, and after the last try it is stored as a dead letter.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { ConsumerMessages, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import type { Msg } from '@nats-io/transport-node'
import type { RetryReply } from '#proto/dead-letters.ts'
import { EVENTS, type EventDomain, type EventEnvelope, eventIds, eventKey, isEventName } from '#proto/events.ts'
import { EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { type Bus, type Subscription, traceOf } from './bus.ts'
import { type DeadLetters, errorName } from './dead-letters.ts'
import { ensureDurable } from './jetstream.ts'
import { KeyedQueue } from './keyed-queue.ts'
import type { Log } from './log.ts'
import { eventDeadLetters, eventDuration, eventsHandled, gauges } from './metrics.ts'
import { traced } from './tracing.ts'

export type ConsumerOptions = {
  /** The server redelivers an event to another copy after this long without `ack` or `working`. */
  readonly ackWaitMs: number
  /** The delay after the first failed try, the second and so on; the last one repeats. */
  readonly retryDelaysMs: readonly number[]
  /** About 15 minutes with the default delays; then the event becomes a dead letter. */
  readonly tries: number
  /**
   * How long the server keeps a pull open. Within half of this time the server notices that the client is gone. That must be sooner than
   * the ack time: a server before 2.10.16 whose only open pull belongs to a dead process redelivers another event instead of the one that
   * is due. It must divide none of the delays, or an event would be due just as a pull ends.
   */
  readonly pullMs: number
  /** How many events are held at a time. */
  readonly prefetch: number
  /** How many events are handled at a time, each with another `eventKey`. */
  readonly concurrency: number
}

const DEFAULTS: ConsumerOptions = {
  ackWaitMs: 5_000,
  pullMs: 3_700,
  retryDelaysMs: [1_000, 2_000, 5_000, 10_000, 30_000, 60_000],
  tries: 20,
  prefetch: 10,
  concurrency: 5,
}
/** Deliveries beyond the tries mean that none finished, as when the handler crashes the process; after these it is no longer called. */
const UNFINISHED_DELIVERIES = 5
const RESUME_MS = 500
/** Events handled within this time of each other are acknowledged together: a write costs more than handling an event. */
const ACKNOWLEDGE_MS = 50
/** How long `stop` waits for handlers. */
const STOP_MS = 3_000

export type Handlers = Readonly<Record<string, ((event: EventEnvelope) => Promise<void>) | undefined>>

type ConsumerDeps = {
  readonly bus: Bus
  readonly log: Log
  readonly client: JetStreamClient
  readonly manager: JetStreamManager
  readonly deadLetters: DeadLetters
  /** @returns when the event stream was created */
  readonly ensureStreams: () => Promise<string>
  /** The durable consumer's name. */
  readonly name: string
  readonly domain: EventDomain
  readonly handlers: Handlers
  readonly options: Partial<ConsumerOptions>
}

/** An event as delivered; its data is not validated yet. `failure` is set when it could not be parsed. */
type Received = { readonly id: string; readonly name: string; readonly at: string; readonly data: unknown; readonly failure?: unknown }
type Delivery = { message: JsMsg; readonly event: Received }

const consumers = new Set<EventConsumer>()
gauges({
  name: 'doorbell_consumer_lag_events',
  help: 'Events that a service has not handled yet; the same in every copy of it: use max, not sum',
  labels: ['consumer'],
  read: () => Promise.all([...consumers].map((consumer) => consumer.readLag())),
})()

export class EventConsumer {
  readonly #deps: ConsumerDeps
  readonly #options: ConsumerOptions
  /** By sequence number in the stream: every delivery that is not acknowledged yet. */
  readonly #held = new Map<number, Delivery>()
  readonly #queue: KeyedQueue<Delivery>
  /** How many may be held. It grows with each handled event, so that an event which crashes the process takes few others with it. */
  #window = 1
  #handled: JsMsg[] = []
  #acknowledgedAt = Number.NEGATIVE_INFINITY
  #streamCreated = ''
  #batch: ConsumerMessages | undefined
  #renewed = false
  #stopped = false
  #onRoom: () => void = () => undefined
  #subscriptions: Subscription[] = []

  constructor(deps: ConsumerDeps) {
    this.#deps = deps
    this.#options = { ...DEFAULTS, ...deps.options }
    this.#queue = new KeyedQueue(this.#options.concurrency, (delivery) => this.#handle(delivery))
  }

  /** Counts the events of its domain that no copy has acknowledged yet, delivered ones included. */
  async readLag(): Promise<{ labels: { consumer: string }; value: number }> {
    const { manager, name } = this.#deps
    const { num_pending: pending, num_ack_pending: delivered } = await manager.consumers.info(EVENT_STREAM, name)
    return { labels: { consumer: name }, value: pending + delivered }
  }

  start(): void {
    const { bus, name } = this.#deps
    consumers.add(this)
    const renewal = setInterval(() => this.#renewHeld(), this.#options.ackWaitMs / 3)
    const retries = bus.connection.subscribe(subjects.retry(name), {
      queue: name,
      callback: (err, message) => {
        if (!err) void this.#answerRetry(message)
      },
    })
    this.#subscriptions = [
      bus.onReconnect(() => this.#renew()),
      { stop: () => clearInterval(renewal) },
      { stop: () => retries.unsubscribe() },
    ]
    void this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    consumers.delete(this)
    this.#renew()
    for (const delivery of this.#queue.clear()) this.#returnToServer(delivery.message)
    await Promise.race([this.#queue.idle(), pause(STOP_MS, undefined, { ref: false })])
    this.#sendAcknowledgements()
    for (const subscription of this.#subscriptions) subscription.stop()
  }

  /** Ends the current pull: after a reconnect the server may know neither the pull nor the consumer. */
  #renew(): void {
    this.#renewed = true
    this.#batch?.stop()
    this.#onRoom()
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#consume()
      } catch (err) {
        if (this.#stopped) return
        this.#deps.log.warn({ err, consumer: this.#deps.name }, 'event consumer lost, resuming')
        await pause(RESUME_MS)
      }
    }
  }

  async #consume(): Promise<void> {
    const { client, manager, name } = this.#deps
    this.#renewed = false
    const created = await this.#deps.ensureStreams()
    // In a new stream the sequence numbers are of other events: those held from the old stream must not be acknowledged.
    if (created !== this.#streamCreated) this.#dropHeld()
    this.#streamCreated = created
    await ensureDurable(manager, { durable: name, ...this.#filters(), ackWaitMs: this.#options.ackWaitMs })
    const consumer = await client.consumers.get(EVENT_STREAM, name)
    while (!this.#renewed) {
      const room = await this.#room()
      if (this.#renewed) return
      this.#batch = await consumer.fetch({ max_messages: room, expires: this.#options.pullMs })
      if (this.#renewed) this.#batch.stop()
      for await (const message of this.#batch) this.#take(message)
    }
  }

  /** A consumer of one kind of event receives no other; a server before 2.10 knows no list of filters. */
  #filters(): { readonly filter: string; readonly widest: string } {
    const { domain, handlers } = this.#deps
    const widest = subjects.events(domain)
    const [only, ...others] = Object.keys(handlers)
    return { filter: only && !others.length ? subjects.eventsNamed(domain, only) : widest, widest }
  }

  #dropHeld(): void {
    this.#queue.clear()
    this.#held.clear()
    this.#handled = []
  }

  /** Waits until half of the window is free, so that one pull fetches several events if there are several. */
  async #room(): Promise<number> {
    while (this.#held.size > this.#window / 2 && !this.#renewed) {
      await new Promise<void>((resolve) => {
        this.#onRoom = resolve
      })
    }
    return this.#window - this.#held.size
  }

  #take(message: JsMsg): void {
    if (this.#stopped) {
      this.#returnToServer(message)
      return
    }
    const held = this.#held.get(message.seq)
    // Redelivered, as after a long disconnection: the event is handled once, and the newest delivery is acknowledged.
    if (held) {
      held.message = message
      return
    }
    const delivery = { message, event: readEvent(message) }
    this.#held.set(message.seq, delivery)
    this.#queue.add(eventKey(delivery.event.data), delivery)
  }

  /** Returns an event for another copy, delayed until the server has noticed that this copy pulls no more. */
  #returnToServer(message: JsMsg): void {
    this.#held.delete(message.seq)
    this.#send(() => message.nak(Math.round(this.#options.pullMs / 1.5)))
  }

  #renewHeld(): void {
    for (const { message } of this.#held.values()) this.#send(() => message.working())
  }

  #answer(delivery: Delivery, send: (message: JsMsg) => void): void {
    const { seq } = delivery.message
    if (this.#held.get(seq) !== delivery) return
    this.#held.delete(seq)
    this.#send(() => send(delivery.message))
    this.#onRoom()
  }

  /** Sending fails on a closed connection: the server then redelivers the event to another copy. */
  #send(send: () => void): void {
    try {
      send()
    } catch (err) {
      this.#deps.log.debug({ err, consumer: this.#deps.name }, 'event acknowledgement not sent')
    }
  }

  async #handle(delivery: Delivery): Promise<void> {
    const attempt = delivery.message.info.deliveryCount
    if (attempt > this.#options.tries + UNFINISHED_DELIVERIES) return this.#storeDeadLetter(delivery, attempt, 'unfinished')
    try {
      const { message, event } = delivery
      await traced(`event ${event.name}`, { kind: 'consumer', parent: traceOf(message) }, () => this.#callHandler(event))
    } catch (err) {
      if (attempt >= this.#options.tries) return this.#storeDeadLetter(delivery, attempt, errorName(err))
      const delay = this.#delayAfter(attempt)
      this.#deps.log.warn({ ...this.#factsOf(delivery), attempt, delay, err }, 'event handler failed, will retry')
      return this.#answer(delivery, (message) => message.nak(delay))
    }
    this.#window = Math.min(this.#window * 2, this.#options.prefetch)
    this.#answer(delivery, (message) => this.#acknowledge(message))
  }

  /** Immediately on an idle machine; if a waiting acknowledgement is lost, its event is delivered again. */
  #acknowledge(message: JsMsg): void {
    this.#handled.push(message)
    if (this.#handled.length > 1) return
    const wait = this.#acknowledgedAt + ACKNOWLEDGE_MS - performance.now()
    if (wait > 0) setTimeout(() => this.#sendAcknowledgements(), wait)
    else setImmediate(() => this.#sendAcknowledgements())
  }

  #sendAcknowledgements(): void {
    this.#acknowledgedAt = performance.now()
    for (const message of this.#handled.splice(0)) this.#send(() => message.ack())
  }

  /** Calls the handler of this event, if there is one, with data that the contract's schema has parsed. @throws what the handler throws */
  async #callHandler({ id, name, at, data, failure }: Received): Promise<void> {
    const { name: consumer, domain, handlers } = this.#deps
    const event = isEventName(name) ? name : 'unknown'
    const end = eventDuration.startTimer({ consumer, event })
    try {
      if (failure) throw failure
      const handler = handlers[name.slice(domain.length + 1)]
      if (handler && isEventName(name)) await handler({ id, name, at, data: EVENTS[name].parse(data) } as EventEnvelope)
      eventsHandled.inc({ consumer, event, result: handler ? 'handled' : 'ignored' })
    } catch (error) {
      eventsHandled.inc({ consumer, event, result: 'failed' })
      throw error
    } finally {
      end()
    }
  }

  /** An event that cannot be stored as a dead letter is redelivered, so that it is never lost. */
  async #storeDeadLetter(delivery: Delivery, attempt: number, error: string): Promise<void> {
    const { log, deadLetters, name: consumer } = this.#deps
    const { id: eventId, name, at, data } = delivery.event
    const facts = { ...this.#factsOf(delivery), attempt, error }
    try {
      const sequence = delivery.message.seq
      await deadLetters.store({ consumer, eventId, name, at, data: eventIds(name, data), sequence, error, attempts: attempt })
      eventDeadLetters.inc({ consumer })
      log.error(facts, 'event stored as dead letter')
      this.#answer(delivery, (message) => message.term())
    } catch (err) {
      log.error({ ...facts, err }, 'dead letter not stored, event will be retried')
      this.#answer(delivery, (message) => message.nak(this.#delayAfter(attempt)))
    }
  }

  #delayAfter(attempt: number): number {
    const { retryDelaysMs } = this.#options
    return retryDelaysMs[Math.min(attempt, retryDelaysMs.length) - 1] ?? 0
  }

  #factsOf({ event }: Delivery) {
    return { consumer: this.#deps.name, event: event.name, eventId: event.id }
  }

  /** Handles an event again for the operator, who retries its dead letter (dead-letters.ts). */
  async #answerRetry(message: Msg): Promise<void> {
    const reply: RetryReply = {}
    try {
      await this.#callHandler(parseEvent(message))
    } catch (err) {
      reply.error = errorName(err)
    }
    this.#send(() => message.respond(JSON.stringify(reply)))
  }
}

/** @returns the event, or the fields in the message's headers when its body cannot be parsed */
function readEvent(message: JsMsg): Received {
  try {
    return parseEvent(message)
  } catch (failure) {
    const name = nameIn(message.subject)
    return { id: message.headers?.get('Nats-Msg-Id') ?? '', name, at: message.timestamp, data: undefined, failure }
  }
}

/** `event.v1.<domain>.<name>.<userId>`; without the last part in events of an older release. */
const nameIn = (subject: string) => subject.split('.').slice(2, 4).join('.')

function parseEvent(message: Pick<Msg, 'json'>): Received {
  const { id, name, at, data } = message.json<Received>()
  if (typeof id !== 'string' || typeof name !== 'string' || typeof at !== 'string')
    throw new TypeError('an event has an id, a name and a time')
  return { id, name, at, data }
}
