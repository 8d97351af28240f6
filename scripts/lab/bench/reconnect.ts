/**
 * `npm run bench -- reconnect [pages] [--rounds N]`: one of two gateways is killed (SIGKILL) with all idle pages on it. How soon all are
 * back with what they missed, as a ratio to two bare ws servers with the same pages in the same round, and what residents of the other
 * gateway notice.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Resident } from '#scripts/testing/people.ts'
import { ALL_SERVICES, type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { cpuMilliseconds } from './cpu.ts'
import { nodeOptions } from './heap.ts'
import { registerAll, requireDescriptors } from './many-residents.ts'
import { atRate } from './open-loop.ts'
import { identityOf, PageSocket } from './page-socket.ts'
import type { Answer, Order, Return, Rings } from './reconnect-clients.ts'
import { printReconnect, type Round, type Rounds } from './reconnect-report.ts'
import { saveReport } from './report.ts'
import { type Arrivals, type Failure, ringAtRate, ringOnce } from './ring-load.ts'

/** Residents of the other gateway; enough doors for all rings of a round. */
const OTHERS = 40
const OTHERS_RATE = 20
const BEFORE_SECONDS = 10
/** At doors of the killed gateway's residents, from the kill on. */
const MISSED = { rate: 20, seconds: 2 } as const
/** Pages whose attempts all fail wait 27 s in all, then a minute. */
const BACK_WITHIN_MS = 120_000
/** Within it a ring that is replayed arrives after its page has registered. */
const REPLAYED_WITHIN_MS = 5_000
const SETTLE_MS = 15_000
const SERVES_WITHIN_MS = 60_000

/** Milliseconds used so far. */
type Cpu = { readonly pid: number | undefined; readonly ms: number }
/** Two copies, of which the first is killed. */
type Subject = {
  readonly name: keyof Rounds
  readonly first: string
  readonly second: string
  /** Kills the first copy. @returns once it serves again */
  kill(): Promise<void>
}

/** @returns whether every bound holds */
export async function benchReconnect(count: number, rounds: number): Promise<boolean> {
  requireDescriptors(count + OTHERS)
  const { envOf } = await nodeOptions()
  const world = await startStack({ durable: true, supervised: true, envOf })
  const clients = new Clients()
  const bare = [await BareServer.start(), await BareServer.start()] as const
  let bench: ReconnectBench | undefined
  try {
    bench = await ReconnectBench.create(world, clients, count)
    const subjects: Subject[] = [
      { name: 'bare', first: bare[0].url, second: bare[1].url, kill: () => bare[0].killed() },
      {
        name: 'product',
        first: `${world.url.replace('http', 'ws')}/ws`,
        second: bench.otherSocketUrl,
        kill: async () => {
          await world.kill('gateway')
          await world.running('gateway')
        },
      },
    ]
    const results: Record<keyof Rounds, Round[]> = { bare: [], product: [] }
    for (let round = 1; round <= rounds; round += 1)
      for (const subject of round % 2 ? subjects : [...subjects].reverse()) {
        console.log(`round ${round} of ${rounds}: ${subject.name}`)
        results[subject.name].push(await bench.round(subject))
      }
    saveReport('reconnect', { pages: count, ...results })
    return printReconnect(results)
  } finally {
    bench?.close()
    clients.stop()
    for (const server of bare) server.stop()
    await world.stop()
  }
}

class ReconnectBench {
  readonly otherSocketUrl: string
  readonly #otherUrl: string
  readonly #clients: Clients
  readonly #residents: readonly Resident[]
  readonly #others: readonly Resident[]
  readonly #pids: () => Readonly<Record<string, number | undefined>>
  readonly #arrivals: Arrivals = new Map()
  #pages: readonly PageSocket[] = []

  private constructor(
    otherUrl: string,
    clients: Clients,
    residents: readonly Resident[],
    others: readonly Resident[],
    pids: () => Readonly<Record<string, number | undefined>>,
  ) {
    this.#pids = pids
    this.#otherUrl = otherUrl
    this.otherSocketUrl = `${otherUrl.replace('http', 'ws')}/ws`
    this.#clients = clients
    this.#residents = residents
    this.#others = others
  }

  /** Registers all residents and opens the pages of the others, which stay open. */
  static async create(world: Stack, clients: Clients, count: number): Promise<ReconnectBench> {
    const { url, process: other } = await world.another('gateway')
    const all = await registerAll(world, count + OTHERS)
    const { postgres, redis, nats } = world.servers
    const pids = () => ({
      ...Object.fromEntries(ALL_SERVICES.map((name) => [name, world.service(name).pid])),
      ...{ 'other gateway': other.pid, postgres: postgres.pid, redis: redis.pid, nats: nats.pid, pages: clients.pid },
    })
    const bench = new ReconnectBench(url, clients, all.slice(OTHERS), all.slice(0, OTHERS), pids)
    await bench.#openOthers()
    return bench
  }

