import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { ApiError } from '../../core/api-error.ts'
import { createPhotoDelivery } from './photo-delivery.ts'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

const lost = () => new ApiError({ message: '', code: 'network', status: 0 })

/** A ring with a network that the test turns off and on. */
function door() {
  const world = { isRinging: true, error: lost() as Error | undefined, tries: 0 }
  const listeners = new Set<() => void>()
  const delivery = createPhotoDelivery((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  })
  const upload = async () => {
    world.tries += 1
    if (world.error) throw world.error
  }
  return {
    world,
    delivery,
    connect: () => [...listeners].map((listener) => listener()),
    photo: { upload, isRinging: () => world.isRinging },
  }
}

test('a photo is tried as long as it rings', async () => {
  const { world, delivery, photo } = door()
  void delivery.send(photo)
  await jest.advanceTimersByTimeAsync(40_000)
  expect(delivery.state.get()).toBe('sending')
  expect(world.tries).toBeGreaterThan(3)
  world.error = undefined
  await jest.advanceTimersByTimeAsync(12_000)
  expect(delivery.state.get()).toBe('none')
})

test('a photo is sent at once when the connection is back', async () => {
  const { world, delivery, connect, photo } = door()
  void delivery.send(photo)
  await jest.advanceTimersByTimeAsync(0)
  world.error = undefined
  connect()
  await jest.advanceTimersByTimeAsync(0)
  expect([world.tries, delivery.state.get()]).toEqual([2, 'none'])
})

test('a photo that did not arrive during the ring has failed', async () => {
  const { world, delivery, photo } = door()
  void delivery.send(photo)
  await jest.advanceTimersByTimeAsync(20_000)
  const before = world.tries
  world.isRinging = false
  await jest.advanceTimersByTimeAsync(20_000)
  expect([world.tries - before, delivery.state.get()]).toEqual([3, 'failed'])
})

test('a refused photo has failed at once', async () => {
  const { world, delivery, photo } = door()
  world.error = new ApiError({ message: '', code: 'not_found', status: 404 })
  await delivery.send(photo)
  expect([world.tries, delivery.state.get()]).toEqual([1, 'failed'])
})

test('another photo takes the place of the one that is tried', async () => {
  const { delivery, photo } = door()
  const first = delivery.send(photo)
  await delivery.send({ ...photo, upload: async () => undefined })
  await jest.advanceTimersByTimeAsync(2_000)
  await first
  expect(delivery.state.get()).toBe('none')
})
