/** What a producer has received, from the statistics of its streams. */
import type { types } from 'mediasoup'

/** `lost`: packets that never came, after retransmission. */
export type ReceivedMedia = { readonly packets: number; readonly lost: number; readonly bytes: number }
/** Called with what was received since the last call. */
export type CountReceived = (more: ReceivedMedia) => void

const NOTHING: ReceivedMedia = { packets: 0, lost: 0, bytes: 0 }

const totalOf = (stats: readonly types.ProducerStat[]): ReceivedMedia =>
  stats.reduce(
    (sum, { packetCount, packetsLost, byteCount }) => ({
      packets: sum.packets + packetCount,
      lost: sum.lost + packetsLost,
      bytes: sum.bytes + byteCount,
    }),
    NOTHING,
  )

/** Reads producers, and counts what each has received since it was read before. */
export class ReceivedMediaReader {
  readonly #count: CountReceived
  readonly #before = new WeakMap<types.Producer, ReceivedMedia>()

  constructor(count: CountReceived) {
    this.#count = count
  }

  /** @returns the packets that it has received since it was created; 0 if it was closed meanwhile */
  async read(producer: types.Producer): Promise<number> {
    const total = totalOf(await producer.getStats().catch(() => []))
    const before = this.#before.get(producer) ?? NOTHING
    this.#before.set(producer, total)
    // A repaired loss is taken back: a counter only grows.
    const grown = (key: keyof ReceivedMedia) => Math.max(0, total[key] - before[key])
    this.#count({ packets: grown('packets'), lost: grown('lost'), bytes: grown('bytes') })
    return total.packets
  }
}
