import { expect, jest, test } from '@jest/globals'
import { keepAddresses, type Resolved } from './host-addresses.adapter.ts'

const NAME = 'push.example.org'
const MINUTE = 60_000
const ADDRESS: readonly Resolved[] = [{ address: '142.250.1.1', family: 4 }]

function start(answer: () => Promise<readonly Resolved[]>) {
  const time = { now: 0, asked: 0 }
  const resolve = keepAddresses(
    () => {
      time.asked += 1
      return answer()
    },
    { now: () => new Date(time.now), in: (ms) => new Date(time.now + ms) },
  )
  return { resolve, time }
}

test('a name is asked for once at a time, and once a minute', async () => {
  const { resolve, time } = start(async () => ADDRESS)
  expect(await Promise.all([resolve(NAME), resolve(NAME)])).toEqual([ADDRESS, ADDRESS])
  time.now = MINUTE - 1
  await resolve(NAME)
  expect(time.asked).toBe(1)
  time.now = MINUTE
  await resolve(NAME)
  expect(time.asked).toBe(2)
})

test('a name that nobody has resolved is not asked for again within five seconds', async () => {
  const { resolve, time } = start(() => Promise.reject(new Error('no such name')))
  await expect(Promise.all([resolve(NAME), resolve(NAME)])).rejects.toThrow('no such name')
  await expect(resolve(NAME)).rejects.toThrow('no such name')
  expect(time.asked).toBe(1)
  time.now = 5_000
  await expect(resolve(NAME)).rejects.toThrow('no such name')
  expect(time.asked).toBe(2)
})

test('without an answer the last addresses count, but not for long', async () => {
  let isAway = false
  const { resolve, time } = start(async () => {
    if (isAway) throw new Error('no answer')
    return ADDRESS
  })
  await resolve(NAME)
  isAway = true
  for (const minutes of [1, 1.5, 9]) {
    time.now = minutes * MINUTE
    expect(await resolve(NAME)).toEqual(ADDRESS)
  }
  time.now = 10 * MINUTE
  await expect(resolve(NAME)).rejects.toThrow('no answer')
})

test('a resolver that never answers is not waited for, and the next question asks again', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  const { resolve, time } = start(() => new Promise(() => undefined))
  const asked = expect(resolve(NAME)).rejects.toThrow('not resolved in time')
  await jest.advanceTimersByTimeAsync(3_000)
  await asked
  time.now = MINUTE
  void resolve(NAME).catch(() => undefined)
  expect(time.asked).toBe(2)
  jest.useRealTimers()
})
