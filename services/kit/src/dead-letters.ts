/** Events that a consumer could not handle. A stream of their own keeps them for 30 days; the operator lists, retries or drops them. */
import { type JetStreamClient, type JetStreamManager, jetstream, type StoredMsg } from '@nats-io/jetstream'
import { RequestError, TimeoutError } from '@nats-io/transport-node'
import { DeadLetter, RetryReply } from '#proto/dead-letters.ts'
import { EVENTS, type EventEnvelope, eventUser, isEventName } from '#proto/events.ts'
import { DEAD_LETTER_STREAM, EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { AppError } from './app-error.ts'
import type { Bus } from './bus.ts'
import { ensureStream, openManager, STREAMS, whereFound } from './jetstream.ts'
import { isStoreUnavailable } from './store-unavailable.ts'

/** Longer than any handler takes. */
const RETRY_TIMEOUT = 30_000

/** `id` is the sequence number in the stream. */
export type StoredDeadLetter = DeadLetter & { readonly id: number; readonly storedAt: string; readonly userId: number }

/**
 * `event_gone`: the event stream no longer has the event, and the ids in the dead letter are not enough to handle it.
 * `no_consumer`: no copy of the consuming service runs.
 */
export type RetryResult = 'handled' | 'not_found' | 'event_gone' | 'no_consumer' | { readonly error: string }

/** @returns an error code or the name of the error's class, never the message, which may quote a person's text */
export function errorName(error: unknown): string {
  if (error instanceof AppError) return error.code
  if (isStoreUnavailable(error)) return 'unavailable'
  return error instanceof Error ? error.name : typeof error
}

export class DeadLetters {
  readonly #bus: Bus
  readonly #client: JetStreamClient
  readonly #manager: JetStreamManager

  private constructor(bus: Bus, manager: JetStreamManager) {
    this.#bus = bus
    this.#client = jetstream(bus.connection, { timeout: 5_000 })
    this.#manager = manager
  }

  static async open(bus: Bus): Promise<DeadLetters> {
    return new DeadLetters(bus, await openManager(bus))
  }

  /** The message id makes storing one event of a consumer twice in a row one dead letter. @throws when it was not stored */
  async store(letter: DeadLetter): Promise<void> {
    await ensureStream(this.#manager, STREAMS.deadLetters)
    const subject = subjects.deadLetter(letter.consumer, eventUser(letter.data))
    await this.#client.publish(subject, JSON.stringify(letter), { msgID: `${letter.consumer} ${letter.sequence} ${letter.eventId}` })
  }

  /** @returns all dead letters, oldest first */
  async list(): Promise<StoredDeadLetter[]> {
    const letters: StoredDeadLetter[] = []
    for (let seq = 1; ; ) {
      const message = await this.#read(DEAD_LETTER_STREAM, { seq, next_by_subj: subjects.allDeadLetters })
      if (!message) return letters
      const letter = parseStored(message)
      if (letter) letters.push(letter)
      seq = message.seq + 1
    }
  }

  /** @returns false when there is none with this id */
  async drop(id: number): Promise<boolean> {
    if (!(await this.#find(id))) return false
    return this.#manager.streams.deleteMessage(DEAD_LETTER_STREAM, id)
  }

  /** Has the consumer that failed, and no other, handle the event again. Drops the dead letter once it is handled. */
  async retry(id: number): Promise<RetryResult> {
    const letter = await this.#find(id)
    if (!letter) return 'not_found'
    const event = await this.#eventOf(letter)
    if (!event) return 'event_gone'
    const reply = await this.#ask(letter.consumer, event)
    if (reply === 'no_consumer') return reply
    if (reply.error !== undefined) return { error: reply.error }
    await this.drop(id)
    return 'handled'
  }

  /** Deletes all dead letters about one user. */
  async erase(userId: number): Promise<void> {
    await whereFound(this.#manager.streams.purge(DEAD_LETTER_STREAM, { filter: subjects.deadLettersOfUser(userId) }))
  }

  async #find(id: number): Promise<StoredDeadLetter | undefined> {
    const message = id > 0 ? await this.#read(DEAD_LETTER_STREAM, { seq: id }) : undefined
    return message && parseStored(message)
  }

  async #read(stream: string, query: { seq: number; next_by_subj?: string }): Promise<StoredMsg | undefined> {
    return (await whereFound(this.#manager.streams.getMessage(stream, query))) ?? undefined
  }

  /** The whole event while its stream has it, else one rebuilt from the dead letter's ids, where they are enough. */
  async #eventOf({ sequence, eventId, name, at, data }: DeadLetter): Promise<EventEnvelope | undefined> {
    const original = await this.#read(EVENT_STREAM, { seq: sequence })
    const event = original && parseJson(original)
    if (event?.id === eventId) return event as EventEnvelope
    return isEventName(name) && EVENTS[name].safeParse(data).success ? ({ id: eventId, name, at, data } as EventEnvelope) : undefined
  }

  async #ask(consumer: string, event: EventEnvelope): Promise<RetryReply | 'no_consumer'> {
    try {
      const reply = await this.#bus.connection.request(subjects.retry(consumer), JSON.stringify(event), { timeout: RETRY_TIMEOUT })
      return RetryReply.parse(reply.json())
    } catch (error) {
      if (error instanceof RequestError && error.isNoResponders()) return 'no_consumer'
      if (error instanceof TimeoutError) return { error: 'timeout' }
      throw error
    }
  }
}

function parseJson(message: StoredMsg): Record<string, unknown> | undefined {
  try {
    return message.json()
  } catch {
    return undefined
  }
}

function parseStored(message: StoredMsg): StoredDeadLetter | undefined {
  const { data } = DeadLetter.safeParse(parseJson(message))
  return data && { ...data, id: message.seq, storedAt: message.time.toISOString(), userId: eventUser(data.data) }
}
