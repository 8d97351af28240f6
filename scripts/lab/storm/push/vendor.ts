/** A push service that fails in every way in which real ones fail; the way is drawn for each push. */
import { type PushAnswer, PushService } from '#scripts/testing/push/push-service.ts'

/** Longer than notify waits for an answer; the push is delivered nevertheless. */
const TOO_LATE_MS = 11_000
const LATE_MS = 3_000
const RETRY_AFTER_S = 4
/** The share of pushes with each failure; the rest is answered 201 immediately. */
const SHARES = {
  gone: 0.008,
  notFound: 0.008,
  tooMany: 0.06,
  error: 0.05,
  unavailable: 0.03,
  late: 0.05,
  tooLate: 0.015,
  never: 0.015,
  cut: 0.015,
}
type Drawn = keyof typeof SHARES | 'accepted'

export class StormVendor {
  readonly service: PushService
  readonly #draw: () => number
  /** Subscriptions that have ended: the status of every further push, and since when. */
  readonly #ended = new Map<string, { readonly status: 404 | 410; readonly at: number }>()
  #calm = false

  private constructor(service: PushService, draw: () => number) {
    this.service = service
    this.#draw = draw
    service.answerAll((token) => this.#answerTo(token))
  }

  static async start(draw: () => number): Promise<StormVendor> {
    return new StormVendor(await PushService.start(), draw)
  }

  /** Accepts every push of an active subscription from now on. */
  calmDown(): void {
    this.#calm = true
  }

  /** @returns milliseconds since 1970 */
  endOf(token: string): number | undefined {
    return this.#ended.get(token)?.at
  }

  #answerTo(token: string): PushAnswer {
    const ended = this.#ended.get(token)
    if (ended) return { status: ended.status }
    const drawn = this.#calm ? 'accepted' : this.#drawn()
    if (drawn === 'gone') return this.#end(token, 410)
    if (drawn === 'notFound') return this.#end(token, 404)
    return this.#answers[drawn]()
  }

  #end(token: string, status: 404 | 410): PushAnswer {
    this.#ended.set(token, { status, at: Date.now() })
    return { status }
  }

  readonly #answers = {
    accepted: () => ({}),
    tooMany: () => ({ status: 429, headers: { 'retry-after': String(Math.ceil(this.#draw() * RETRY_AFTER_S)) } }),
    error: () => ({ status: 500 }),
    unavailable: () => ({ status: 503, headers: { 'retry-after': String(Math.ceil(this.#draw() * RETRY_AFTER_S)) } }),
    late: () => ({ afterMs: this.#draw() * LATE_MS }),
    tooLate: () => ({ afterMs: TOO_LATE_MS }),
    never: () => 'never',
    cut: () => 'cut',
  } as const satisfies Record<Exclude<Drawn, 'gone' | 'notFound'>, () => PushAnswer>

  #drawn(): Drawn {
    let left = this.#draw()
    for (const [name, share] of Object.entries(SHARES)) {
      left -= share
      if (left < 0) return name as Drawn
    }
    return 'accepted'
  }
}
