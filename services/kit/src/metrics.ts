/**
 * The product's metrics, in addition to Node's own: served at `/metrics` (http.ts). Names follow Prometheus' conventions
 * (https://prometheus.io/docs/practices/naming/): the prefix `doorbell_`, snake_case, base units at the end, `_total` for counters.
 */
import { Counter, Gauge, Histogram, register } from 'prom-client'
import type { EventEnvelope, EventName } from '#proto/events.ts'
import type { Input, OperationName } from '#proto/operations/index.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const operationsAnswered = new Counter({
  name: 'doorbell_operations_total',
  help: 'Operations by result: ok, refused (an error code of the contract) or failed (unavailable, or a fault)',
  labelNames: ['operation', 'result'] as const,
})

const operationDuration = new Histogram({
  name: 'doorbell_operation_duration_seconds',
  help: 'From the arrival of a request at its owner to the answer',
  labelNames: ['operation'] as const,
  buckets: SECONDS,
})

export const eventsHandled = new Counter({
  name: 'doorbell_events_handled_total',
  help: 'Deliveries of events by result: handled, ignored (no handler for this event) or failed',
  labelNames: ['consumer', 'event', 'result'] as const,
})

export const eventDuration = new Histogram({
  name: 'doorbell_event_duration_seconds',
  help: 'How long one delivery of an event was handled, whatever came of it',
  labelNames: ['consumer', 'event'] as const,
  buckets: SECONDS,
})

export const eventDeadLetters = new Counter({
  name: 'doorbell_event_dead_letters_total',
  help: 'Events that were stored as dead letters',
  labelNames: ['consumer'] as const,
})

export const jobRuns = new Counter({
  name: 'doorbell_job_runs_total',
  help: 'Runs of scheduled jobs by result: ok, failed, or elsewhere (another copy has its lease)',
  labelNames: ['job_name', 'result'] as const,
})

export const jobDuration = new Histogram({
  name: 'doorbell_job_duration_seconds',
  help: 'How long one run of a job took',
  labelNames: ['job_name'] as const,
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

type Described = { readonly name: `doorbell_${string}`; readonly help: string }
/** A metric of one service's domain: declared in its src/metrics.ts, registered when the service starts. */
export type DomainMetric = () => void

const onPublished = new Map<EventName, ((event: EventEnvelope) => void)[]>()

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Counts the events of one name that this service publishes.
 * @param labels fields of the event's data that take few values; `deviceKnown` becomes the label `device_known`
 */
export function countEvents<N extends EventName>(
  described: Described & { readonly event: N; readonly labels?: readonly (keyof EventEnvelope<N>['data'] & string)[] },
): DomainMetric {
  return () => {
    const { name, help, event, labels = [] } = described
    const counter = new Counter({ name, help, labelNames: labels.map(snakeCase) })
    const count = ({ data }: EventEnvelope) => {
      const fields = data as Readonly<Record<string, unknown>>
      counter.inc(Object.fromEntries(labels.map((label) => [snakeCase(label), String(fields[label])])))
    }
    onPublished.set(event, [...(onPublished.get(event) ?? []), count])
  }
}

/**
 * Counts the operations of one name that this service has answered with success. Every operation is already counted by its result
 * (`doorbell_operations_total`): this is for a metric with its own name, or for labels.
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

/** A total of amounts. Registered when it is declared. @returns adds an amount, 0 or more */
export function total({ name, help }: Described): (amount: number) => void {
  const own = new Counter({ name, help })
  return (amount) => own.inc(amount)
}

/** A total that somebody else counts, read when the metrics are; left out when reading fails. */
export function readTotal({ name, help, read }: Described & { readonly read: () => Promise<number> }): DomainMetric {
  return () =>
    void new Counter({
      name,
      help,
      async collect() {
        const value = await read().catch(() => undefined)
        this.reset()
        if (value !== undefined) this.inc(value)
      },
    })
}

/** What a person waits for, up to a minute: from what is not noticed to what is given up. */
const WAITED_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60]

/**
 * Measures how long a person waited. Registered when it is declared.
 * @param described its labels take few values
 * @returns observes one wait, in seconds
 */
export function waitHistogram<L extends string = never>({
  name,
  help,
  labels = [],
}: Described & { readonly labels?: readonly L[] }): (seconds: number, values?: Readonly<Record<L, string>>) => void {
  const own = new Histogram({ name, help, labelNames: labels, buckets: WAITED_SECONDS })
  return (seconds, values) => own.observe({ ...values }, seconds)
}

/** What this process was built from, as a constant 1 with labels. Both are `unknown` where no image was built. */
export function registerBuild(version: string, revision: string): void {
  new Gauge({
    name: 'doorbell_build_info',
    help: 'Always 1; the release and the commit that this process was built from',
    labelNames: ['version', 'revision'] as const,
  }).set({ version, revision }, 1)
}

/** All metrics of this process, as a collector reads them, with their content type. */
export type MetricsText = { readonly type: string; readonly text: string }

export const readMetrics = async (): Promise<MetricsText> => ({ type: register.contentType, text: await register.metrics() })

type Sample<L extends string> = { readonly labels: Readonly<Record<L, string>>; readonly value: number }

/** Several values of one gauge, read when the metrics are; all are left out when reading fails. */
export function gauges<L extends string>({
  name,
  help,
  labels,
  read,
}: Described & { readonly labels: readonly L[]; readonly read: () => Promise<readonly Sample<L>[]> }): DomainMetric {
  return () =>
    void new Gauge({
      name,
      help,
      labelNames: labels,
      async collect() {
        const samples = await read().catch(() => [])
        this.reset()
        for (const sample of samples) this.set(sample.labels, sample.value)
      },
    })
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
