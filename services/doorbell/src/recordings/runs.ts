/** Groups the pieces of a recording for the film. */
import { RECORDING } from '#proto/limits.ts'
import type { Piece } from './recordings.ts'

/** Consecutive pieces with the same tracks. `ms`: until the next run begins, which is before its own end where both were recorded. */
export type Run = {
  readonly run: number
  readonly startsAtMs: number
  readonly ms: number
  readonly hasVideo: boolean
  readonly pieces: readonly Piece[]
}
export type FilmSize = { readonly width: number; readonly height: number }

/** A missing piece leaves no gap: the next one follows directly. */
export function runsOf(pieces: readonly Piece[]): Run[] {
  const sorted = [...pieces].sort((a, b) => a.run - b.run || a.number - b.number)
  const numbers = [...new Set(sorted.map(({ run }) => run))]
  const runs = numbers.map((run) => {
    const own = sorted.filter((piece) => piece.run === run)
    const ms = own.reduce((sum, piece) => sum + piece.ms, 0)
    return { run, startsAtMs: own[0]?.startsAtMs ?? 0, ms, hasVideo: own.some(({ hasVideo }) => hasVideo), pieces: own }
  })
  const lasting = runs.map((run, index) => {
    const next = runs[index + 1]
    return next ? { ...run, ms: Math.max(0, next.startsAtMs - run.startsAtMs) } : run
  })
  return lasting.filter(({ ms }) => ms > 0)
}

const even = (value: number) => Math.max(2, 2 * Math.round(value / 2))

/** 720p in the aspect ratio of the largest picture. */
export function filmSize(pictures: readonly FilmSize[]): FilmSize | undefined {
  const [largest] = [...pictures].sort((a, b) => b.width * b.height - a.width * a.height)
  if (!largest) return undefined
  const { width, height } = largest
  const [most, least] = [RECORDING.width, RECORDING.height]
  const scale = Math.min((width >= height ? most : least) / width, (width >= height ? least : most) / height)
  return { width: even(width * scale), height: even(height * scale) }
}
