/**
 * Publish after commit: a use case writes its rows and its outbox row in one transaction; `soon` publishes in batches, outside the request,
 * and a job publishes what that missed. Table, the same in every service's database:
 *   outbox (id uuid primary key, name text, data jsonb, at timestamptz, sent_at timestamptz null), index on (at) where sent_at is null.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventData, EventEnvelope, EventName } from '#proto/events.ts'
import { gauge } from './metrics.ts'
import {
  DELETE_OF_USER,
  DELETE_SENT,
  FIND_OLDEST_UNSENT,
  INSERT_EVENT,
  MARK_SENT,
  MARK_SENT_SOON,
  MARK_UNSENT,
  TAKE_UNSENT,
} from './outbox.sql.ts'
import { execute, fetchRow, fetchRows, inTransaction } from './postgres.ts'
import type { ServiceContext } from './service-context.ts'
import { traceparent } from './tracing.ts'

const BATCH_MS = 30
/** Published rows are marked in batches. A crash before the mark repeats the event, and JetStream drops the duplicate id. */
const MARK_MS = 300
const SWEEP_MS = 2_000
const KEEP_MS = 7 * 24 * 3_600_000
/** By how much the clocks of this process and of NATS may differ. */
const CLOCKS_APART_MS = 15 * 60_000

export interface Outbox {
  /** Builds a row that the caller inserts in its own transaction (by `insertOutbox` or its own statement). */
  row<N extends EventName>(name: N, data: EventData<N>): EventEnvelope<N>
  /** Call after the commit: publishes in the next batch. */
  soon(...envelopes: EventEnvelope[]): void
}

/** Inserts outbox rows on the caller's connection. */
export async function insertOutbox(client: pg.Pool | pg.PoolClient, envelopes: readonly EventEnvelope[]): Promise<void> {
  for (const envelope of envelopes) await execute(client, INSERT_EVENT, envelope)
}

/** Deletes a deleted account's events, sent or not. */
export async function deleteEventsOf(client: pg.Pool | pg.PoolClient, userId: number): Promise<void> {
  await execute(client, DELETE_OF_USER, { userId })
}

type Opening = Pick<ServiceContext<unknown>, 'clock' | 'log' | 'openEvents' | 'addJob' | 'onClose'>

/** `trace`: the `traceparent` of what has caused it; the batch has none of its own. */
type Queued = { readonly envelope: EventEnvelope; readonly trace: string | undefined }

/** Opens a service's outbox, with the job that publishes what `soon` has missed; when the service stops it publishes what is left. */
export async function openOutbox(context: Opening, pool: pg.Pool): Promise<Outbox> {
  const { clock, log } = context
  const events = await context.openEvents()
  let queue: Queued[] = []
  let timer: NodeJS.Timeout | undefined
  let sent: string[] = []
  let marker: NodeJS.Timeout | undefined
  /** The stream that has, or is being given, every event of the outbox that somebody may not have handled. */
  let filledStream: string | undefined

  const publish = async (batch: readonly Queued[]) => {
    const results = await Promise.allSettled(batch.map(({ envelope, trace }) => events.publish(envelope, trace)))
    const published = batch.filter((_, index) => results[index]?.status === 'fulfilled')
    sent.push(...published.map(({ envelope: { id } }) => id))
    marker ??= setTimeout(() => void mark(), MARK_MS)
  }
  const mark = async () => {
    clearTimeout(marker)
    marker = undefined
    const batch = sent
    sent = []
    if (!batch.length) return
    await execute(pool, MARK_SENT_SOON, { ids: batch, now: clock.now() }).catch((err: unknown) =>
      log.warn({ err }, 'events not marked as sent, will be published again'),
    )
  }
  const flush = async () => {
    timer = undefined
    const batch = queue
    queue = []
    if (batch.length) await publish(batch)
  }
  /**
   * A stream without the events that were published before it (NATS has lost its data) is given them again: nobody knows which of them were
   * handled, and consumers know events by their ids. A process that starts compares times, because the stream may have been lost meanwhile.
   */
  const refillNewStream = async () => {
    const { streamCreated } = events
    if (streamCreated === filledStream) return
    // What the former stream has acknowledged is marked first, or it would be marked as sent afterwards.
    await mark()
    const before = filledStream === undefined ? new Date(Date.parse(streamCreated) + CLOCKS_APART_MS) : clock.in(CLOCKS_APART_MS)
    const lost = await execute(pool, MARK_UNSENT, { before })
    filledStream = streamCreated
    if (lost) log.warn({ events: lost }, 'the event stream is new, its events are published again')
  }
  /** 200 at a time also where a stream is refilled: events of now, which `soon` publishes, do not wait behind a week of them. */
  const sweep = async () => {
    await refillNewStream()
    await inTransaction(pool, async (client) => {
      const rows = await fetchRows(client, TAKE_UNSENT, { before: clock.in(-SWEEP_MS) })
      for (const row of rows) await events.publish({ ...row, at: row.at.toISOString() } as EventEnvelope)
      if (rows.length) await execute(client, MARK_SENT, { ids: rows.map(({ id }) => id), now: clock.now() })
      await execute(client, DELETE_SENT, { before: clock.in(-KEEP_MS) })
    })
  }
  gauge({
    name: 'doorbell_outbox_lag_seconds',
    help: 'Age of the oldest event that is not published yet, 0 where all are; the same in every copy: use max, not sum',
    read: async () => {
      const oldest = (await fetchRow(pool, FIND_OLDEST_UNSENT, {}))?.at?.getTime()
      return oldest === undefined ? 0 : Math.max(0, clock.now().getTime() - oldest) / 1_000
    },
  })()

  const outbox: Outbox = {
    row: (name, data) => ({ id: randomUUID(), name, at: clock.now().toISOString(), data }),
    soon: (...envelopes) => {
      const trace = traceparent()
      queue.push(...envelopes.map((envelope) => ({ envelope, trace })))
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
  }
  context.addJob({ name: 'publish-outbox', everyMs: SWEEP_MS, runsIn: 'every copy', run: sweep })
  context.onClose(async () => {
    clearTimeout(timer)
    await flush()
    await mark()
  })
  return outbox
}
