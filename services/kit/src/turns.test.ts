import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { Turns } from './turns.ts'

const WAIT = 1_000
let done: string[]
beforeEach(() => {
  jest.useFakeTimers()
  done = []
})
afterEach(() => void jest.useRealTimers())

const takes =
  (name: string, milliseconds = 10) =>
  async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds))
    done.push(name)
    return name
  }

test('an owner with much to do is not served before the others', async () => {
  const turns = new Turns({ concurrency: 1, waiting: 100, waitMs: WAIT })
  for (const name of ['a1', 'a2', 'a3']) void turns.run(1, takes(name), { isUrgent: true })
  void turns.run(2, takes('b1'), { isUrgent: true })
  await jest.advanceTimersByTimeAsync(100)
  expect(done).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(turns.isIdle).toBe(true)
})

test('what is urgent goes first', async () => {
  const turns = new Turns({ concurrency: 1, waiting: 100, waitMs: WAIT })
  for (const name of ['first', 'missed']) void turns.run(1, takes(name))
  void turns.run(2, takes('ring'), { isUrgent: true })
  await jest.advanceTimersByTimeAsync(100)
  expect(done).toEqual(['first', 'ring', 'missed'])
})

test('what has not begun in time is given up, and holds up nothing afterwards', async () => {
  const turns = new Turns({ concurrency: 1, waiting: 100, waitMs: WAIT })
  const results = [turns.run(1, takes('slow', 2 * WAIT), { isUrgent: true }), turns.run(2, takes('late'), { isUrgent: true })]
  await jest.advanceTimersByTimeAsync(WAIT)
  void turns.run(3, takes('next'), { isUrgent: true })
  await jest.advanceTimersByTimeAsync(2 * WAIT)
  expect(await Promise.all(results)).toEqual([{ result: 'slow' }, { refused: 'late' }])
  expect(done).toEqual(['slow', 'next'])
})

test('more than may wait are not begun', async () => {
  const turns = new Turns({ concurrency: 1, waiting: 1, waitMs: WAIT })
  const results = ['runs', 'waits', 'refused'].map((name) => turns.run(1, takes(name), { isUrgent: true }))
  await jest.advanceTimersByTimeAsync(100)
  expect(await Promise.all(results)).toEqual([{ result: 'runs' }, { result: 'waits' }, { refused: 'all' }])
})

test('work that fails makes room for the next', async () => {
  const turns = new Turns({ concurrency: 1, waiting: 1, waitMs: WAIT })
  const failed = turns.run(1, () => Promise.reject(new Error('no')))
  const next = turns.run(1, takes('next'), { isUrgent: true })
  await expect(failed).rejects.toThrow('no')
  await jest.advanceTimersByTimeAsync(100)
  expect(await next).toEqual({ result: 'next' })
})
