import { BoundedMap } from '#kit/bounded-map.ts'
import type { Outcome } from '#proto/entities.ts'

const REMEMBERED_MOST = 10_000
/** Workers that may wait concurrently; a further one is answered without waiting, and asks again. */
const WAITING_MOST = 10_000

type Waiting = { readonly done: () => void; readonly wantsPhoto: boolean }

/**
 * Which rings are over, and which have a photo, as doorbell publishes to every copy: a request that waits for a connection is then
 * not sent, and the waiting workers are answered. An end that a copy misses is still in the rows.
 */
export class RingEnds {
  readonly #outcomes = new BoundedMap<number, Outcome>(REMEMBERED_MOST)
  readonly #photos = new BoundedMap<number, true>(REMEMBERED_MOST)
  readonly #waiting = new Map<number, Map<string, Waiting>>()
  #count = 0
  #stopped = false

  add(activityId: number, outcome: Outcome): void {
    if (!this.#outcomes.has(activityId)) this.#outcomes.set(activityId, outcome)
    for (const { done } of this.#waiting.get(activityId)?.values() ?? []) done()
  }

  addPhoto(activityId: number): void {
    this.#photos.set(activityId, true)
    for (const { done, wantsPhoto } of this.#waiting.get(activityId)?.values() ?? []) if (wantsPhoto) done()
  }

  hasPhoto(activityId: number): boolean {
    return this.#photos.has(activityId)
  }

  /** @returns undefined while it is live, as far as this copy knows */
  outcomeOf(activityId: number): Outcome | undefined {
    return this.#outcomes.get(activityId)
  }

  /**
   * @param who may wait once: an earlier request of theirs may belong to a closed connection, and is answered
   * @param wantsPhoto it is also answered when the ring gets a photo
   * @returns at the ring's end, or after `milliseconds`
   */
  async wait(activityId: number, who: string, milliseconds: number, wantsPhoto = false): Promise<void> {
    if (this.#outcomes.has(activityId) || this.#stopped || this.#count >= WAITING_MOST) return
    const waiting = this.#waiting.get(activityId) ?? new Map<string, Waiting>()
    this.#waiting.set(activityId, waiting)
    waiting.get(who)?.done()
    this.#count += 1
    const { promise, resolve } = Promise.withResolvers<void>()
    const own = { done: resolve, wantsPhoto }
    waiting.set(who, own)
    const timer = setTimeout(resolve, milliseconds)
    await promise
    clearTimeout(timer)
    if (waiting.get(who) === own) waiting.delete(who)
    this.#count -= 1
    if (!waiting.size) this.#waiting.delete(activityId)
  }

  /** Ends all waits: the process stops. */
  stop(): void {
    this.#stopped = true
    for (const waiting of this.#waiting.values()) for (const { done } of waiting.values()) done()
  }
}
