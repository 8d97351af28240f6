import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createPhotoQueue } from './photo-queue.ts'

/** A queue whose photos finish one by one, when the test resolves them. */
function heldQueue() {
  const done: number[] = []
  let finish: (() => void) | undefined
  const queue = createPhotoQueue(
    async (id) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      done.push(id)
    },
    () => undefined,
  )
  const next = async () => {
    finish?.()
    finish = undefined
    // The queue continues in the microtasks of this turn.
    await setImmediate()
  }
  return { queue, done, next }
}

test('photos are processed one at a time, also after an error', async () => {
  let under = 0
  const done: number[] = []
  const failed: number[] = []
  const queue = createPhotoQueue(
    async (id) => {
      under += 1
      expect(under).toBe(1)
      await Promise.resolve()
      under -= 1
      if (id === 2) throw new Error('broken')
      done.push(id)
    },
    (id) => failed.push(id),
  )
  for (const id of [1, 2, 3, 3]) expect(queue.add(id, '127.0.0.1')).toBe(true)
  await setImmediate()
  expect([done, failed]).toEqual([[1, 3], [2]])
})

test('addresses take turns', async () => {
  const { queue, done, next } = heldQueue()
  for (let id = 1; id <= 20; id++) queue.add(id, '127.0.0.1')
  queue.add(100, '127.0.0.2')
  queue.add(200, '127.0.0.3')
  queue.add(101, '127.0.0.2')
  for (let count = 0; count < 7; count++) await next()
  expect(done).toEqual([1, 2, 100, 200, 3, 101, 4])
})

test('the limit per address is reached before the limit in all', () => {
  const { queue } = heldQueue()
  // The first one is being processed.
  for (let id = 0; id <= 40; id++) expect(queue.add(id, '127.0.0.1')).toBe(true)
  expect(queue.add(41, '127.0.0.1')).toBe(false)
  for (let id = 100; id < 260; id++) expect(queue.add(id, `127.0.1.${id}`)).toBe(true)
  expect(queue.add(999, '127.0.0.2')).toBe(false)
})

test('the photo that is being processed does not count as waiting', async () => {
  const { queue, next } = heldQueue()
  for (const id of [1, 2, 3, 3]) queue.add(id, '127.0.0.1')
  expect(queue.waiting).toBe(2)
  await next()
  expect(queue.waiting).toBe(1)
})

test('a photo that waits already is accepted again', () => {
  const { queue } = heldQueue()
  for (let id = 0; id <= 40; id++) queue.add(id, '127.0.0.1')
  expect(queue.add(40, '127.0.0.1')).toBe(true)
})
