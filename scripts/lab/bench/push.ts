/**
 * `npm run bench -- push`: how soon a ring's pushes are handed to five push services, and notify's CPU per push as a ratio to encryption
 * and headers alone in the same run.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import webPush from 'web-push'
import type { Resident } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput } from '#scripts/testing/push/subscription.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { ringTag, topicOf } from '../../../services/notify/src/pushes/build-payload.ts'
import { CpuMeter } from './costs-meter.ts'
import { cpuMilliseconds } from './cpu.ts'
import { atRate } from './open-loop.ts'
import type { Order, Seen, Started } from './push-receivers.ts'
import { type CostRound, cpuRatios, type PushTime, printPush, pushTimes } from './push-report.ts'
import { saveReport } from './report.ts'
import { ringOnce } from './ring-load.ts'
import { addDoors, newCodes, type Subject } from './ring-subject.ts'
import { quantile } from './stats.ts'

/** One round of each kind; five of the second make 1,000 rings × 4 devices. */
const TIMED = { rate: 10, seconds: 5, devices: 5 } as const
const COSTED = { rate: 100, seconds: 2, devices: 4 } as const
/** As busy as a measured round and longer, so that connections are open and code is compiled. */
const WARM_UP = { rate: 100, seconds: 5 } as const
const ACCOUNTS = 4
/** Longer than the run: a miss would be pushed too. */
const RING_LIFE_MS = 3_600_000
/** A pause in which repeated events arrive and results are stored. */
const SETTLE_MS = 1_000
/** Steps of an unseen ring run 8 s after it: outside the measured time. */
const STEPS_MS = 10_000
const ARRIVE_MS = 20_000
const TAKE_EVERY_MS = 200
const IDLE_MS = 4_000
const ALONE_SECONDS = 1
/** The overhead of encryption: salt, record size, key and tag (RFC 8188). */
const ENCRYPTION_BYTES = 103

type Load = { readonly rate: number; readonly seconds: number; readonly devices: number }

/** @param rounds of each kind @returns whether every bound holds */
export async function benchPush(rounds: number): Promise<boolean> {
  const receivers = await Receivers.start()
  const { hosts, caFile } = receivers
  const world = await startStack({
    durable: true,
    env: { RING_LIFE_MS: String(RING_LIFE_MS) },
    envOf: { notify: { PUSH_HOSTS: hosts.join(','), NODE_EXTRA_CA_CERTS: caFile } },
  })
  try {
    await receivers.follow(world.servers.nats.url)
    const bench = await PushBench.create(world, receivers)
    return await bench.run(rounds)
  } finally {
    receivers.stop()
    await world.stop()
  }
}

class PushBench {
  readonly #world: Stack
  readonly #receivers: Receivers
  readonly #timed: readonly Resident[]
  readonly #costed: readonly Resident[]
  readonly #meter: CpuMeter
  /** Milliseconds of CPU a second, by process. */
  #idle: Readonly<Record<string, number>> = {}
  #bytes = 0

  private constructor(world: Stack, receivers: Receivers, timed: readonly Resident[], costed: readonly Resident[]) {
    this.#world = world
    this.#receivers = receivers
    this.#timed = timed
    this.#costed = costed
    this.#meter = new CpuMeter(world.service('notify').pid ?? 0)
  }

  static async create(world: Stack, receivers: Receivers): Promise<PushBench> {
    const accounts = async (devices: number) => {
      const residents: Resident[] = []
      for (let count = 0; count < ACCOUNTS; count += 1) residents.push(await household(world, receivers.hosts.slice(0, devices)))
      return residents
    }
    return new PushBench(world, receivers, await accounts(TIMED.devices), await accounts(COSTED.devices))
  }

  async run(rounds: number): Promise<boolean> {
    await this.#ring(this.#costed, { ...WARM_UP, devices: COSTED.devices })
    await this.#ring(this.#timed, { ...WARM_UP, devices: TIMED.devices })
    await pause(STEPS_MS)
    await this.#measureIdle()
    const times: PushTime[] = []
    const costs: CostRound[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const timed = await this.#ring(this.#timed, TIMED)
      times.push(...timed)
      await pause(STEPS_MS)
      const cost = await this.#cost()
      costs.push(cost)
      await pause(STEPS_MS)
      const of = timed.map(({ fromCommit }) => fromCommit)
      const [p50, p95] = [0.5, 0.95].map((q) => quantile(of, q).toFixed(2))
      const ratio = cpuRatios([cost])[0]?.toFixed(2)
      console.log(`round ${round}  p50 ${p50} ms  p95 ${p95} ms  CPU ${ratio}  load average ${loadavg()[0]?.toFixed(1)}`)
    }
    const results = { times, costs, rings: rounds * COSTED.rate * COSTED.seconds }
    saveReport('push', results)
    return printPush(results)
  }

