/**
 * Publish after commit: a use case writes its rows and its outbox row in one transaction; `soon` publishes in batches off the answer's tick,
 * and the sweeper finds what that missed. Table, the same in every service's database:
 *   outbox (id uuid primary key, name text, data jsonb, at timestamptz, sent_at timestamptz null), index on (at) where sent_at is null.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventData, EventEnvelope, EventName } from '#proto/events.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import type { Log } from './log.ts'
import { WITHOUT_WAITING } from './postgres.ts'

const BATCH_MS = 30
/** What was published is marked so in batches: a mark that a crash takes is a repeated event, and JetStream drops that by its id. */
const MARK_MS = 300
const SWEEP_MS = 2_000
const KEEP_MS = 7 * 24 * 3_600_000

export interface Outbox {
  /** A row to insert within the caller's transaction (`insertOutbox`, or the caller's own statement). */
  row<N extends EventName>(name: N, data: EventData<N>): EventEnvelope<N>
  /** After commit: publish soon, in a batch. */
  soon(...envelopes: EventEnvelope[]): void
  stop(): Promise<void>
}

/** Inserts outbox rows on the caller's connection. */
export async function insertOutbox(client: pg.Pool | pg.PoolClient, envelopes: readonly EventEnvelope[]): Promise<void> {
  for (const envelope of envelopes) {
    await client.query({
      name: 'outbox-insert',
      text: 'INSERT INTO outbox (id, name, data, at) VALUES ($1, $2, $3, $4)',
      values: [envelope.id, envelope.name, JSON.stringify(envelope.data), envelope.at],
    })
  }
}

export function createOutbox({ pool, events, clock, log }: { pool: pg.Pool; events: Events; clock: Clock; log: Log }): Outbox {
  let queue: EventEnvelope[] = []
  let timer: NodeJS.Timeout | undefined
  let sent: string[] = []
  let marker: NodeJS.Timeout | undefined
  let stopped = false

  const publish = async (envelopes: readonly EventEnvelope[]) => {
    const results = await Promise.allSettled(envelopes.map((envelope) => events.publish(envelope)))
    sent.push(...envelopes.filter((_, index) => results[index]?.status === 'fulfilled').map((envelope) => envelope.id))
    marker ??= setTimeout(() => void mark(), MARK_MS)
  }
  const mark = async () => {
    clearTimeout(marker)
    marker = undefined
    const batch = sent
    sent = []
    if (!batch.length) return
    await pool
      .query({
        name: 'outbox-sent',
        text: `UPDATE outbox SET sent_at = $2 WHERE id = ANY($1::uuid[]) AND ${WITHOUT_WAITING}`,
        values: [batch, clock.now()],
      })
      .catch((err: unknown) => log.warn({ err }, 'published events will be published again'))
  }
  const flush = async () => {
    timer = undefined
    const batch = queue
    queue = []
    if (batch.length) await publish(batch)
  }
  const sweep = async () => {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const { rows } = await client.query<EventEnvelope & { at: Date }>(
        'SELECT id, name, data, at FROM outbox WHERE sent_at IS NULL AND at < $1 ORDER BY at LIMIT 200 FOR UPDATE SKIP LOCKED',
        [clock.in(-SWEEP_MS)],
      )
      const sent: string[] = []
      for (const row of rows) {
        await events.publish({ id: row.id, name: row.name, data: row.data, at: row.at.toISOString() } as EventEnvelope)
        sent.push(row.id)
      }
      if (sent.length) await client.query('UPDATE outbox SET sent_at = $2 WHERE id = ANY($1::uuid[])', [sent, clock.now()])
      await client.query('DELETE FROM outbox WHERE sent_at < $1', [clock.in(-KEEP_MS)])
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined)
      throw error
    } finally {
      client.release()
    }
  }
  const sweeper = setInterval(() => void sweep().catch((err: unknown) => stopped || log.warn({ err }, 'outbox sweep')), SWEEP_MS)
  events.onStreamCreated(
    () =>
      void pool
        .query('UPDATE outbox SET sent_at = NULL WHERE at > $1', [clock.in(-KEEP_MS)])
        .catch((err: unknown) => log.warn({ err }, 'outbox refill')),
  )

  return {
    row: (name, data) => ({ id: randomUUID(), name, at: clock.now().toISOString(), data }),
    soon: (...envelopes) => {
      queue.push(...envelopes)
      timer ??= setTimeout(() => void flush(), BATCH_MS)
    },
    stop: async () => {
      stopped = true
      clearInterval(sweeper)
      clearTimeout(timer)
      await flush()
      await mark()
    },
  }
}
