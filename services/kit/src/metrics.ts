/** The product's metrics, in addition to Node's own: served at `/metrics` (http.ts). */
import { Counter, Gauge, Histogram } from 'prom-client'
import type { EventEnvelope, EventName } from '#proto/events.ts'
import type { Input, OperationName } from '#proto/operations/index.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const operationsAnswered = new Counter({
  name: 'operations_total',
  help: 'Operations by result: ok, refused (an error code of the contract) or failed (unavailable, or a fault)',
  labelNames: ['operation', 'result'] as const,
})

const operationDuration = new Histogram({
  name: 'operation_duration_seconds',
  help: 'From the arrival of a request at its owner to the answer',
  labelNames: ['operation'] as const,
  buckets: SECONDS,
})

export const eventsHandled = new Counter({
  name: 'events_handled_total',
  help: 'Deliveries of events by result: handled, ignored (no handler for this event) or failed',
  labelNames: ['consumer', 'event', 'result'] as const,
})

export const eventDuration = new Histogram({
  name: 'event_duration_seconds',
  help: 'How long one delivery of an event was handled, whatever came of it',
  labelNames: ['consumer', 'event'] as const,
  buckets: SECONDS,
})

export const eventDeadLetters = new Counter({
  name: 'event_dead_letters_total',
  help: 'Events that were stored as dead letters',
  labelNames: ['consumer'] as const,
})

export const jobRuns = new Counter({
  name: 'job_runs_total',
  help: 'Runs of scheduled jobs by result: ok, failed, or elsewhere (another copy has its lease)',
  labelNames: ['job', 'result'] as const,
})

export const jobDuration = new Histogram({
  name: 'job_duration_seconds',
  help: 'How long one run of a job took',
  labelNames: ['job'] as const,
  buckets: SECONDS,
})

const onSucceeded = new Map<string, ((input: unknown) => void)[]>()

/**
 * @param status HTTP status: below 400 counts as ok, below 500 as refused, else as failed
 * @param input given by the operation's owner, whose `countOperations` may read it
 */
export function countOperation(operation: string, status: number, milliseconds: number, input?: unknown): void {
  operationsAnswered.inc({ operation, result: status < 400 ? 'ok' : status < 500 ? 'refused' : 'failed' })
  operationDuration.observe({ operation }, milliseconds / 1_000)
  if (status < 400 && input !== undefined) for (const count of onSucceeded.get(operation) ?? []) count(input)
}

type Described = { readonly name: string; readonly help: string }
/** A metric of one service's domain: declared in its src/metrics.ts, registered when the service starts. */
export type DomainMetric = () => void

const onPublished = new Map<EventName, ((event: EventEnvelope) => void)[]>()

/**
 * Counts the events of one name that this service publishes.
 * @param labels fields of the event's data that take few values
 */
export function countEvents<N extends EventName>(
  described: Described & { readonly event: N; readonly labels?: readonly (keyof EventEnvelope<N>['data'] & string)[] },
): DomainMetric {
  return () => {
    const { name, help, event, labels = [] } = described
    const counter = new Counter({ name, help, labelNames: labels })
    const count = ({ data }: EventEnvelope) => {
      const fields = data as Readonly<Record<string, unknown>>
      counter.inc(Object.fromEntries(labels.map((label) => [label, String(fields[label])])))
    }
    onPublished.set(event, [...(onPublished.get(event) ?? []), count])
  }
}

/**
 * Counts the operations of one name that this service has answered with success. Every operation is already counted by its result
 * (`operations_total`): this is for a metric with its own name, or for labels.
 * @param labels label → its value, read from the input; it takes few values
 */
export function countOperations<N extends OperationName>(
  described: Described & { readonly operation: N; readonly labels?: Readonly<Record<string, (input: Input<N>) => string>> },
): DomainMetric {
  return () => {
    const { name, help, operation, labels = {} } = described
    const counter = new Counter({ name, help, labelNames: Object.keys(labels) })
    const count = (input: unknown) =>
      counter.inc(Object.fromEntries(Object.entries(labels).map(([label, read]) => [label, read(input as Input<N>)])))
    onSucceeded.set(operation, [...(onSucceeded.get(operation) ?? []), count])
  }
}

/** The outbox calls this for each event that it has published. */
export function eventPublished(event: EventEnvelope): void {
  for (const count of onPublished.get(event.name) ?? []) count(event)
}

/**
 * Counts occurrences without an event: the feature's index.ts, or app.ts, passes the function to the use case where they happen. Registered
 * when it is declared.
 * @param described its labels take few values
 * @returns increments the counter by one
 */
export function counter<L extends string = never>({
  name,
  help,
  labels = [],
}: Described & { readonly labels?: readonly L[] }): (...values: [L] extends [never] ? [] : [Readonly<Record<L, string>>]) => void {
  const own = new Counter({ name, help, labelNames: labels })
  return (values: Readonly<Record<string, string>> = {}) => own.inc(values)
}

/** A gauge that is read when the metrics are; left out when reading fails. */
export function gauge({ name, help, read }: Described & { readonly read: () => Promise<number> }): DomainMetric {
  return () =>
    void new Gauge({
      name,
      help,
      async collect() {
        const value = await read().catch(() => undefined)
        if (value === undefined) this.reset()
        else this.set(value)
      },
    })
}
