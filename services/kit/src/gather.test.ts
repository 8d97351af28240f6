import { expect, test } from '@jest/globals'
import { gather } from './gather.ts'

const doubling = (most = 10, waits = false) => {
  const runs: number[][] = []
  const call = gather(
    async (items: readonly number[]) => {
      runs.push([...items])
      return items.map((item) => item * 2)
    },
    { milliseconds: 50, most, waits },
  )
  return { runs, call }
}

test('the first runs alone, those that follow it soon together, and each is answered with its own', async () => {
  const { runs, call } = doubling()
  expect(await call(1)).toBe(2)
  expect(await Promise.all([call(2), call(3), call(4)])).toEqual([4, 6, 8])
  expect(runs).toEqual([[1], [2, 3, 4]])
})

test('where the first waits too, it runs with those that follow', async () => {
  const { runs, call } = doubling(10, true)
  expect(await Promise.all([call(1), call(2)])).toEqual([2, 4])
  expect(await call(3)).toBe(6)
  expect(runs).toEqual([[1, 2], [3]])
})

test('no more than so many run together', async () => {
  const { runs, call } = doubling(2)
  expect(await Promise.all([1, 2, 3].map(call))).toEqual([2, 4, 6])
  expect(runs).toEqual([[1, 2], [3]])
})

test('one that fails takes no other with it', async () => {
  const call = gather(
    async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('two')
      return items
    },
    { milliseconds: 1, most: 10 },
  )
  const results = await Promise.allSettled([1, 2, 3].map(call))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('what fails fails for each of them, and for none after', async () => {
  let isAway = true
  const call = gather(
    async (items: readonly number[]) => {
      if (isAway) throw new Error('away')
      return items
    },
    { milliseconds: 1, most: 10 },
  )
  expect((await Promise.allSettled([call(1), call(2)])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isAway = false
  expect(await call(3)).toBe(3)
})
