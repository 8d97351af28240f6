/** Limits concurrent replays per party and keeps their order: twenty sockets of one ring that register together delay no other party. */

/** Enough for a household's devices; a replay that waits 5 s for a service delays few others. */
const CONCURRENT = 4

type PartyWork = { running: number; readonly waiting: (() => void)[] }

export class ReplayQueue {
  /** Holds only parties with pending work. */
  readonly #parties = new Map<string, PartyWork>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const party = this.#parties.get(key) ?? { running: 0, waiting: [] }
    this.#parties.set(key, party)
    if (party.running >= CONCURRENT) await new Promise<void>((resolve) => party.waiting.push(resolve))
    else party.running += 1
    try {
      return await work()
    } finally {
      const next = party.waiting.shift()
      // The next waiter takes over the slot.
      if (next) next()
      else party.running -= 1
      if (party.running === 0) this.#parties.delete(key)
    }
  }
}
