/**
 * `npm run bench -- costs`: the cost of each untrusted request to the gateway, as a ratio to /healthz in the same run, and the class that
 * counts it. Over its limit every row is sent with forty invented cookies, which must cost no more than none.
 */
import { randomBytes } from 'node:crypto'
import type { Agent } from 'undici'
import { request } from 'undici'
import { signToken } from '#kit/tokens.ts'
import { LIMITS } from '#proto/limits.ts'
import { agentFrom } from '#scripts/testing/http-client.ts'
import { nextAddress } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { CpuMeter } from './costs-meter.ts'
import { type Cost, printCosts } from './costs-report.ts'
import { httpRows, mostOf, type Row, type Sent } from './costs-rows.ts'
import { askAlone, frameRows, upgrade } from './costs-sockets.ts'
import { saveReport } from './report.ts'
import { quantile } from './stats.ts'

const AT_ONCE = 4
/** Requests of a row, in turn with as many to /healthz, because the machine’s speed changes. */
const TIMES = 1_600
const TURNS = 8
const IDLE_MS = 4_000
/** A row is measured again if a limit's window ended meanwhile, because some of its requests were then not refused. */
const TRIES = 5
const FORGED = 20

/** @param name matches the rows to measure @returns whether every bound holds */
export async function benchCosts(name = ''): Promise<boolean> {
  const world = await startStack({ payments: true })
  try {
    const costs = new Costs(world)
    await costs.begin()
    const wanted = (row: { readonly name: string }) => row.name.includes(name)
    for (const row of httpRows().filter(wanted)) await costs.measureRow(row)
    for (const row of [
      { name: 'upgrade without a cookie', cookie: '' },
      { name: 'upgrade with forged cookies', cookie: costs.forged },
    ].filter(wanted))
      await costs.measureUpgrade(row.name, row.cookie)
    const door = await world.resident()
    for (const row of frameRows(world, door).filter(wanted)) await costs.measureFrames(row)
    saveReport('costs', { healthz: costs.healthz, costs: costs.all })
    await costs.end()
    return printCosts(costs.all, costs.healthz)
  } finally {
    await world.stop()
  }
}

/** Milliseconds of one request, and of one to /healthz in turn with it. */
type Compared = { readonly ms: number; readonly control: number; readonly answers: Readonly<Record<string, number>> }

/** @returns how often each outcome came */
type Send = (times: number) => Promise<Record<string, number>>

class Costs {
  readonly all: Cost[] = []
  /** Cookies with invalid signatures, as many of each kind as the gateway reads. */
  readonly forged: string
  readonly #world: Stack
  readonly #meter: CpuMeter
  readonly #controls: number[] = []
  readonly #controlAgent = agentFrom(nextAddress(), AT_ONCE)
  readonly #healthz: Send = (times) => this.#send(this.#controlAgent, { method: 'GET', path: '/healthz' }, times)

  constructor(world: Stack) {
    this.#world = world
    this.#meter = new CpuMeter(world.service('gateway').pid ?? 0)
    const port = new URL(world.url).port
    const token = (use: string, activityId: number) =>
      signToken(randomBytes(32).toString('hex'), { use, activityId, userId: 1 }, 3_600, new Date())
    const kinds = ['visit', 'left'].flatMap((kind) =>
      Array.from({ length: FORGED }, (_, index) => `${kind}-${index + 1}-p${port}=${token(kind, index + 1)}`),
    )
    this.forged = [...kinds, `session-p${port}=${'x'.repeat(43)}`].join('; ')
  }

