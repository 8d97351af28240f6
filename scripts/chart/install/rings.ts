/** Visitors who ring constantly during a change of the cluster. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Resident, Visitor } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'

/** With eight doors each is rung 15 times a minute; 20 are allowed. */
const DOORS = 8
const EVERY_MS = 500
/** A page sends a ring again for a while; an acknowledgement may come late while a server starts anew. */
const GIVE_UP_MS = 90_000
const AGAIN_MS = 250
const AGAIN_MOST_MS = 4_000

export type Rung = { readonly acknowledged: number; readonly sentAgain: number; readonly slowestMs: number }

export class Rings {
  readonly residents: readonly Resident[]
  readonly #base: string
  readonly #host: string

  private constructor(residents: readonly Resident[], base: string, host: string) {
    this.residents = residents
    this.#base = base
    this.#host = host
  }

  static async prepare(base: string, host: string): Promise<Rings> {
    const residents = []
    for (let n = 0; n < DOORS; n += 1) residents.push(await register(base, host))
    return new Rings(residents, base, host)
  }

  /**
   * Rings until `work` ends and, afterwards, once more at each door.
   * @throws Error if a ring was not acknowledged in time, or an acknowledged one is not in its resident's list exactly once
   */
  async during(work: () => Promise<void>): Promise<Rung> {
    const acknowledged = new Map<Resident, number[]>(this.residents.map((resident) => [resident, []]))
    const rung = { acknowledged: 0, sentAgain: 0, slowestMs: 0 }
    const ringing: Promise<void>[] = []
    const failures: unknown[] = []
    let over = false
    const one = async (resident: Resident) => {
      const { id, again, ms } = await this.#ring(resident)
      acknowledged.get(resident)?.push(id)
      rung.acknowledged += 1
      rung.sentAgain += again
      rung.slowestMs = Math.max(rung.slowestMs, ms)
    }
    const all = (async () => {
      for (let n = 0; !over || n < DOORS; n += 1) {
        ringing.push(one(this.residents[n % DOORS] as Resident).catch((error: unknown) => void failures.push(error)))
        await pause(EVERY_MS)
      }
    })()
    try {
      await work()
    } finally {
      over = true
      await all
      await Promise.all(ringing)
    }
    if (failures.length > 0) throw failures[0]
    for (const [resident, ids] of acknowledged) await this.#expectListed(resident, ids)
    return rung
  }

  async leave(): Promise<void> {
    await Promise.all(this.residents.map((resident) => resident.leave()))
  }

  /** Repeats the same ring, with the same key, until it is acknowledged, as the page does. */
  async #ring(resident: Resident): Promise<{ readonly id: number; readonly again: number; readonly ms: number }> {
    const visitor = new Visitor(this.#base, undefined, this.#host)
    const idempotencyKey = randomUUID()
    const from = Date.now()
    for (let again = 0; ; again += 1)
      try {
        const { id } = await visitor.ring(resident, { idempotencyKey })
        await visitor.leave()
        return { id, again, ms: Date.now() - from }
      } catch (error) {
        if (Date.now() - from > GIVE_UP_MS) throw error
        await pause(Math.min(AGAIN_MS * 2 ** again, AGAIN_MOST_MS))
      }
  }

  async #expectListed(resident: Resident, ids: readonly number[]): Promise<void> {
    await eventually(`all acknowledged rings of ${resident.user.username} to be listed once`, async () => {
      const listed = (await resident.activities()).map(({ id }) => id)
      const lost = ids.filter((id) => listed.filter((other) => other === id).length !== 1)
      if (lost.length > 0) throw new Error(`missing or doubled: ${lost.join(', ')}`)
      return true
    })
  }
}

/** A new account, in a domain that receives no mail (RFC 2606). */
export async function register(base: string, host: string): Promise<Resident> {
  const name = `install-${randomUUID().slice(0, 12)}`
  const resident = new Resident(base, undefined as never, undefined, host)
  const password = `${randomUUID()}-1A`
  resident.user = await resident.call('auth.register', {
    firstName: 'Robin',
    lastName: 'Reed',
    email: `${name}@doorbell.invalid`,
    username: name,
    password,
    confirmPassword: password,
  })
  return resident
}
