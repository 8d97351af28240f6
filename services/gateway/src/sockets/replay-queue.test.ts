import { expect, test } from '@jest/globals'
import { ReplayQueue } from './replay-queue.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

test('one party has four concurrent replays and never delays another’s', async () => {
  const queue = new ReplayQueue()
  const ends: (() => void)[] = []
  const begun: string[] = []
  const start = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const all = [...['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => start('a', name)), start('b', 'b1')]
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  ends[1]?.()
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'a5'])
  for (let index = 0; index < all.length; index += 1) {
    for (const end of ends) end()
    await settled()
  }
  await Promise.all(all)
  expect(begun.at(-1)).toBe('a6')
})

test('failed work frees its slot', async () => {
  const queue = new ReplayQueue()
  const failing = Array.from({ length: 8 }, () => queue.run('a', () => Promise.reject(new Error('silent'))))
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await queue.run('a', async () => 'next')).toBe('next')
})