  /** The median over the run, milliseconds. */
  get healthz(): number {
    return quantile(this.#controls, 0.5)
  }

  /** Warms up: code is compiled, documents and constant pages are rendered, with their encodings. */
  async begin(): Promise<void> {
    for (const path of ['/healthz', '/visitor', '/api/docs', '/api/openapi.json', '/api/asyncapi.json', '/auth', '/api/user', '/nothing'])
      for (const encoding of ['br', 'gzip', 'identity']) {
        const agent = agentFrom(nextAddress(), AT_ONCE)
        await this.#send(agent, { method: 'GET', path, headers: { 'accept-encoding': encoding } }, 100)
        await agent.destroy()
      }
    await this.#meter.measureIdle(IDLE_MS)
  }

  end(): Promise<void> {
    return this.#controlAgent.destroy()
  }

  async measureRow({ name, sent, limit }: Row): Promise<void> {
    const most = mostOf(limit)
    for (let tried = 1; ; tried += 1) {
      const agent = agentFrom(nextAddress(), AT_ONCE)
      const [letThrough, first] = await this.#cost(() => this.#send(agent, sent, most))
      // One more shows whether anything counts it.
      const isCounted = (await this.#send(agent, sent, 1))['429'] === 1
      const measured = isCounted ? { ...sent, headers: { ...sent.headers, cookie: this.forged } } : sent
      const compared = await this.#compare((times) => this.#send(agent, measured, times))
      await agent.destroy()
      const isPure = !isCounted || (first['429'] === undefined && Object.keys(compared.answers).join() === '429')
      if (!isPure && tried < TRIES) continue
      this.#add(
        { name, countedBy: isCounted ? (limit ?? 'page') : undefined, letThrough: isCounted ? letThrough / most : undefined },
        compared,
      )
      return
    }
  }

  async measureUpgrade(name: string, cookie: string): Promise<void> {
    const [address, other] = [nextAddress(), nextAddress()]
    const send = (times: number) => atOnce(times, async () => String(await upgrade(this.#world.url, address, cookie)))
    const most = LIMITS.upgrade.max
    const [letThrough] = await this.#cost(() => send(most))
    // Each upgrade opens a connection, which costs as much as a request. So do the requests to /healthz with which it is compared.
    const healthz = (times: number) => atOnce(times, async () => String(await askAlone(`${this.#world.url}/healthz`, other)))
    this.#add({ name, countedBy: 'upgrade', letThrough: letThrough / most }, await this.#compare(send, healthz))
  }

  async measureFrames({ name, countedBy, frames, prepare }: ReturnType<typeof frameRows>[number]): Promise<void> {
    const control = await this.#control(TIMES)
    const send = await prepare()
    const [ms] = await this.#cost(send)
    this.#add({ name, countedBy }, { ms: ms / frames, control, answers: {} })
  }

  /** @returns milliseconds, and the outcome */
  async #cost<T>(work: () => Promise<T>): Promise<[number, T]> {
    const done: T[] = []
    const ms = await this.#meter.cost(async () => done.push(await work()))
    return [ms, done[0] as T]
  }

  /** Milliseconds of one request to /healthz now. */
  async #control(times: number, send: Send = this.#healthz): Promise<number> {
    const [ms] = await this.#cost(() => send(times))
    return ms / times
  }

  async #compare(send: Send, control?: Send): Promise<Compared> {
    const answers: Record<string, number> = {}
    const [costs, controls]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < TURNS; turn += 1) {
      controls.push(await this.#control(TIMES / TURNS, control))
      const [took, some] = await this.#cost(() => send(TIMES / TURNS))
      costs.push(took / (TIMES / TURNS))
      for (const [answer, count] of Object.entries(some)) answers[answer] = (answers[answer] ?? 0) + count
    }
    // The median of the turns, because a large garbage collection falls into one of them.
    return { ms: quantile(costs, 0.5), control: quantile(controls, 0.5), answers }
  }

  #add(row: Pick<Cost, 'name' | 'countedBy' | 'letThrough'>, { ms, control, answers }: Compared): void {
    this.#controls.push(control)
    const cost = { ...row, status: inShort(answers), ms, ratio: ms / control }
    this.all.push(cost)
    console.log(`${cost.ratio.toFixed(2).padStart(6)}  ${cost.name}  ${cost.countedBy ?? 'not counted'}  ${cost.status}`)
  }

  #send(agent: Agent, { method, path, headers = {}, body }: Sent, times: number): Promise<Record<string, number>> {
    const origin = method === 'GET' ? {} : { origin: this.#world.url }
    return atOnce(times, async () => {
      const answer = await request(this.#world.url + path, {
        method: method as 'GET',
        dispatcher: agent,
        headers: { ...origin, ...headers },
        ...(body === undefined ? {} : { body }),
      })
      await answer.body.dump({ limit: 10_000_000 })
      return String(answer.statusCode)
    })
  }
}

/** Repeats something `times` times, a few concurrently. @returns how often each outcome came */
async function atOnce(times: number, one: () => Promise<string>): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  let left = times
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const outcome = await one().catch((error: Error & { code?: string }) => error.code ?? error.name)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return outcomes
}

const inShort = (answers: Readonly<Record<string, number>>) =>
  Object.entries(answers)
    .map(([status, count]) => (Object.keys(answers).length === 1 ? status : `${count} × ${status}`))
    .join(', ') || '–'
