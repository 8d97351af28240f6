import { expect, test } from '@jest/globals'
import { LOST_AFTER, SeenNodes } from './seen-nodes.ts'

const READ_EVERY = 250
const EVERY = 300
const LOST_AFTER_MS = LOST_AFTER * EVERY

const announced = (at: number, everyMs = EVERY) => new Map([['a', { at, everyMs }]])

/** Reads the same announcement until the node counts as lost. @returns how many milliseconds it took */
function silentFor(nodes: SeenNodes, from: number, everyMs = EVERY): number {
  let now = from
  while (!nodes.isLost('a') && now < from + 60_000) {
    now += READ_EVERY
    nodes.read(announced(1, everyMs), now)
  }
  return now - from
}

test('a node is lost when its announcements have stopped for 1.2 seconds', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1), 0)
  expect(nodes.isLost('a')).toBe(false)
  expect(silentFor(nodes, 0)).toBe(Math.ceil(LOST_AFTER_MS / READ_EVERY) * READ_EVERY)
})

test('a node of a release that announces itself once a second has four seconds', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1, 1_000), 0)
  expect(silentFor(nodes, 0, 1_000)).toBe(LOST_AFTER * 1_000)
})

test('a node that announces itself again is no longer lost', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1), 0)
  const now = silentFor(nodes, 0)
  nodes.read(announced(2), now)
  expect(nodes.isLost('a')).toBe(false)
})

test('a node whose clock goes backwards is announced', () => {
  const nodes = new SeenNodes()
  for (let count = 0; count < 20; count += 1) nodes.read(announced(1_000 - count), count * READ_EVERY)
  expect(nodes.isLost('a')).toBe(false)
})

test('a pause of the reader counts no silence, and the nodes get time to announce themselves', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1), 0)
  nodes.read(announced(1), 7 * 60_000)
  expect(nodes.isLost('a')).toBe(false)
  expect(silentFor(nodes, 7 * 60_000)).toBeGreaterThan(2_000 + LOST_AFTER_MS - 1)
})

test('slow readings count a part of the time between them', () => {
  const nodes = new SeenNodes()
  for (let count = 0; count < 4; count += 1) nodes.read(announced(1), count * 900)
  expect(nodes.isLost('a')).toBe(false)
})

test('a failure is forgotten with the next announcement', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1), 0)
  nodes.failed('a')
  nodes.read(announced(1), READ_EVERY)
  expect(nodes.hasFailed('a')).toBe(true)
  nodes.read(announced(2), 2 * READ_EVERY)
  expect(nodes.hasFailed('a')).toBe(false)
})

test('a node that has left the registry is not known', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1), 0)
  silentFor(nodes, 0)
  nodes.read(new Map(), 60_000)
  expect(nodes.isLost('a')).toBe(false)
})

test('calls placed since the announcement count until the next one', () => {
  const nodes = new SeenNodes()
  nodes.read(announced(1), 0)
  nodes.chosen('a')
  nodes.chosen('a')
  nodes.read(announced(1), READ_EVERY)
  expect(nodes.chosenSince('a')).toBe(2)
  nodes.read(announced(2), 2 * READ_EVERY)
  expect(nodes.chosenSince('a')).toBe(0)
})
