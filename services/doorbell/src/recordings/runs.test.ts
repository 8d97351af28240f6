import { expect, test } from '@jest/globals'
import type { Piece } from './recordings.ts'
import { filmSize, runsOf } from './runs.ts'

const piece = (run: number, number: number, startsAtMs: number, ms: number, hasVideo = true): Piece => ({
  ...{ run, number, startsAtMs, ms, hasVideo },
  file: `f${run}-${number}`,
  bytes: 1,
})

test('pieces are joined in their order, whenever they came', () => {
  const [first, second] = runsOf([piece(1, 0, 30_000, 4_000, false), piece(0, 1, 10_000, 9_000), piece(0, 0, 500, 9_500)])
  expect(first?.pieces.map(({ number }) => number)).toEqual([0, 1])
  expect(second).toMatchObject({ run: 1, hasVideo: false, ms: 4_000 })
})

test('a run lasts until the next one begins, so that a gap stays a gap', () => {
  const [first] = runsOf([piece(0, 0, 0, 9_000), piece(1, 0, 12_000, 9_000)])
  expect(first?.ms).toBe(12_000)
})

test('a run that goes on while the next one begins ends where that begins', () => {
  expect(runsOf([piece(0, 0, 0, 9_000), piece(1, 0, 7_500, 9_000)]).map(({ ms }) => ms)).toEqual([7_500, 9_000])
  expect(runsOf([piece(0, 0, 500, 300), piece(1, 0, 500, 9_000)]).map(({ run }) => run)).toEqual([1])
})

test('a film is 720p in the shape of its largest picture', () => {
  expect(filmSize([{ width: 1920, height: 1080 }])).toEqual({ width: 1280, height: 720 })
  expect(
    filmSize([
      { width: 80, height: 60 },
      { width: 640, height: 480 },
    ]),
  ).toEqual({ width: 960, height: 720 })
  expect(filmSize([{ width: 480, height: 640 }])).toEqual({ width: 720, height: 960 })
  expect(filmSize([])).toBeUndefined()
})
