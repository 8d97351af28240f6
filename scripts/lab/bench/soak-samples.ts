/** What `npm run bench -- soak` reads of a running product every 30 s: memory, descriptors, event loops, faults, sizes of the stores. */
import { readdirSync } from 'node:fs'
import { openManager, STREAMS } from '#kit/jetstream.ts'
import { megabytesOf } from '#scripts/start/processes.ts'
import { childrenOf } from '#scripts/testing/process.ts'
import { ALL_SERVICES, type Stack } from '#scripts/testing/stack.ts'
import { type NodeOptions, residentMb } from './heap.ts'

export type ProcessSample = {
  readonly rssMb: number
  /** After garbage collection; of the services alone. */
  readonly heapMb?: number
  readonly descriptors: number
  /** p99 since the sample before of the delays of a timer of 10 ms, in milliseconds (prom-client's nodejs_eventloop_lag_p99_seconds). */
  readonly loopMs?: number
}
export type StoreSizes = { readonly postgresMb: number; readonly redisMb: number; readonly redisKeys: number; readonly natsMb: number }
export type Sample = {
  /** Since the first ring. */
  readonly minute: number
  /** By name: each service, and each media worker. */
  readonly processes: Readonly<Record<string, ProcessSample>>
  /** The stores' processes: they keep what is rung, so their memory is not judged. Postgres: PSS of all its processes. */
  readonly serversMb: Readonly<Record<string, number>>
  readonly stores: StoreSizes
}

const MB = 1_048_576
const LOOP = /^nodejs_eventloop_lag_p99_seconds(?:\{.*\})? (\S+)$/m
/** Counters of the kit (services/kit/src/metrics.ts) of what should not happen. */
const FAULT = /^(doorbell_\w+_total\{[^}]*result="failed"[^}]*\}|doorbell_event_dead_letters_total(?:\{[^}]*\})?) ([1-9]\S*)$/gm

/** @returns the counters of failed operations, events and jobs, and of dead letters, that are not 0 */
export function faultsOf(metrics: string): Map<string, number> {
  return new Map([...metrics.matchAll(FAULT)].map(([, counter = '', count]) => [counter, Number(count)]))
}

export class Sampler {
  readonly #world: Stack
  readonly #options: NodeOptions
  readonly #pids: ReadonlyMap<string, number | undefined>
  readonly #onError: (reason: string) => void
  #faults = new Map<string, number>()

  /** @param onError called for each process that gives no sample, as one that has ended, and for each fault that a service has counted */
  constructor(world: Stack, options: NodeOptions, onError: (reason: string) => void) {
    this.#world = world
    this.#options = options
    this.#onError = onError
    const workers = childrenOf(world.service('sfu').pid ?? 0).map((pid, index) => [`media worker ${index + 1}`, pid] as const)
    this.#pids = new Map([...ALL_SERVICES.map((name) => [name, world.service(name).pid] as const), ...workers])
  }

  async take(minute: number): Promise<Sample> {
    const processes: Record<string, ProcessSample> = {}
    const metrics = new Map<(typeof ALL_SERVICES)[number], string>()
    for (const name of ALL_SERVICES) metrics.set(name, await this.#metricsOf(name))
    this.#countFaults(metrics)
    const texts = new Map<string, string>(metrics)
    for (const [name, pid] of this.#pids) {
      await this.#sampleOf(name, pid ?? 0, texts.get(name) ?? '').then(
        (sample) => {
          processes[name] = sample
        },
        (error: unknown) => this.#onError(`no sample of ${name}: ${String(error)}`),
      )
    }
    return { minute, processes, serversMb: this.#servers(), stores: await this.#stores() }
  }

  async #sampleOf(name: string, pid: number, metrics: string): Promise<ProcessSample> {
    const service = ALL_SERVICES.find((one) => one === name)
    const loop = Number(LOOP.exec(metrics)?.[1]) * 1_000
    const node = service ? { loopMs: loop, heapMb: (await this.#options.memory(this.#world, service)).heapMb } : {}
    return { rssMb: residentMb(pid), descriptors: readdirSync(`/proc/${pid}/fd`).length, ...node }
  }

  async #metricsOf(name: (typeof ALL_SERVICES)[number]): Promise<string> {
    const { http } = this.#world.service(name)
    return fetch(`${http}/metrics`).then(
      (answer) => answer.text(),
      () => '',
    )
  }

  #countFaults(metrics: ReadonlyMap<(typeof ALL_SERVICES)[number], string>): void {
    const faults = new Map<string, number>()
    for (const [name, text] of metrics)
      for (const [counter, count] of faultsOf(text)) {
        const key = `${name}: ${counter}`
        faults.set(key, count)
        const { log } = this.#world.service(name)
        // The cause is in the service's last warning.
        if (count > (this.#faults.get(key) ?? 0)) this.#onError(`${key} is ${count}: ${log.split('\n').at(-1) ?? ''}`)
      }
    this.#faults = faults
  }

  #servers(): Record<string, number> {
    const { postgres, redis, nats } = this.#world.servers
    const allOf = (pid: number | undefined) => (pid === undefined ? [] : [pid, ...childrenOf(pid)])
    const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + megabytesOf(pid), 0)
    return { postgres: sum(allOf(postgres.pid)), redis: sum(allOf(redis.pid)), nats: sum(allOf(nats.pid)) }
  }

  async #stores(): Promise<StoreSizes> {
    const [{ bytes = 0 } = {}] = await this.#world.postgres<{ bytes: string }>(
      'doorbell',
      'SELECT sum(pg_database_size(datname)) AS bytes FROM pg_database',
    )
    const used = /^used_memory:(\d+)/m.exec(await this.#world.redis.info('memory'))?.[1]
    const manager = await openManager(this.#world.bus)
    const streams = await Promise.all(Object.values(STREAMS).map(({ name }) => manager.streams.info(name)))
    return {
      postgresMb: Number(bytes) / MB,
      redisMb: Number(used) / MB,
      redisKeys: await this.#world.redis.dbsize(),
      natsMb: streams.reduce((sum, { state }) => sum + state.bytes, 0) / MB,
    }
  }
}
