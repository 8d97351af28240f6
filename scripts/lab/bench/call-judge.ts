/** Judges the media that one side of a call received: how long it waited, its longest gap, and whether the other side had any to send. */
import type { Sample } from './call-watch.ts'

export type Wants = { readonly video: boolean; readonly audio: boolean }
export type Received = {
  /** Milliseconds from the press to the first of each kind; undefined if none came. */
  readonly first: number | undefined
  /** The longest time without media of a wanted kind, in milliseconds. */
  readonly gap: number
  /** Whether media arrived until the end. */
  readonly isAlive: boolean
  /** Whether the machine caused the longest gap: the other side's camera gave no pictures, or this page ran no code. */
  readonly isStarved: boolean
}
type Pages = readonly (readonly Sample[])[]
/** The pages that had the call one after the other, and those of the other side. */
export type Side = { readonly pages: Pages; readonly others: Pages; readonly wants: Wants }
export type Span = { readonly from: number; readonly to: number }

/** Media may end this long before the last sample. */
const ALIVE_MS = 2_000
/** A sender whose camera gives fewer pictures a second is starved. */
const LEAST_FRAMES = 1
/** A page that took no sample for this long did not run. */
const STALLED_MS = 2_500

/** @returns when this count grew; a new connection counts from 0 */
function growths(samples: readonly Sample[], countOf: (sample: Sample) => number): number[] {
  return samples.flatMap((sample, index) => {
    const [now, before] = [countOf(sample), index === 0 ? 0 : countOf(samples[index - 1] as Sample)]
    return now > before || (now < before && now > 0) ? [sample.at] : []
  })
}

/** The longest part of a span that contains none of these moments. */
function longestGap(moments: readonly number[], { from, to }: Span): Span {
  let longest: Span = { from, to: from }
  let last = from
  for (const at of [...moments.filter((moment) => moment > from && moment < to), to]) {
    if (at - last > longest.to - longest.from) longest = { from: last, to: at }
    last = at
  }
  return longest
}

function isStarvedIn(gap: Span, { pages, others, wants }: Side): boolean {
  const within = (some: readonly Sample[]) => some.filter(({ at }) => at >= gap.from && at <= gap.to)
  const looks = [gap.from, ...pages.flatMap((samples) => within(samples).map(({ at }) => at)).sort((a, b) => a - b), gap.to]
  if (looks.some((at, index) => at - (looks[index - 1] ?? at) > STALLED_MS)) return true
  const sent = others.map((samples) => within(samples).flatMap(({ ownFrames }) => ownFrames ?? [])).filter(({ length }) => length > 1)
  if (!wants.video || sent.length === 0) return false
  const frames = sent.reduce((sum, counts) => sum + (counts.at(-1) ?? 0) - (counts[0] ?? 0), 0)
  return frames < (LEAST_FRAMES * (gap.to - gap.from)) / 1_000
}

export function judge(side: Side, span: Span): Received {
  const { pages, wants } = side
  const counts = [wants.video && (({ frames }: Sample) => frames), wants.audio && (({ packets }: Sample) => packets)].filter(
    (countOf) => countOf !== false,
  )
  const wanted = counts.map((countOf) =>
    pages
      .flatMap((samples) => growths(samples, countOf))
      .filter((at) => at >= span.from && at <= span.to)
      .sort((a, b) => a - b),
  )
  const gaps = wanted.map((moments) => longestGap(moments, span)).sort((a, b) => b.to - b.from - (a.to - a.from))
  const worst = gaps[0] ?? { from: span.from, to: span.from }
  const firsts = wanted.map((moments) => moments[0])
  return {
    first: firsts.some((at) => at === undefined) ? undefined : Math.max(...firsts.map((at) => Number(at) - span.from)),
    gap: worst.to - worst.from,
    isAlive: wanted.every((moments) => (moments.at(-1) ?? 0) > span.to - ALIVE_MS),
    isStarved: isStarvedIn(worst, side),
  }
}
