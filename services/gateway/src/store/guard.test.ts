import { afterEach, expect, test } from '@jest/globals'
import { Redis } from 'ioredis'
import { createClock } from '#kit/clock.ts'
import { Refusal } from '#kit/refusal.ts'
import { LIMITS, type LimitClass, RESIDENTS_SHARE } from '#proto/limits.ts'
import type { Countable } from '../domain/ports.ts'
import { createGuard } from './guard.ts'
import { LocalCounters } from './local-counters.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A guard whose Redis nobody answers for. @returns how many of a number of requests pass */
function withoutRedis() {
  const redis = new Redis({ port: 1, enableOfflineQueue: false, retryStrategy: () => null }).on('error', () => undefined)
  ends.push(() => redis.disconnect())
  const guard = createGuard({ redis, clock: createClock(), bus: { call: () => Promise.reject(new Refusal('unavailable')) } })
  return async (limit: LimitClass, who: Countable, times = 1): Promise<number> => {
    let passed = 0
    for (let tried = 0; tried < times; tried += 1)
      passed += await guard.admit(limit, who).then(
        () => 1,
        () => 0,
      )
    return passed
  }
}

test('without Redis a class keeps its count while classes of other windows are counted', async () => {
  const pass = withoutRedis()
  const address = '127.0.0.1'
  const { max } = LIMITS.login
  expect(await pass('login', { address }, max)).toBe(max)
  expect(await pass('visit', { address: '127.0.0.2' })).toBe(1)
  expect(await pass('login', { address }, 5)).toBe(0)
  expect(await pass('login', { address: '127.0.0.2' })).toBe(1)
})

test('who is over by address takes nothing from the door', async () => {
  const pass = withoutRedis()
  const { max } = LIMITS.ring
  expect(await pass('ring', { address: '127.0.0.1', door: 'door' }, 10 * max)).toBe(max)
  expect(await pass('ring', { address: '127.0.0.2', door: 'door' })).toBe(1)
})

test('residents of one address are counted each, and the address for all of them', async () => {
  const pass = withoutRedis()
  const address = '127.0.0.1'
  const { max } = LIMITS.write
  expect(await pass('write', { address, user: 0 }, max + 1)).toBe(max)
  let passed = max
  for (let user = 1; user <= RESIDENTS_SHARE; user += 1) passed += await pass('write', { address, user }, max)
  expect(passed).toBe(RESIDENTS_SHARE * max)
  expect(await pass('write', { address })).toBe(1)
})

test('a counter ends with its window', () => {
  const counters = new LocalCounters()
  expect([counters.add('a', 100, 1), counters.add('a', 100, 99), counters.add('a', 200, 100)]).toEqual([1, 2, 1])
})

test('of too many counters the oldest are dropped', () => {
  const counters = new LocalCounters(2)
  for (const key of ['a', 'b', 'c']) counters.add(key, 100, 1)
  expect(['a', 'b', 'c'].map((key) => counters.count(key, 2))).toEqual([0, 1, 1])
})

test('what Redis counted over all copies is taken over where it is more', () => {
  const counters = new LocalCounters()
  counters.raise('a', 5, 100, 1)
  counters.raise('a', 3, 100, 1)
  expect(counters.add('a', 100, 1)).toBe(6)
})
