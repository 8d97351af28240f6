/** An account with its devices and the visitors at its doors, which take the steps of a walk, with the ids they may use. */
import { DAY_MS } from '#proto/durations.ts'
import type { Output } from '#proto/operations/index.ts'
import { codeAt, STEP_MS } from '#scripts/testing/authenticator.ts'
import type { Scene } from '#scripts/testing/generate/requests.ts'
import type { Pool } from '#scripts/testing/generate/rules.ts'
import { SoftAuthenticator } from '#scripts/testing/passkeys.ts'
import { PASSWORD, Resident, type Visitor } from '#scripts/testing/people.ts'
import type { TestSocket } from '#scripts/testing/socket.ts'
import type { WalkClock } from './clock.ts'
import type { WalkWorld } from './world.ts'

/** Valid and invalid days ahead for a visit request. */
const DAYS_AHEAD = 95

export class Household {
  readonly resident: Resident
  /** The device that signs out and in again; the others stay signed in. */
  readonly spare: Resident
  readonly sockets: TestSocket[] = []
  readonly visitors: readonly Visitor[]
  readonly #devices: readonly Resident[]
  readonly #pools = new Map<Pool, (string | number)[]>()
  readonly #now: () => number
  /** The newest secret of the authenticator that the account was shown. */
  secret: string | undefined
  readonly authenticator: SoftAuthenticator

  private constructor(devices: readonly [Resident, Resident, Resident], visitors: readonly Visitor[], now: () => number, origin: string) {
    this.authenticator = new SoftAuthenticator(origin)
    this.#devices = devices.slice(0, 2)
    this.resident = devices[0]
    this.spare = devices[2]
    this.visitors = visitors
    this.#now = now
  }

  static async open(world: WalkWorld, premium: boolean, now: () => number): Promise<Household> {
    const resident = await world.resident({ premium })
    return Household.#of(world, [resident, await resident.anotherDevice(), await resident.anotherDevice()], now)
  }

  /** Opens the account of an earlier walk; each device signs in with a code of its own. */
  static async reopen(world: WalkWorld, username: string, secret: string | undefined, clock: WalkClock): Promise<Household> {
    const signIn = async () => {
      if (!secret) return Resident.signIn(world.url, { username, password: PASSWORD })
      await clock.advance(STEP_MS)
      return Resident.signIn(world.url, { username, password: PASSWORD, code: codeAt(secret, clock.now()) })
    }
    const household = await Household.#of(world, [await signIn(), await signIn(), await signIn()], clock.now)
    household.secret = secret
    return household
  }

  static async #of(world: WalkWorld, devices: readonly [Resident, Resident, Resident], now: () => number): Promise<Household> {
    const household = new Household(devices, [world.visitor(), world.visitor()], now, world.url)
    await household.openSockets()
    return household
  }

  get devices(): readonly Resident[] {
    return this.#devices
  }

  get credentials(): { readonly username: string; readonly password: string; readonly code?: string } {
    return { username: this.resident.user.username, password: PASSWORD, ...(this.secret ? { code: codeAt(this.secret, this.#now()) } : {}) }
  }

  /** Opens or reopens each device's page. */
  async openSockets(): Promise<void> {
    for (const socket of this.sockets.splice(0)) socket.cut()
    for (const device of this.#devices) this.sockets.push(await device.socket())
  }

  put(pool: Pool, values: readonly (string | number)[]): void {
    this.#pools.set(pool, [...values])
  }

  /** Remembers values that are shown once and never listed. */
  remember(pool: Pool, value: string | number): void {
    this.#pools.set(pool, [...(this.#pools.get(pool) ?? []), value].slice(-10))
  }

  all(pool: Pool): readonly (string | number)[] {
    return this.#pools.get(pool) ?? []
  }

  /** @param visits those of the visitor who sends; empty for a resident */
  scene(visits: Output<'doorbell.my_visits'> = []): Scene {
    const { user } = this.resident
    return {
      take: (pool, pick) => {
        if (pool === 'user') return user.id
        if (pool === 'username') return user.username
        if (pool === 'factorCode') return this.credentials.code
        const byPasskey = this.authenticator.take(pool, pick)
        if (byPasskey !== undefined) return byPasskey
        if (pool === 'today') return new Date(this.#now() + (pick % DAYS_AHEAD) * DAY_MS).toISOString().slice(0, 10)
        if (pool === 'visit' || (pool === 'ring' && visits.length)) return visits[pick % visits.length]?.id
        if (pool === 'visitUser') return visits[pick % visits.length]?.userId
        const there = this.all(pool === 'ring' ? 'activity' : pool)
        return there[pick % there.length]
      },
    }
  }

  async leave(): Promise<void> {
    await Promise.all([...this.#devices, this.spare, ...this.visitors].map((person) => person.leave()))
  }
}
