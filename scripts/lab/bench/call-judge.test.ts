import { expect, test } from '@jest/globals'
import { judge } from './call-judge.ts'
import type { Sample } from './call-watch.ts'

const BOTH = { video: true, audio: true }
const TEN_SECONDS = { from: 0, to: 10_000 }
/** Four samples a second; the functions return the counts at a time. */
const looks = (count: (at: number) => number, own: (at: number) => number | undefined = (at) => at / 50): Sample[] =>
  Array.from({ length: 41 }, (_, index) => index * 250).map((at) => ({ at, frames: count(at), packets: count(at), ownFrames: own(at) }))
const flowing = looks((at) => Math.max(0, at - 500))
const paused = looks((at) => (at < 2_000 ? at : at < 8_000 ? 2_000 : at))

test('a call with media has a first moment and no long gap', () => {
  expect(judge({ pages: [flowing], others: [flowing], wants: BOTH }, TEN_SECONDS)).toEqual({
    first: 750,
    gap: 750,
    isAlive: true,
    isStarved: false,
  })
})

test('a gap is the longest time without a wanted kind', () => {
  expect(judge({ pages: [paused], others: [flowing], wants: BOTH }, TEN_SECONDS)).toMatchObject({
    gap: 6_000,
    isAlive: true,
    isStarved: false,
  })
})

test('media that ends is not alive, and none at all has no first moment', () => {
  const ended = looks((at) => Math.min(at, 5_000))
  expect(judge({ pages: [ended], others: [flowing], wants: BOTH }, TEN_SECONDS)).toMatchObject({ gap: 5_000, isAlive: false })
  const silent = looks(() => 0)
  expect(judge({ pages: [silent], others: [flowing], wants: BOTH }, TEN_SECONDS)).toMatchObject({
    first: undefined,
    gap: 10_000,
    isAlive: false,
  })
})

test('a sender without pictures of its own is starved, one that sends nothing is not', () => {
  const noPictures = looks(
    (at) => at,
    () => 7,
  )
  const noCamera = looks(
    (at) => at,
    () => undefined,
  )
  expect(judge({ pages: [paused], others: [noPictures], wants: BOTH }, TEN_SECONDS).isStarved).toBe(true)
  expect(judge({ pages: [paused], others: [noCamera], wants: BOTH }, TEN_SECONDS).isStarved).toBe(false)
})

test('a page that did not run is starved', () => {
  const stalled = paused.filter(({ at }) => at < 3_000 || at > 6_000)
  expect(judge({ pages: [stalled], others: [flowing], wants: BOTH }, TEN_SECONDS).isStarved).toBe(true)
})

test('a call that another page takes over has media in one or the other', () => {
  const before = flowing.filter(({ at }) => at < 5_000)
  const after = looks((at) => Math.max(0, at - 5_500)).filter(({ at }) => at >= 5_000)
  expect(judge({ pages: [before, after], others: [flowing], wants: BOTH }, TEN_SECONDS)).toMatchObject({ gap: 1_000, isAlive: true })
})

test('a new connection counts from zero', () => {
  const rejoined = looks((at) => (at < 5_000 ? at : at - 4_900))
  expect(judge({ pages: [rejoined], others: [flowing], wants: BOTH }, TEN_SECONDS)).toMatchObject({ gap: 250, isAlive: true })
})
