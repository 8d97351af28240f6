/** Reads the samples that k6 writes as JSON lines, and adds them up by step: its own summary has no errors by code. */
import { quantile } from '#scripts/lab/bench/stats.ts'

/** Milliseconds. */
export type Step = {
  readonly name: string
  readonly count: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly max: number
}
/** How often, by subject. */
export type Counts = Readonly<Record<string, number>>

type Point = {
  readonly metric: string
  readonly data: { readonly value: number; readonly tags?: Readonly<Record<string, string>> }
}

/** Latencies besides HTTP's, by k6's name for them. */
const TRENDS: Readonly<Record<string, string>> = {
  ring_frame: 'ring → resident’s frame',
  ring_receipt: 'ring → “delivered” on the visitor’s page',
  answer_round: 'ring → answer, without thinking',
  chat_frame: 'message → other side',
  socket_open: 'socket → registered',
}

const COUNTED = ['http_req_duration', 'load_errors', 'load_refusals', 'sockets_opened', 'sockets_closed', 'dropped_iterations']
/** A line begins with the name of its metric: most of k6's own are skipped without parsing. */
const WANTED = new RegExp(`^\\{"metric":"(?:${[...COUNTED, ...Object.keys(TRENDS)].join('|')})","type":"Point"`)
/** The rings whose latency the line of progress has. */
const LATELY = 50

export class Samples {
  readonly #times = new Map<string, number[]>()
  readonly #errors = new Map<string, number>()
  readonly #refusals = new Map<string, number>()
  #openSockets = 0
  mostSockets = 0
  dropped = 0

  /** @param line as k6 writes it */
  add(line: string): void {
    if (!WANTED.test(line)) return
    const { metric, data } = JSON.parse(line) as Point
    const { name = '', step = '', code = '' } = data.tags ?? {}
    if (metric === 'http_req_duration') this.note(name, data.value)
    else if (metric === 'load_errors') count(this.#errors, `${step}: ${code}`, data.value)
    else if (metric === 'load_refusals') count(this.#refusals, code, data.value)
    else if (metric === 'sockets_opened') this.#sockets(data.value)
    else if (metric === 'sockets_closed') this.#sockets(-data.value)
    else if (metric === 'dropped_iterations') this.dropped += data.value
    else this.note(TRENDS[metric] ?? metric, data.value)
  }

  /** @param value milliseconds that the step took */
  note(name: string, value: number): void {
    const values = this.#times.get(name) ?? []
    this.#times.set(name, values)
    values.push(value)
  }

  fail(step: string, code: string): void {
    count(this.#errors, `${step}: ${code}`, 1)
  }

  /** Latencies: of rings first, then the most frequent. */
  steps(): Step[] {
    const rows = [...this.#times].map(([name, values]) => {
      const [p50, p95, p99, max] = [0.5, 0.95, 0.99, 1].map((q) => quantile(values, q)) as [number, number, number, number]
      return { name, count: values.length, p50, p95, p99, max }
    })
    const rank = ({ name }: Step) => (name.startsWith('ring') ? 0 : name.includes('→') ? 1 : 2)
    return rows.sort((a, b) => rank(a) - rank(b) || b.count - a.count)
  }

  errors(): Counts {
    return Object.fromEntries(this.#errors)
  }

  /** The requests of a flood that the product's limits refused. */
  refusals(): Counts {
    return Object.fromEntries(this.#refusals)
  }

  /** One line of progress. */
  progress(): string {
    const rings = this.#times.get('ring') ?? []
    const requests = [...this.#times].reduce((sum, [name, values]) => sum + (Object.values(TRENDS).includes(name) ? 0 : values.length), 0)
    return [
      `${requests} requests`,
      ...(rings.length > 0 ? [`${rings.length} rings, p95 lately ${Math.round(quantile(rings.slice(-LATELY), 0.95))} ms`] : []),
      `${this.#openSockets} sockets`,
      `${[...this.#errors.values()].reduce((sum, value) => sum + value, 0)} errors`,
    ].join(', ')
  }

  #sockets(change: number): void {
    this.#openSockets += change
    this.mostSockets = Math.max(this.mostSockets, this.#openSockets)
  }
}

function count(rows: Map<string, number>, key: string, value: number): void {
  rows.set(key, (rows.get(key) ?? 0) + value)
}
