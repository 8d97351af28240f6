import { expect, test } from '@jest/globals'
import { createPhotoQueue } from './photo-queue.ts'

test('pictures are developed one at a time, and a broken one stops nothing', async () => {
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
  for (const id of [1, 2, 3, 3]) expect(queue.add(id)).toBe(true)
  await queue.stop()
  expect(done.length + failed.length).toBeLessThanOrEqual(3)
  const rest = createPhotoQueue(
    async (id) => void done.push(id),
    () => undefined,
  )
  for (let id = 10; id <= 210; id++) expect(rest.add(id)).toBe(true)
  expect(rest.add(999)).toBe(false)
  // What waits already is no newcomer.
  expect(rest.add(210)).toBe(true)
})