  async #openOthers(): Promise<void> {
    const ignored = () => undefined
    this.#pages = this.#others.map(
      (resident) =>
        new PageSocket(identityOf(resident), () => [this.otherSocketUrl], {
          onRegistered: ignored,
          onClosed: (reason) => console.log(`a page of another resident was closed: ${reason}`),
          onFrame: (frame) => frame.type === 'doorbell_ring' && this.#arrivals.set(frame.activityId, performance.now()),
        }),
    )
    await Promise.all(this.#pages.map((page) => page.open()))
  }

  /** Closes the pages of the others. */
  close(): void {
    for (const page of this.#pages) page.close()
  }

  async round({ first, second, kill, name }: Subject): Promise<Round> {
    this.#arrivals.clear()
    await this.#clients.ask({ do: 'open', url: first, identities: this.#residents.map(identityOf) })
    await pause(SETTLE_MS)
    const before = await this.#ringOthers(BEFORE_SECONDS)
    await this.#clients.ask({ do: 'watch', copies: [first, second] })
    const back = new AbortController()
    const used = this.#cpu()
    const killed = now()
    const others = this.#ringOthers(BACK_WITHIN_MS / 1_000, back.signal)
    const servesAgain = kill().then(() => now() - killed)
    const failures: Failure[] = []
    const rungs = this.#ringAway(failures)
    const { backs, pages, reasons } = (await this.#clients.ask({ do: 'returned', within: BACK_WITHIN_MS })) as Return
    const ids = await rungs
    const arrived = name === 'product' ? await this.#arrivalsOf(ids) : []
    const cpu = this.#cpuSince(used)
    back.abort()
    const during = await others
    const result: Round = {
      pages,
      backs: backs.map((at) => at - killed).sort((a, b) => a - b),
      servesAgain: await servesAgain,
      missed: name === 'product' ? { placed: ids.length, arrived: arrived.map((at) => at - killed) } : { placed: 0, arrived: [] },
      before: before.frames,
      during: during.frames,
      failures: [...before.failures, ...during.failures, ...failures],
      reasons,
      cpu,
    }
    await this.#clients.ask({ do: 'close' })
    await pause(SETTLE_MS)
    return result
  }

  #cpu(): ReadonlyMap<string, Cpu> {
    return new Map(Object.entries(this.#pids()).map(([name, pid]) => [name, { pid, ms: cpuMilliseconds([pid]) }]))
  }

  /** @returns milliseconds of CPU by process; of one that was started meanwhile, all of its own */
  #cpuSince(before: ReadonlyMap<string, Cpu>): Record<string, number> {
    const since = ([name, { pid, ms }]: [string, Cpu]) => {
      const then = before.get(name)
      return [name, then?.pid === pid ? ms - (then?.ms ?? 0) : ms] as const
    }
    return Object.fromEntries([...this.#cpu()].map(since))
  }

  #ringOthers(seconds: number, until?: AbortSignal) {
    const doors = this.#doors(this.#others, OTHERS_RATE * seconds)
    return ringAtRate({ url: this.#otherUrl, rate: OTHERS_RATE, seconds, doors }, this.#arrivals, until)
  }

  /** Rings at doors of residents whose pages are away, also while the pages belong to the bare server: the machine has the same to do. */
  async #ringAway(failures: Failure[]): Promise<number[]> {
    const { rate, seconds } = MISSED
    const apart = Math.max(1, Math.floor(this.#residents.length / (rate * seconds)))
    const doors = this.#doors(
      this.#residents.filter((_, index) => index % apart === 0),
      rate * seconds,
    )
    const ring = async (index: number) => {
      const sent = performance.now()
      const placed = ringOnce(this.#otherUrl, doors[index] ?? '')
      return (await placed.catch((error: unknown) => void failures.push({ sent, reason: String(error) })))?.id
    }
    return (await atRate(rate, seconds, ring)).filter((id) => id !== undefined)
  }

  /** @returns when these rings arrived at the pages, in milliseconds since 1970, of those that did */
  async #arrivalsOf(ids: readonly number[]): Promise<number[]> {
    const read = async () => new Map((await this.#clients.ask({ do: 'rings' })) as Rings)
    const all = async () => {
      const rings = await read()
      return ids.every((id) => rings.has(id))
    }
    await eventually('the missed rings', all, REPLAYED_WITHIN_MS).catch((error: unknown) => console.log(String(error)))
    const rings = await read()
    return ids.map((id) => rings.get(id)).filter((at) => at !== undefined)
  }

  #doors(residents: readonly Resident[], count: number): string[] {
    return Array.from({ length: count }, (_, index) => residents[index % residents.length]?.user.qrCodeId ?? '')
  }
}

/** Milliseconds since 1970, with fractions, comparable between processes of one machine. */
const now = () => performance.timeOrigin + performance.now()

/** The process of the pages. */
class Clients {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'reconnect-clients.ts'))
  readonly #ended: Promise<never>

  constructor() {
    this.#ended = once(this.#child, 'exit').then(() => Promise.reject(new Error('the process of the pages has ended')))
    this.#ended.catch(() => undefined)
  }

  async ask(order: Order): Promise<Answer> {
    this.#child.send(order)
    const [answer] = (await Promise.race([once(this.#child, 'message'), this.#ended])) as [Answer]
    return answer
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect()
  }
}

/** A bare server that is started again on its port when it is killed. */
class BareServer {
  readonly #port: number
  #child: ChildProcess

  private constructor(child: ChildProcess, port: number) {
    this.#child = child
    this.#port = port
  }

  static async start(): Promise<BareServer> {
    const child = startBare(0)
    const [port] = (await once(child, 'message')) as [number]
    return new BareServer(child, port)
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#port}`
  }

  async killed(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    this.#child = startBare(this.#port)
    await once(this.#child, 'message', { signal: AbortSignal.timeout(SERVES_WITHIN_MS) })
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect()
  }
}

const startBare = (port: number) => fork(join(import.meta.dirname, 'sockets-bare.ts'), [String(port)])