  async #measureIdle(): Promise<void> {
    const before = this.#besides()
    await this.#meter.measureIdle(IDLE_MS)
    this.#idle = this.#since(before, IDLE_MS, {})
  }

  /** @returns how long the pushes of each ring took */
  async #ring(residents: readonly Resident[], { rate, seconds, devices }: Load): Promise<PushTime[]> {
    const doors = await this.#newDoors(residents, rate * seconds)
    await this.#receivers.forget()
    const ids = new Set((await atRate(rate, seconds, (index) => ringOnce(this.#world.url, doors[index] ?? ''))).map(({ id }) => id))
    const { rings, arrivals } = await this.#receivers.takeAll(ids.size * devices)
    await pause(SETTLE_MS)
    this.#bytes = arrivals[0]?.bytes ?? this.#bytes
    // A ring that a slow machine has not processed in time is published again: the first counts.
    const published = [...ids].map((id) => rings.find(({ activityId }) => activityId === id))
    if (!published.every((ring) => ring !== undefined)) throw new Error('a ring was not published')
    return pushTimes(
      published.map((ring) => ({ ...ring, topic: topicOf(ringTag(ring.activityId)) })),
      arrivals,
      devices,
    )
  }

  async #cost(): Promise<CostRound> {
    const earlier = await this.#alone()
    const [before, began] = [this.#besides(), performance.now()]
    const notify = await this.#meter.cost(() => this.#ring(this.#costed, COSTED))
    const beside = this.#since(before, performance.now() - began, this.#idle)
    const pushes = COSTED.rate * COSTED.seconds * COSTED.devices
    const later = await this.#alone()
    return { pushes, notify, alone: (earlier.alone + later.alone) / 2, loop: (earlier.loop + later.loop) / 2, beside }
  }

  async #newDoors(residents: readonly Resident[], count: number): Promise<string[]> {
    const codes = newCodes(count)
    const subject: Subject = {
      ...{ name: 'product', url: this.#world.url, databaseUrl: this.#world.databaseUrl('doorbell') },
      ...{ pids: () => [], doors: [], arrivals: new Map() },
    }
    await addDoors(
      subject,
      codes,
      residents.map(({ user }) => user.id),
    )
    return codes
  }

  /** CPU used so far by the processes that a ring passes through, without notify. */
  #besides(): Readonly<Record<string, number>> {
    const { postgres, nats } = this.#world.servers
    const pids = {
      doorbell: this.#world.service('doorbell').pid,
      gateway: this.#world.service('gateway').pid,
      postgres: postgres.pid,
      nats: nats.pid,
    }
    return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, cpuMilliseconds([pid])]))
  }

  #since(
    before: Readonly<Record<string, number>>,
    elapsed: number,
    idle: Readonly<Record<string, number>>,
  ): Readonly<Record<string, number>> {
    return Object.fromEntries(
      Object.entries(this.#besides()).map(([name, used]) => [name, used - (before[name] ?? 0) - ((idle[name] ?? 0) * elapsed) / IDLE_MS]),
    )
  }

  /** Encrypts one push and makes its headers, with the signature cached. */
  #encryption(): () => void {
    const { endpoint, keys } = createSubscription('https://updates.push.services.mozilla.com/wpush/v2/x')
    const { publicKey, privateKey } = webPush.generateVAPIDKeys()
    const { Authorization } = webPush.getVapidHeaders(new URL(endpoint).origin, 'mailto:a@example.org', publicKey, privateKey, 'aes128gcm')
    const text = 'x'.repeat(this.#bytes - ENCRYPTION_BYTES)
    return () =>
      void webPush.generateRequestDetails({ endpoint, keys }, text, {
        ...{ TTL: 45, urgency: 'high', topic: topicOf(ringTag(1)), headers: { Authorization } },
      })
  }

  /**
   * Encryption alone, at the rate and in the batches in which notify does it: between two rings other programs fill the processor's caches,
   * which slows it down, unlike in a loop. This process does nothing else meanwhile.
   */
  async #alone(): Promise<Alone> {
    const { rate, devices } = COSTED
    const encrypt = this.#encryption()
    const times = rate * ALONE_SECONDS * devices
    const portion = (count: number) => {
      for (let index = 0; index < count; index += 1) encrypt()
    }
    portion(times / 2)
    const loop = await cpuOf(() => portion(times))
    const alone = await cpuOf(() => atRate(rate, ALONE_SECONDS, () => portion(devices)))
    return { alone: alone / times, loop: loop / times }
  }
}

type Alone = Pick<CostRound, 'alone' | 'loop'>

/** @returns milliseconds of CPU of this process */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** An account with a device at each of these push services. */
async function household(world: Stack, hosts: readonly string[]): Promise<Resident> {
  const first = await world.resident()
  for (const [index, host] of hosts.entries()) {
    const device = index === 0 ? first : await first.anotherDevice()
    await device.call('notify.put_push', subscriptionInput(createSubscription(`https://${host}/push/${first.user.id}`)))
  }
  return first
}

/** The process of the push services. */
class Receivers {
  readonly hosts: readonly string[]
  readonly caFile: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, { hosts, caFile }: Started) {
    this.#child = child
    this.hosts = hosts
    this.caFile = caFile
  }

  static async start(): Promise<Receivers> {
    const child = fork(join(import.meta.dirname, 'push-receivers.ts'))
    const [started] = (await once(child, 'message')) as [Started]
    return new Receivers(child, started)
  }

  async follow(natsUrl: string): Promise<void> {
    await this.#ask({ natsUrl })
  }

  /** Clears the requests received so far. */
  async forget(): Promise<void> {
    await this.#ask('take')
  }

  /** @returns the requests once this many pushes have arrived, or after a while */
  async takeAll(pushes: number): Promise<Seen> {
    const [rings, arrivals]: [Seen['rings'][number][], Seen['arrivals'][number][]] = [[], []]
    const deadline = performance.now() + ARRIVE_MS
    while (arrivals.length < pushes && performance.now() < deadline) {
      await pause(TAKE_EVERY_MS)
      const seen = await this.#ask('take')
      rings.push(...seen.rings)
      arrivals.push(...seen.arrivals)
    }
    return { rings, arrivals }
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect()
  }

  async #ask(order: Order): Promise<Seen> {
    this.#child.send(order)
    const [seen] = (await once(this.#child, 'message')) as [Seen]
    return seen
  }
}
