/**
 * What this copy has seen of the sfu nodes: how long each has announced nothing, and what has happened to it since its announcement. Of
 * silence only the time counts in which announcements could be read: while Redis does not answer, or this process is stopped, no node is
 * silent.
 */

/** Nodes announce themselves every 300 ms: after four missing announcements, 1.2 s, a call has moved within two seconds. */
export const LOST_AFTER = 4
/** Of the time between two readings no more counts: readings follow each other within 265 ms. */
const COUNTED_MS = 300
/** Readings further apart than this were interrupted, perhaps by an outage of Redis that also kept the nodes from announcing themselves. */
const INTERRUPTED_MS = 1_000
/** The clients of Redis connect again within two seconds. */
const AFTER_INTERRUPTION_MS = -2_000

/** `at`: of its last announcement, by the node's own clock. `failed`: a request to it has failed since. `chosen`: calls placed since. */
type Seen = { readonly at: number; readonly everyMs: number; readonly silentMs: number; readonly failed: boolean; readonly chosen: number }

type Announced = { readonly at: number; readonly everyMs: number }

export class SeenNodes {
  #seen = new Map<string, Seen>()
  #readAt: number | undefined

  /**
   * @param announced each node's present announcement: its time by the node's own clock, which is only compared with the one before, and
   *   the milliseconds to the next
   * @param now milliseconds of this process's monotonic clock
   */
  read(announced: ReadonlyMap<string, Announced>, now: number): void {
    const passed = this.#readAt === undefined ? 0 : now - this.#readAt
    this.#readAt = now
    const silentSince = (ms: number) => (passed > INTERRUPTED_MS ? AFTER_INTERRUPTION_MS : ms + Math.min(passed, COUNTED_MS))
    this.#seen = new Map(
      [...announced].map(([id, { at, everyMs }]) => {
        const before = this.#seen.get(id)
        const isSame = before?.at === at
        return [id, isSame ? { ...before, silentMs: silentSince(before.silentMs) } : { at, everyMs, silentMs: 0, failed: false, chosen: 0 }]
      }),
    )
  }

  isLost(id: string): boolean {
    const node = this.#seen.get(id)
    return node !== undefined && node.silentMs >= LOST_AFTER * node.everyMs
  }

  hasFailed(id: string): boolean {
    return this.#seen.get(id)?.failed ?? false
  }

  /** How many calls this copy has placed on it that its announcement does not count yet. */
  chosenSince(id: string): number {
    return this.#seen.get(id)?.chosen ?? 0
  }

  /** A request to it has failed. */
  failed(id: string): void {
    const known = this.#seen.get(id)
    if (known) this.#seen.set(id, { ...known, failed: true })
  }

  /** A call is placed on it. */
  chosen(id: string): void {
    const known = this.#seen.get(id)
    if (known) this.#seen.set(id, { ...known, chosen: known.chosen + 1 })
  }
}
