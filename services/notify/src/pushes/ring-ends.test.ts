import { expect, test } from '@jest/globals'
import { RingEnds } from './ring-ends.ts'

const LONG = 60_000

test('whoever waits is answered at the end of their ring, and at once afterwards', async () => {
  const ends = new RingEnds()
  const waiting = ['a', 'b'].map((who) => ends.wait(1, who, LONG))
  ends.add(2, 'missed')
  expect(ends.outcomeOf(1)).toBeUndefined()
  ends.add(1, 'dismissed')
  await Promise.all([...waiting, ends.wait(1, 'c', LONG)])
  expect(ends.outcomeOf(1)).toBe('dismissed')
})

test('the first outcome counts', () => {
  const ends = new RingEnds()
  ends.add(1, 'dismissed')
  ends.add(1, 'missed')
  expect(ends.outcomeOf(1)).toBe('dismissed')
})

test('each waits once: a further request answers the one before', async () => {
  const ends = new RingEnds()
  const before = ends.wait(1, 'a', LONG)
  const after = ends.wait(1, 'a', LONG)
  await before
  ends.add(1, 'missed')
  await after
})

test('who wants a photo is answered when the ring gets one, and who wants none waits on', async () => {
  const ends = new RingEnds()
  const waiting = ends.wait(1, 'a', LONG, true)
  let isAnswered = false
  const other = ends.wait(1, 'b', LONG).then(() => {
    isAnswered = true
  })
  ends.addPhoto(1)
  await waiting
  await new Promise(setImmediate)
  expect(isAnswered).toBe(false)
  ends.stop()
  await other
  expect([ends.hasPhoto(1), ends.hasPhoto(2), ends.outcomeOf(1)]).toEqual([true, false, undefined])
})

test('a process that stops keeps nobody waiting', async () => {
  const ends = new RingEnds()
  const waiting = ends.wait(1, 'a', LONG)
  ends.stop()
  await Promise.all([waiting, ends.wait(1, 'b', LONG)])
})
