// @all: nodes that come and go under calls of real media
/** A node that stops: its calls end on it, or move when its time is over. */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { eventually } from '#scripts/testing/wait.ts'
import { MediaFleet, silenceOf } from './media-fleet.ts'
import { bothSeeAndHear } from './party.ts'

const DRAIN_MS = 2_000
const END_WITHIN = 30_000
/** Milliseconds. The product promises 4 seconds to media (docs/performance.md has what was measured); the rest is for a busy machine. */
const NO_CALLS_WITHIN = 1_000
const MEDIA_WITHIN = 6_000
const UNNOTICED = 1_000

let fleet: MediaFleet
beforeAll(async () => {
  fleet = await MediaFleet.start({ MEDIA_DRAIN_MS: '3600000' })
})
afterEach(() => fleet.scenes.clear())
afterAll(() => fleet?.stop())

test('one node becomes three and one again, and no call notices', async () => {
  const first = await fleet.call()
  await fleet.scaleTo(3)
  const second = await fleet.call()
  const [old, kept] = [await fleet.nodeOf(first), await fleet.nodeOf(second)]
  const idle = fleet.running.find((node) => node !== old && node !== kept)
  if (old === kept || !idle) throw new Error('both calls are on one node')
  const epochs = [first, second].map(({ visitor }) => visitor.calls.at(-1)?.epoch)
  await Promise.all([first, second].flatMap(({ visitor, resident }) => [visitor, resident]).map(({ page }) => page?.watchArrivals()))

  await idle.process.end('SIGTERM', END_WITHIN)
  const ended = old.process.end('SIGTERM', END_WITHIN)
  await eventually('draining to be announced', async () => (await fleet.announced(old)).draining, NO_CALLS_WITHIN)
  const next = await fleet.scenes.ring()
  await next.visitor.socket.next('call_prepare')
  expect(await fleet.nodeOf(next)).toBe(kept)
  for (const scene of [first, second]) await bothSeeAndHear(scene)
  expect([first, second].map(({ visitor }) => visitor.calls.at(-1)?.epoch)).toEqual(epochs)
  for (const scene of [first, second]) expect(await silenceOf(scene)).toBeLessThan(UNNOTICED)

  first.visitor.respond(false)
  await ended
  expect(fleet.running).toEqual([kept])
  await bothSeeAndHear(second)
})

test('a call that is longer than its node drains moves, and its node ends when its pages have left', async () => {
  const [before] = fleet.running
  await fleet.scaleTo(3, { MEDIA_DRAIN_MS: String(DRAIN_MS) })
  await before?.process.end('SIGTERM', END_WITHIN)
  const calls = await fleet.twoCalls()
  let ended: Promise<void> | undefined
  const { moved, silence, other } = await fleet.move('drained', calls, (node) => {
    ended = node.process.end('SIGTERM', END_WITHIN)
  })
  await ended
  expect(moved).toBeGreaterThan(DRAIN_MS)
  expect(silence).toBeLessThan(MEDIA_WITHIN)
  expect(other).toBeLessThan(UNNOTICED)
})
