/** Reads the samples that k6 writes as JSON lines, and adds them up per bucket of time. */
import { quantile } from '../lab/bench/stats.ts'

/** Milliseconds; one value for each bucket, null where nothing was measured. */
export type Percentiles = {
  readonly p50: readonly (number | null)[]
  readonly p95: readonly (number | null)[]
  readonly p99: readonly (number | null)[]
}
export type Step = {
  readonly name: string
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
  /** Begun per second, for each bucket. */
  readonly perSecond: readonly number[]
  readonly over: Percentiles
}
/** Counts per bucket, by what they are about. */
export type Counts = Readonly<Record<string, readonly number[]>>

type Point = {
  readonly metric: string
  readonly data: { readonly time: string; readonly value: number; readonly tags?: Readonly<Record<string, string>> }
}

/** Latencies besides HTTP's, by k6's name for them. */
const TRENDS: Readonly<Record<string, string>> = {
  ring_frame: 'ring → resident’s frame',
  answer_round: 'ring → answer, without thinking',
  chat_frame: 'message → other side',
  socket_open: 'socket → registered',
}
/** @param metric of k6, such as `http_req_duration{name:ring}` @returns the step whose durations it has; undefined for shares */
export function stepOf(metric: string): string | undefined {
  return /^http_req_duration\{name:(.+)\}$/.exec(metric)?.[1] ?? TRENDS[metric]
}

const COUNTED = ['http_req_duration', 'load_errors', 'load_refusals', 'sockets_opened', 'sockets_closed', 'vus', 'dropped_iterations']
/** A line begins with the name of its metric: most of k6's own are passed over without parsing. */
const WANTED = new RegExp(`^\\{"metric":"(?:${[...COUNTED, ...Object.keys(TRENDS)].join('|')})","type":"Point"`)

export class Series {
  readonly bucketSeconds: number
  readonly #buckets: number
  readonly #times = new Map<string, number[][]>()
  readonly #errors = new Map<string, number[]>()
  readonly #refusals = new Map<string, number[]>()
  readonly #sockets: number[] = []
  readonly #users: number[] = []
  dropped = 0
  #began: number | undefined

  /** @param seconds of the run, which is divided into at most 60 buckets */
  constructor(seconds: number) {
    this.bucketSeconds = Math.max(2, Math.ceil(seconds / 60))
    this.#buckets = Math.ceil(seconds / this.bucketSeconds)
  }

  /** @param line as k6 writes it */
  add(line: string): void {
    if (!WANTED.test(line)) return
    const { metric, data } = JSON.parse(line) as Point
    const bucket = this.#bucketAt(Date.parse(data.time))
    const { name = '', step = '', code = '' } = data.tags ?? {}
    if (metric === 'http_req_duration') this.#time(name, bucket, data.value)
    else if (metric === 'load_errors') count(this.#errors, `${step}: ${code}`, bucket, data.value)
    else if (metric === 'load_refusals') count(this.#refusals, code, bucket, data.value)
    else if (metric === 'sockets_opened') this.#sockets[bucket] = (this.#sockets[bucket] ?? 0) + data.value
    else if (metric === 'sockets_closed') this.#sockets[bucket] = (this.#sockets[bucket] ?? 0) - data.value
    else if (metric === 'vus') this.#users[bucket] = data.value
    else if (metric === 'dropped_iterations') this.dropped += data.value
    else this.#time(TRENDS[metric] ?? metric, bucket, data.value)
  }

  /** Notes what was measured without k6. @param value milliseconds */
  note(name: string, value: number): void {
    this.#time(name, this.#bucketAt(Date.now()), value)
  }

  fail(step: string, code: string): void {
    count(this.#errors, `${step}: ${code}`, this.#bucketAt(Date.now()), 1)
  }

  /** Latencies: of rings first, then the most frequent. */
  steps(): Step[] {
    const rows = [...this.#times].map(([name, buckets]) => this.#step(name, buckets))
    const rank = ({ name }: Step) => (name.startsWith('ring') ? 0 : name.includes('→') ? 1 : 2)
    return rows.sort((a, b) => rank(a) - rank(b) || b.count - a.count)
  }

  errors(): Counts {
    return this.#counts(this.#errors)
  }

  /** What the product's limits refused of a flood. */
  refusals(): Counts {
    return this.#counts(this.#refusals)
  }

  /** Open sockets at the end of each bucket. */
  sockets(): number[] {
    let open = 0
    return this.#all((bucket) => {
      open += this.#sockets[bucket] ?? 0
      return open
    })
  }

  /** Virtual users of k6 in each bucket. */
  users(): number[] {
    let last = 0
    return this.#all((bucket) => {
      last = this.#users[bucket] ?? last
      return last
    })
  }

  /** One line of progress. */
  progress(): string {
    const count = (name: string) => (this.#times.get(name) ?? []).reduce((sum, values) => sum + values.length, 0)
    const errors = [...this.#errors.values()].flat().reduce((sum, value) => sum + (value ?? 0), 0)
    const rings = (this.#times.get('ring') ?? []).filter(Boolean).at(-1) ?? []
    const requests = [...this.#times.keys()].reduce((sum, name) => sum + (Object.values(TRENDS).includes(name) ? 0 : count(name)), 0)
    return [
      `${requests} requests`,
      ...(count('ring') > 0 ? [`${count('ring')} rings, p95 lately ${Math.round(quantile(rings, 0.95))} ms`] : []),
      `${this.sockets().at(-1)} sockets`,
      `${errors} errors`,
    ].join(', ')
  }

  /** What ends after the last stage belongs to the last bucket. */
  #bucketAt(at: number): number {
    this.#began ??= at
    return Math.min(this.#buckets - 1, Math.max(0, Math.floor((at - this.#began) / 1_000 / this.bucketSeconds)))
  }

  #time(name: string, bucket: number, value: number): void {
    const buckets = this.#times.get(name) ?? []
    this.#times.set(name, buckets)
    const values = buckets[bucket] ?? []
    buckets[bucket] = values
    values.push(value)
  }

  #step(name: string, buckets: readonly (readonly number[])[]): Step {
    const values = buckets.flat()
    const over = (q: number) => this.#all((bucket) => (buckets[bucket]?.length ? quantile(buckets[bucket], q) : null))
    return {
      name,
      count: values.length,
      p50: quantile(values, 0.5),
      p95: quantile(values, 0.95),
      p99: quantile(values, 0.99),
      max: quantile(values, 1),
      perSecond: this.#all((bucket) => (buckets[bucket]?.length ?? 0) / this.bucketSeconds),
      over: { p50: over(0.5), p95: over(0.95), p99: over(0.99) },
    }
  }

  #counts(rows: ReadonlyMap<string, readonly number[]>): Counts {
    return Object.fromEntries([...rows].map(([name, counts]) => [name, this.#all((bucket) => counts[bucket] ?? 0)]))
  }

  #all<T>(of: (bucket: number) => T): T[] {
    return Array.from({ length: this.#buckets }, (_, bucket) => of(bucket))
  }
}

function count(rows: Map<string, number[]>, key: string, bucket: number, value: number): void {
  const counts = rows.get(key) ?? []
  rows.set(key, counts)
  counts[bucket] = (counts[bucket] ?? 0) + value
}
