/**
 * `npm run bench -- costs`: what each thing that a stranger can send costs the gateway, as a ratio to /healthz in the same run, and what
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
import { frameRows, upgrade } from './costs-sockets.ts'
import { saveReport } from './report.ts'

const AT_ONCE = 4
const TIMES = 200
const IDLE_MS = 4_000
/** /healthz is measured anew after as many rows, because the machine’s speed changes. */
const ROWS_PER_CONTROL = 10
/** A window may end while a row is measured, and then some of its requests are let through again. */
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
    return printCosts(costs.all, costs.healthz)
  } finally {
    await world.stop()
  }
}

class Costs {
  readonly all: Cost[] = []
  /** Cookies that no key of ours has signed, as many as are read of each kind. */
  readonly forged: string
  readonly #world: Stack
  readonly #meter: CpuMeter
  readonly #controls: number[] = []

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

  get healthz(): number {
    const sorted = [...this.#controls].sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }

  /** Warms up: code is compiled, documents and constant pages are rendered, with their encodings. */
  async begin(): Promise<void> {
    for (const path of ['/healthz', '/visitor', '/api/docs', '/api/openapi.json', '/api/asyncapi.json', '/auth', '/api/user'])
      for (const encoding of ['br', 'gzip', 'identity'])
        await this.#flood({ method: 'GET', path, headers: { 'accept-encoding': encoding } }, 60)
    await this.#meter.measureIdle(IDLE_MS)
    for (let times = 0; times < 3; times += 1) await this.#control()
  }

  async measureRow({ name, sent, limit }: Row): Promise<void> {
    if (this.all.length % ROWS_PER_CONTROL === 0) await this.#control()
    const most = mostOf(limit)
    for (let tried = 1; ; tried += 1) {
      const agent = agentFrom(nextAddress(), AT_ONCE)
      let first: Record<string, number> = {}
      const letThrough = (await this.#meter.cost(async () => (first = await this.#send(agent, sent, most)))) / most
      const plain = Object.keys(first).every((status) => status !== '429')
      // One more shows whether anything counts it.
      const isCounted = (await this.#send(agent, sent, 1))['429'] === 1
      const measured = isCounted ? { ...sent, headers: { ...sent.headers, cookie: this.forged } } : sent
      let answers: Record<string, number> = {}
      const ms = (await this.#meter.cost(async () => (answers = await this.#send(agent, measured, TIMES)))) / TIMES
      await agent.destroy()
      const isPure = !isCounted || (plain && Object.keys(answers).join() === '429')
      if (!isPure && tried < TRIES) continue
      this.#add({
        name,
        countedBy: isCounted ? (limit ?? 'page') : undefined,
        status: inShort(answers),
        ms,
        letThrough: isCounted ? letThrough : undefined,
      })
      return
    }
  }

  async measureUpgrade(name: string, cookie: string): Promise<void> {
    const address = nextAddress()
    const send = (times: number) => atOnce(times, async () => String(await upgrade(this.#world.url, address, cookie)))
    const most = LIMITS.upgrade.max
    const letThrough = (await this.#meter.cost(() => send(most))) / most
    let answers: Record<string, number> = {}
    const ms = (await this.#meter.cost(async () => (answers = await send(TIMES)))) / TIMES
    this.#add({ name, countedBy: 'upgrade', status: inShort(answers), ms, letThrough })
  }

  async measureFrames({ name, countedBy, frames, prepare }: ReturnType<typeof frameRows>[number]): Promise<void> {
    const send = await prepare()
    const ms = (await this.#meter.cost(send)) / frames
    this.#add({ name, countedBy, status: '–', ms })
  }

  #add(cost: Omit<Cost, 'ratio'>): void {
    const recent = this.#controls.slice(-3).sort((a, b) => a - b)
    const measured = { ...cost, ratio: cost.ms / (recent[1] ?? this.healthz) }
    this.all.push(measured)
    console.log(`${measured.ratio.toFixed(2).padStart(6)}  ${measured.name}  ${measured.countedBy ?? 'not counted'}  ${measured.status}`)
  }

  async #control(): Promise<void> {
    this.#controls.push((await this.#meter.cost(() => this.#flood({ method: 'GET', path: '/healthz' }, TIMES * 2))) / (TIMES * 2))
  }

  async #flood(sent: Sent, times: number): Promise<void> {
    const agent = agentFrom(nextAddress(), AT_ONCE)
    await this.#send(agent, sent, times)
    await agent.destroy()
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

/** Does something so often, a few at a time. @returns how often each outcome came */
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

const inShort = (answers: Record<string, number>) =>
  Object.entries(answers)
    .map(([status, count]) => (Object.keys(answers).length === 1 ? status : `${count} × ${status}`))
    .join(', ')
