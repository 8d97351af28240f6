import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { KeyedQueue } from './keyed-queue.ts'

/** Records which values start and end; each one runs until it is released. */
function recorder(limit: number) {
  const seen: string[] = []
  const release = new Map<string, () => void>()
  const queue = new KeyedQueue<string>(limit, async (value) => {
    seen.push(`start ${value}`)
    await new Promise<void>((resolve) => release.set(value, resolve))
    seen.push(`end ${value}`)
  })
  const end = async (value: string) => {
    release.get(value)?.()
    await pause(0)
  }
  return { queue, seen, end }
}

test('values of one key are handled in order', async () => {
  const { queue, seen, end } = recorder(5)
  queue.add('a', 'a1')
  queue.add('a', 'a2')
  expect(seen).toEqual(['start a1'])
  await end('a1')
  expect(seen).toEqual(['start a1', 'end a1', 'start a2'])
})

test('a slow value does not hold up another key', () => {
  const { queue, seen } = recorder(5)
  queue.add('a', 'a1')
  queue.add('a', 'a2')
  queue.add('b', 'b1')
  expect(seen).toEqual(['start a1', 'start b1'])
})

test('no more values than the limit are handled at once', async () => {
  const { queue, seen, end } = recorder(2)
  for (const key of ['a', 'b', 'c']) queue.add(key, key)
  expect(seen).toEqual(['start a', 'start b'])
  await end('a')
  expect(seen).toEqual(['start a', 'start b', 'end a', 'start c'])
})

test('cleared values are not handled', async () => {
  const { queue, seen, end } = recorder(1)
  queue.add('a', 'a1')
  queue.add('a', 'a2')
  expect(queue.clear()).toEqual(['a2'])
  const idle = queue.idle()
  await end('a1')
  await idle
  expect(seen).toEqual(['start a1', 'end a1'])
})
