/** Limits the memory of request bodies: a slow upload is held until its last byte, and many of them together would fill the process. */
import { AppError } from './app-error.ts'

/** Node's overhead for each part that arrives: a body in parts of one byte takes hundreds of times its length. */
const PART_BYTES = 200
const RETRY_SECONDS = 5
/**
 * A small part takes nearly as much CPU as a full one: after the first ones, parts must have this many bytes on average, as packets of any
 * network have.
 */
const LEAST_PART_BYTES = 256
const FIRST_PARTS = 500
/** Whether a body has arrived in too many small parts to be read further. */
export const hasTinyParts = ({ bytes, parts }: { readonly bytes: number; readonly parts: number }): boolean =>
  parts > FIRST_PARTS && bytes < parts * LEAST_PART_BYTES

export type HeldBody = {
  /** Counts a part that has arrived. */
  readonly add: (bytes: number) => void
  /**
   * Aborted with an AppError once its memory is needed (`unavailable`), or if its parts are too small (`malformed`); until then, or until
   * it is complete, its reader continues.
   */
  readonly signal: AbortSignal
  /** It is complete and being processed: it counts, and is no longer aborted. */
  readonly complete: () => void
  /** Frees the memory of the body. */
  readonly release: () => void
}

type Body = { readonly key: string; readonly refusal: AbortController; bytes: number; parts: number; isArriving: boolean }
const memoryOf = ({ bytes, parts }: Body) => bytes + parts * PART_BYTES

export class BodyMemory {
  readonly #most: number
  /** The oldest first. */
  readonly #bodies = new Set<Body>()
  #bytes = 0

  /** @param most bytes of all bodies; beyond them the sender with the most loses its oldest arriving one, which is the slowest */
  constructor(most: number) {
    this.#most = most
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @param key of its sender: an address or a user */
  open(key: string): HeldBody {
    const body: Body = { key, refusal: new AbortController(), bytes: 0, parts: 0, isArriving: true }
    this.#bodies.add(body)
    return {
      signal: body.refusal.signal,
      add: (bytes) => this.#add(body, bytes),
      complete: () => {
        body.isArriving = false
      },
      release: () => this.#release(body),
    }
  }

  /** Counts a body while it is read and processed. */
  async hold<T>(key: string, work: (body: HeldBody) => Promise<T>): Promise<T> {
    const body = this.open(key)
    try {
      return await work(body)
    } finally {
      body.release()
    }
  }

  #add(body: Body, bytes: number): void {
    if (!this.#bodies.has(body)) return
    body.parts += 1
    body.bytes += bytes
    this.#bytes += bytes + PART_BYTES
    if (hasTinyParts(body)) this.#refuse(body, AppError.withoutStack('malformed'))
    while (this.#bytes > this.#most) {
      const slowest = this.#slowestOfLargest()
      if (!slowest) return
      this.#refuse(slowest, AppError.withoutStack('unavailable', { retryAfterSeconds: RETRY_SECONDS }))
    }
  }

  #refuse(body: Body, appError: AppError): void {
    this.#release(body)
    body.refusal.abort(appError)
  }

  #release(body: Body): void {
    if (!this.#bodies.delete(body)) return
    this.#bytes -= memoryOf(body)
  }

  #slowestOfLargest(): Body | undefined {
    const held = new Map<string, number>()
    for (const body of this.#bodies) held.set(body.key, (held.get(body.key) ?? 0) + memoryOf(body))
    let found: Body | undefined
    for (const body of this.#bodies) if (body.isArriving && (!found || (held.get(body.key) ?? 0) > (held.get(found.key) ?? 0))) found = body
    return found
  }
}
