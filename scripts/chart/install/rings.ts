/** Visitors who ring constantly during a change of the cluster. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { RingWork } from '#proto/ring-proof.ts'
import { HttpError } from '../../testing/http-client.ts'
import { Resident, Visitor } from '../../testing/people.ts'
import { solveRingProof } from '../../testing/ring-proof.ts'
import { eventually } from '../../testing/wait.ts'

/** Each door is rung 15 times a minute; 20 are allowed. */
const DOOR_EVERY_MS = 4_000
const EVERY_MS = 500
/** Residents register at once in groups of this size: each hashes a password. */
const AT_ONCE = 4
/** A page sends a ring again for a while; an acknowledgement may come late while a server starts anew. */
const GIVE_UP_MS = 90_000
const AGAIN_MS = 250
const AGAIN_MOST_MS = 4_000

export type Rung = {
  readonly acknowledged: number
  readonly slowestMs: number
  /** After each a ring was sent again: by status and code, when the first and the last came (seconds since the beginning), and how many. */
  readonly errors: ReadonlyMap<string, { readonly first: number; readonly last: number; readonly count: number }>
}

const countOf = ({ errors }: Rung, kind: RegExp) => [...errors].reduce((sum, [what, { count }]) => sum + (kind.test(what) ? count : 0), 0)
/** @returns how many answers had a status of 500 or above, the ingress's own included */
export const serverErrors = (rung: Rung): number => countOf(rung, /^5\d\d/)

export const rungInWords = (rung: Rung): string =>
  [
    `${rung.acknowledged} rings acknowledged, none lost, ${countOf(rung, /./)} sent again, ${serverErrors(rung)} × 5xx`,
    `slowest ${(rung.slowestMs / 1000).toFixed(1)} s`,
    ...[...rung.errors].map(([what, { first, last, count }]) => `${count} × ${what} (second ${first.toFixed(0)} to ${last.toFixed(0)})`),
  ].join(', ')

export class Rings {
  readonly residents: readonly Resident[]
  readonly #base: string
  readonly #host: string
  readonly #everyMs: number

  private constructor(residents: readonly Resident[], base: string, host: string, everyMs: number) {
    this.residents = residents
    this.#base = base
    this.#host = host
    this.#everyMs = everyMs
  }

  /** @param everyMs between two rings; there are as many doors as this needs */
  static async prepare(base: string, host: string, everyMs: number = EVERY_MS): Promise<Rings> {
    const residents: Resident[] = []
    const doors = Math.ceil(DOOR_EVERY_MS / everyMs)
    while (residents.length < doors) {
      const group = Array.from({ length: Math.min(AT_ONCE, doors - residents.length) }, () => register(base, host))
      residents.push(...(await Promise.all(group)))
    }
    return new Rings(residents, base, host, everyMs)
  }

  /**
   * Rings until `work` ends and, afterwards, once more at each door.
   * @throws Error if a ring was not acknowledged in time, or an acknowledged one is not in its resident's list exactly once
   */
  async during(work: () => Promise<void>): Promise<Rung> {
    const acknowledged = new Map<Resident, number[]>(this.residents.map((resident) => [resident, []]))
    const errors = new Map<string, { first: number; last: number; count: number }>()
    const began = Date.now()
    const noteError = (error: unknown) => {
      const at = (Date.now() - began) / 1_000
      const what = error instanceof HttpError ? `${error.status} ${error.code ?? ''}`.trim() : String(error)
      const known = errors.get(what)
      errors.set(what, { first: known?.first ?? at, last: at, count: (known?.count ?? 0) + 1 })
    }
    const rung = { acknowledged: 0, slowestMs: 0, errors }
    const ringing: Promise<void>[] = []
    const failures: unknown[] = []
    let over = false
    const one = async (resident: Resident) => {
      const { id, ms } = await this.#ring(resident, noteError)
      acknowledged.get(resident)?.push(id)
      rung.acknowledged += 1
      rung.slowestMs = Math.max(rung.slowestMs, ms)
    }
    const all = (async () => {
      const from = performance.now()
      const doors = this.residents.length
      for (let n = 0; !over || n < doors; n += 1) {
        ringing.push(one(this.residents[n % doors] as Resident).catch((error: unknown) => void failures.push(error)))
        await pause(Math.max(0, from + (n + 1) * this.#everyMs - performance.now()))
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

  /**
   * Repeats the same ring, with the same key, until it is acknowledged, and solves what is asked of an address that rings one door again
   * and again, as the page does.
   */
  async #ring(resident: Resident, noteError: (error: unknown) => void): Promise<{ readonly id: number; readonly ms: number }> {
    const visitor = new Visitor(this.#base, undefined, this.#host)
    const idempotencyKey = randomUUID()
    const from = Date.now()
    let proof: string | undefined
    for (let again = 0; ; again += 1)
      try {
        const { id } = await visitor.ring(resident, { idempotencyKey, ...(proof ? { proof } : {}) })
        await visitor.leave()
        return { id, ms: Date.now() - from }
      } catch (error) {
        noteError(error)
        proof = proofFor(error)
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

function proofFor(error: unknown): string | undefined {
  const asked =
    error instanceof HttpError ? RingWork.safeParse((error.answer.body as { readonly params?: unknown } | undefined)?.params) : undefined
  return asked?.success ? solveRingProof(asked.data) : undefined
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
