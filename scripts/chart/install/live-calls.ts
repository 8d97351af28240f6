/** Video calls that are held during a change of the cluster, and what each of their pages saw. */
import type { Resident } from '../../testing/people.ts'
import { eventually } from '../../testing/wait.ts'
import { type Frames, type Gap, longestGap, type Span, watchFrames } from './frames.ts'
import type { Installation } from './installation.ts'
import { Pages } from './pages.ts'

/** The longest time without a frame of a call that stays on its node, and of one that moves. */
const STAYS_MS = 3_000
const MOVES_MS = 4_000
/** A call whose last frame is older has ended or stands still. */
const ALIVE_MS = 3_000
/** A call may be moving when the change ends: its gap is complete when frames come again. */
const AGAIN_MS = 20_000

type Side = 'resident' | 'visitor'
type SideSeen = {
  readonly call: number
  readonly side: Side
  readonly gap: Gap
  /** Whether its media come from another port of a media server than before. */
  readonly isMoved: boolean
  /** When it began to move: its first new connection of the span. */
  readonly movedAt: number | undefined
  /** When the first frame was shown after that. */
  readonly backAt: number | undefined
  readonly isAlive: boolean
}
type Held = { readonly resident: Resident; readonly pages: Pages }
type Before = ReadonlyMap<string, readonly number[]>

const SIDES = ['resident', 'visitor'] as const
const pageOf = ({ pages }: Held, side: Side) => (side === 'resident' ? pages.home : pages.door)
const isSame = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((port) => b.includes(port))

export class LiveCalls {
  readonly #held: readonly Held[]

  private constructor(held: readonly Held[]) {
    this.#held = held
  }

  /** Starts calls, one after the other. @param count how many */
  static async start(installation: Installation, count: number = installation.options.calls): Promise<LiveCalls> {
    const held: Held[] = []
    const calls = new LiveCalls(held)
    try {
      for (let n = 0; n < count; n += 1) {
        const resident = await installation.premium()
        const pages = await Pages.open(installation.url, resident, (page) => page.addInitScript(watchFrames))
        held.push({ resident, pages })
        await pages.ring()
        await pages.connect()
      }
    } catch (error) {
      await calls.close()
      throw error
    }
    return calls
  }

  get length(): number {
    return this.#held.length
  }

  /** @returns what each page saw while `work` ran */
  async during(work: () => Promise<unknown>): Promise<readonly SideSeen[]> {
    const before: Before = new Map((await this.#read()).map(({ key, frames }) => [key, frames.ports]))
    const from = Date.now()
    await work()
    const isLive = ({ frames }: { readonly frames: Frames }) => (frames.shown.at(-1) ?? 0) > Date.now() - ALIVE_MS
    await eventually('frames on every page', async () => (await this.#read()).every(isLive), AGAIN_MS).catch(() => undefined)
    const span = { from, to: Date.now() }
    return (await this.#read()).map(({ call, side, key, frames }) => seen(call, side, frames, before.get(key) ?? [], span))
  }

  async #read() {
    const reads = this.#held.flatMap((held, call) =>
      SIDES.map(async (side) => ({
        call,
        side,
        key: `${call} ${side}`,
        frames: await pageOf(held, side).evaluate(() => window.readFrames()),
      })),
    )
    return Promise.all(reads)
  }

  async close(): Promise<void> {
    await Promise.all(this.#held.map(({ pages }) => pages.close()))
    await Promise.all(this.#held.map(({ resident }) => resident.leave()))
  }
}

function seen(call: number, side: Side, { shown, connections, ports }: Frames, portsBefore: readonly number[], span: Span): SideSeen {
  const movedAt = connections.find((at) => at > span.from && at < span.to)
  return {
    call,
    side,
    gap: longestGap(shown, span),
    isMoved: !isSame(ports, portsBefore),
    movedAt,
    backAt: movedAt === undefined ? undefined : shown.find((at) => at > movedAt),
    isAlive: (shown.at(-1) ?? 0) > span.to - ALIVE_MS,
  }
}

const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

/** @returns what was seen, in words @throws Error if a call ended, or had no frame for longer than it may */
export function judgeCalls(sides: readonly SideSeen[], bounds = { staysMs: STAYS_MS, movesMs: MOVES_MS }): string {
  const words = sides.map(({ call, side, gap, isMoved }) => `${call + 1} ${side}${isMoved ? ' moved' : ''} ${inSeconds(gap.ms)}`)
  const text = `longest times without a frame: ${words.join(', ')}`
  const ended = sides.filter(({ isAlive }) => !isAlive)
  if (ended.length > 0)
    throw new Error(`no media at the end of ${ended.map(({ call, side }) => `${call + 1} ${side}`).join(', ')}; ${text}`)
  const late = sides.filter(({ gap, isMoved }) => gap.ms > (isMoved ? bounds.movesMs : bounds.staysMs))
  if (late.length > 0)
    throw new Error(`without a frame for too long: ${late.map(({ call, side }) => `${call + 1} ${side}`).join(', ')}; ${text}`)
  return text
}
