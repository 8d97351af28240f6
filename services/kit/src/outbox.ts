/**
 * Publish after commit: a use case writes its rows and its outbox row in one transaction; `soon` publishes in batches, outside the request,
 * and a job publishes what that missed. Table, the same in every service's database:
 *   outbox (id uuid primary key, name text, data jsonb, at timestamptz, sent_at timestamptz null), index on (at) where sent_at is null.
 */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { EventData, EventEnvelope, EventName } from '#proto/events.ts'
import { eventPublished, gauge } from './metrics.ts'
import { WITHOUT_WAITING } from './postgres.ts'
import type { ServiceContext } from './run-service.ts'

const BATCH_MS = 30
/** Published rows are marked in batches. A crash before the mark repeats the event, and JetStream drops the duplicate id. */
const MARK_MS = 300
const SWEEP_MS = 2_000
const KEEP_MS = 7 * 24 * 3_600_000

export interface Outbox {
  /** Builds a row that the caller inserts in its own transaction (by `insertOutbox` or its own statement). */
  row<N extends EventName>(name: N, data: EventData<N>): EventEnvelope<N>
  /** Call after the commit: publishes in the next batch. */
  soon(...envelopes: EventEnvelope[]): void
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

type Opening = Pick<ServiceContext<unknown>, 'clock' | 'log' | 'openEvents' | 'addJob' | 'onClose'>

/** Opens a service's outbox, with the job that publishes what `soon` has missed; at the stop it publishes what it still holds. */
export async function openOutbox(context: Opening, pool: pg.Pool): Promise<Outbox> {
  const { clock, log } = context
  const events = await context.openEvents()
  let queue: EventEnvelope[] = []
  let timer: NodeJS.Timeout | undefined
  let sent: string[] = []
  let marker: NodeJS.Timeout | undefined

  const publish = async (envelopes: readonly EventEnvelope[]) => {
    const results = await Promise.allSettled(envelopes.map((envelope) => events.publish(envelope)))
    const published = envelopes.filter((_, index) => results[index]?.status === 'fulfilled')
    for (const envelope of published) eventPublished(envelope)
    sent.push(...published.map(({ id }) => id))
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
      .catch((err: unknown) => log.warn({ err }, 'events not marked as sent, will be published again'))
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
        const envelope = { id: row.id, name: row.name, data: row.data, at: row.at.toISOString() } as EventEnvelope
        await events.publish(envelope)
        eventPublished(envelope)
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
  gauge({
    name: 'outbox_lag_seconds',
    help: 'Age of the oldest event that is not published yet; 0 where all are',
    read: async () => {
      const { rows } = await pool.query<{ at: Date | null }>('SELECT min(at) AS at FROM outbox WHERE sent_at IS NULL')
      const oldest = rows[0]?.at?.getTime()
      return oldest === undefined ? 0 : Math.max(0, clock.now().getTime() - oldest) / 1_000
    },
  })()
  events.onStreamCreated(
    () =>
      void pool
        .query('UPDATE outbox SET sent_at = NULL WHERE at > $1', [clock.in(-KEEP_MS)])
        .catch((err: unknown) => log.warn({ err }, 'outbox not reset for the new event stream')),
  )

  const outbox: Outbox = {
    row: (name, data) => ({ id: randomUUID(), name, at: clock.now().toISOString(), data }),
    soon: (...envelopes) => {
      queue.push(...envelopes)
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
