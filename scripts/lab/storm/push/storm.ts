/**
 * Many rings at households of several devices, whose push service is unreliable, while notify, gateway, NATS and Postgres are killed and
 * started again. Afterwards every push of notify is compared with the push service's own log.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { numbersOf } from '../numbers.ts'
import type { StormDevice } from './device.ts'
import { collectFacts } from './facts.ts'
import { Household } from './household.ts'
import { judge } from './judge.ts'
import { Outages } from './outages.ts'
import { StormVendor } from './vendor.ts'

const RING_LIFE_MS = 30_000
const RINGS_OF_A_HOUSEHOLD = 10
const HOUSEHOLDS_LEAST = 5
const HOUSEHOLDS_AT_ONCE = 3
const SETTLE_MS = 150_000
const PROGRESS_MS = 10_000
const DEVICE_CHANGES_MS = 2_000

export type PushStormOptions = {
  readonly seed: number
  readonly rings: number
  /** The number of devices of each household. */
  readonly devices: number
  /** The time in which the rings are placed. */
  readonly seconds: number
  /** A second copy of notify, which is not killed. */
  readonly copy: boolean
}
export type PushStormReport = { readonly faults: readonly string[]; readonly figures: Readonly<Record<string, number>> }

export class PushStorm {
  readonly #stack: Stack
  readonly #vendor: StormVendor
  readonly #options: PushStormOptions
  readonly #draw: () => number
  #households: readonly Household[] = []
  readonly #failures: string[] = []

  private constructor(stack: Stack, vendor: StormVendor, options: PushStormOptions, draw: () => number) {
    this.#stack = stack
    this.#vendor = vendor
    this.#options = options
    this.#draw = draw
  }

  static async create(options: PushStormOptions): Promise<PushStorm> {
    const draw = numbersOf(options.seed)
    const vendor = await StormVendor.start(draw)
    const { host, certificate } = vendor.service
    const stack = await startStack({
      services: ['auth', 'doorbell', 'billing', 'security', 'notify', 'gateway'],
      // A Postgres of its own, which is killed.
      durable: true,
      env: { RING_LIFE_MS: String(RING_LIFE_MS) },
      envOf: { notify: { PUSH_HOSTS: host, NODE_EXTRA_CA_CERTS: certificate.caFile } },
    })
    return new PushStorm(stack, vendor, options, draw)
  }

  async close(): Promise<void> {
    await this.#stack.stop()
    await this.#vendor.service.stop()
  }

  /** @param progress gets a line from time to time */
  async run(progress: (line: string) => void = () => undefined): Promise<PushStormReport> {
    const began = performance.now()
    const seconds = () => Math.round((performance.now() - began) / 1_000)
    const { rings, copy } = this.#options
    if (copy) await this.#stack.another('notify')
    await this.#openHouseholds()
    progress(`${seconds()} s: ${this.#devices.length} devices of ${this.#households.length} households`)
    const delay = monitorEventLoopDelay()
    delay.enable()
    const outages = new Outages(this.#stack, this.#draw)
    const showing = setInterval(() => {
      const placed = this.#households.reduce((sum, { placed: count }) => sum + count, 0)
      progress(`${seconds()} s: ${placed} of ${rings} rings, ${this.#vendor.service.requests.length} pushes, ${outages.past.length} kills`)
    }, PROGRESS_MS)
    try {
      await this.#storm(outages)
      const stormed = seconds()
      const unsettled = await this.#settle().catch((error: Error) => error.message)
      const facts = await collectFacts(this.#stack, this.#vendor.service.requests, this.#devices, {
        outages: outages.past,
        stalledMs: delay.max / 1_000_000,
      })
      const { faults, figures } = judge(facts)
      const lost = facts.rings.length === rings ? [] : [`${rings} rings were answered, ${facts.rings.length} are stored`]
      const all = [...this.#failures, ...(unsettled ? [unsettled] : []), ...lost, ...faults]
      return { faults: all, figures: { ...figures, 'seconds of the storm': stormed, seconds: seconds() } }
    } finally {
      clearInterval(showing)
    }
  }

  get #devices(): readonly StormDevice[] {
    return this.#households.flatMap(({ devices }) => devices)
  }

  async #openHouseholds(): Promise<void> {
    const { rings, devices } = this.#options
    const count = Math.max(HOUSEHOLDS_LEAST, Math.ceil(rings / RINGS_OF_A_HOUSEHOLD))
    const opened: Household[] = []
    // Auth hashes a few passwords at a time, and refuses more.
    const open = async () => {
      for (let number = opened.length; number < count; number = opened.length) {
        const household = new Household(this.#stack, this.#vendor, { number, draw: this.#draw })
        opened.push(household)
        await household.open(devices)
      }
    }
    await Promise.all(Array.from({ length: HOUSEHOLDS_AT_ONCE }, open))
    this.#households = opened
  }

  async #storm(outages: Outages): Promise<void> {
    const { rings, seconds } = this.#options
    const changing = setInterval(() => this.#changeDevices(), DEVICE_CHANGES_MS)
    const killing = outages.run()
    const ringing: Promise<void>[] = []
    for (let number = 0; number < rings; number += 1) {
      const household = this.#households[Math.floor(this.#draw() * this.#households.length)]
      if (household) ringing.push(household.ring().catch((error: unknown) => void this.#failures.push(`a ring failed: ${error}`)))
      await pause(2 * this.#draw() * ((seconds * 1_000) / rings))
    }
    await Promise.all(ringing)
    // Parts are also killed while the last rings end.
    await pause(RING_LIFE_MS)
    outages.end()
    clearInterval(changing)
    await killing
  }

  /** Devices lose their network and find it again, and open the app, where they subscribe again. */
  #changeDevices(): void {
    for (const device of this.#devices) {
      const drawn = this.#draw()
      if (drawn < 0.05) device.disconnect()
      else if (drawn < 0.25) device.connect()
      else if (drawn < 0.5) void device.renew().catch((error: unknown) => void this.#failures.push(`a device failed: ${error}`))
    }
  }

  /** The remaining work is done without further failures. */
  async #settle(): Promise<undefined> {
    this.#vendor.calmDown()
    const count = async (service: 'notify' | 'doorbell', what: string) => {
      const [row] = await this.#stack.postgres<{ left: number }>(service, `SELECT count(*)::int AS left FROM ${what}`)
      return row?.left ?? 0
    }
    const isSettled = async () => {
      const left = {
        pushes: await count('notify', 'pushes WHERE next_at IS NOT NULL'),
        steps: await count('notify', 'steps WHERE next_at IS NOT NULL'),
        unended: await count('notify', 'rings WHERE outcome IS NULL'),
        live: await count('doorbell', 'activities WHERE outcome IS NULL'),
        events: await count('doorbell', 'outbox WHERE sent_at IS NULL'),
      }
      if (Object.values(left).every((number) => number === 0)) return true
      throw new Error(JSON.stringify(left))
    }
    await eventually('everything to be settled', isSettled, SETTLE_MS)
    for (const device of this.#devices) device.connect()
    await Promise.all(this.#devices.map((device) => device.settle()))
    // A device that reported a ring at the last moment may still be sent its end.
    await eventually('everything to be settled', isSettled, SETTLE_MS)
    return undefined
  }
}
