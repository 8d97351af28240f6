import { expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { createClock } from '#kit/clock.ts'
import { LIMITS, type LimitClass, RESIDENTS_FACTOR } from '#proto/limits.ts'
import { absentRedis } from '#scripts/testing/absent-redis.ts'
import type { Countable } from '../domain/ports.ts'
import { createCounting } from './counting.ts'
import { LocalCounters } from './local-counters.ts'
import { createRateLimiter } from './rate-limiter.ts'

/** A rate limiter without Redis. @returns how many of a number of requests pass */
function withoutRedis() {
  const redis = absentRedis()
  const bus = { call: () => Promise.reject(new AppError('unavailable')) }
  const rateLimiter = createRateLimiter({ counting: createCounting(redis), clock: createClock(), bus })
  return async (limit: LimitClass, who: Countable, times = 1): Promise<number> => {
    let passed = 0
    for (let tried = 0; tried < times; tried += 1)
      passed += await rateLimiter.admit(limit, who).then(
        () => 1,
        () => 0,
      )
    return passed
  }
}

test('without Redis each class keeps its own count', async () => {
  const pass = withoutRedis()
  const address = '127.0.0.1'
  const { max } = LIMITS.login
  expect(await pass('login', { address }, max)).toBe(max)
  expect(await pass('visit', { address: '127.0.0.2' })).toBe(1)
  expect(await pass('login', { address }, 5)).toBe(0)
  expect(await pass('login', { address: '127.0.0.2' })).toBe(1)
})

test('a request over the address limit does not count against the door', async () => {
  const pass = withoutRedis()
  const { max } = LIMITS.ring
  expect(await pass('ring', { address: '127.0.0.1', door: 'door' }, 10 * max)).toBe(max)
  expect(await pass('ring', { address: '127.0.0.2', door: 'door' })).toBe(1)
})

test('residents behind one address are counted separately and together', async () => {
  const pass = withoutRedis()
  const address = '127.0.0.1'
  const { max } = LIMITS.write
  expect(await pass('write', { address, user: 0 }, max + 1)).toBe(max)
  let passed = max
  for (let user = 1; user <= RESIDENTS_FACTOR; user += 1) passed += await pass('write', { address, user }, max)
  expect(passed).toBe(RESIDENTS_FACTOR * max)
  expect(await pass('write', { address })).toBe(1)
})

test('a counter expires with its window', () => {
  const counters = new LocalCounters()
  expect([counters.add('a', 100, 1), counters.add('a', 100, 99), counters.add('a', 200, 100)]).toEqual([1, 2, 1])
})

test('the oldest of too many counters are dropped', () => {
  const counters = new LocalCounters(2)
  for (const key of ['a', 'b', 'c']) counters.add(key, 100, 1)
  expect(['a', 'b', 'c'].map((key) => counters.count(key, 2))).toEqual([0, 1, 1])
})

test('the shared Redis count replaces a lower local count', () => {
  const counters = new LocalCounters()
  counters.raise('a', 5, 100, 1)
  counters.raise('a', 3, 100, 1)
  expect(counters.add('a', 100, 1)).toBe(6)
})
