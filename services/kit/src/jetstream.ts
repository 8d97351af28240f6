/** Creates streams and durable consumers, and updates consumers that an earlier version created with other settings. */
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { DEAD_LETTER_STREAM, EVENT_STREAM, subjects } from '#proto/subjects.ts'
import type { Bus } from './bus.ts'

const TIMEOUT = 5_000
const DAY_NS = 24 * 3600 * 1e9
const NS_PER_MS = 1e6

export const STREAMS = {
  events: { name: EVENT_STREAM, subject: subjects.allEvents, maxAge: 7 * DAY_NS },
  deadLetters: { name: DEAD_LETTER_STREAM, subject: subjects.allDeadLetters, maxAge: 30 * DAY_NS },
} as const

/** Sends no request yet, because the server may be unreachable. */
export const openManager = (bus: Bus): Promise<JetStreamManager> => jetstreamManager(bus.connection, { timeout: TIMEOUT, checkAPI: false })

/** @returns undefined when there is no such stream, consumer or message @throws every other error */
export async function whereFound<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request
  } catch (error) {
    const { ConsumerNotFound, NoMessageFound, StreamNotFound } = JetStreamApiCodes
    const missing: readonly number[] = [ConsumerNotFound, NoMessageFound, StreamNotFound]
    if (error instanceof JetStreamApiError && missing.includes(error.code)) return undefined
    throw error
  }
}

/** @returns when the stream was created (RFC 3339, the server's time), which distinguishes it from the new stream of an emptied server */
export async function ensureStream(
  manager: JetStreamManager,
  { name, subject, maxAge }: (typeof STREAMS)[keyof typeof STREAMS],
): Promise<string> {
  const existing = await whereFound(manager.streams.info(name))
  if (existing) return existing.created
  const added = await manager.streams.add({
    name,
    subjects: [subject],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: maxAge,
    duplicate_window: 120 * 1e9,
  })
  return added.created
}

/**
 * The server redelivers only events that no copy holds any more (`ack_wait`), without limit (`max_deliver`): event-consumer.ts decides how
 * often and when to try again. A `backoff` here would replace `ack_wait` by its first step.
 */
const deliveryOf = (ackWaitMs: number) => ({ ack_wait: ackWaitMs * NS_PER_MS, max_deliver: -1, backoff: [] })

/** The settings of a durable consumer. */
type Wanted = {
  readonly durable: string
  /** The subject of its events, and that of all events of the domain. */
  readonly filter: string
  readonly widest: string
  readonly ackWaitMs: number
}

/**
 * Creates a durable consumer of the event stream, or brings an existing one to these settings: an update keeps its position. A filter is
 * only made wider: a copy of another release may still need what this one ignores.
 */
export async function ensureDurable(manager: JetStreamManager, { durable, filter, widest, ackWaitMs }: Wanted): Promise<void> {
  const delivery = deliveryOf(ackWaitMs)
  const existing = await whereFound(manager.consumers.info(EVENT_STREAM, durable))
  if (!existing) {
    const position = { durable_name: durable, filter_subject: filter, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All }
    await manager.consumers.add(EVENT_STREAM, { ...position, ...delivery })
    return
  }
  const isNarrow = !covers(existing.config.filter_subject, filter)
  if (isNarrow || differs(existing.config, delivery))
    await manager.consumers.update(EVENT_STREAM, durable, { ...delivery, ...(isNarrow ? { filter_subject: widest } : {}) })
}

/** Both end with `>`. A consumer without a filter receives everything. */
const covers = (wide: string | undefined, narrow: string) => wide === undefined || narrow.startsWith(wide.slice(0, -1))

function differs(config: ConsumerConfig, wanted: ReturnType<typeof deliveryOf>): boolean {
  return config.ack_wait !== wanted.ack_wait || config.max_deliver !== wanted.max_deliver || (config.backoff?.length ?? 0) > 0
}
