import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { PACE } from '#proto/limits.ts'
import type { RateLimiter } from '../domain/ports.ts'
import { createPace, pacedLimits } from './pace.ts'

const { atOnce, apart } = PACE

test('an address sends a few at once, then one after the other', () => {
  const waitOf = createPace()
  const waits = Array.from({ length: atOnce + 3 }, () => waitOf('127.0.0.1', 1_000))
  expect(waits).toEqual([...Array(atOnce).fill(0), apart, 2 * apart, 3 * apart])
  expect(waitOf('127.0.0.2', 1_000)).toBe(0)
})

test('an address that keeps its pace never waits', () => {
  const waitOf = createPace()
  for (let sent = 0; sent < 5 * atOnce; sent += 1) expect(waitOf('127.0.0.1', sent * apart)).toBe(0)
})

const rateLimiterWith = (admit: RateLimiter['admit']): RateLimiter => ({
  admit,
  admitUntilProven: async () => () => undefined,
  knownRefusal: () => undefined,
})

test('pages, forms and rings go on in turn, and what costs less passes them', async () => {
  const { rateLimiter, ringLimiter } = pacedLimits(
    rateLimiterWith(async () => ({ blocked: false })),
    { admit: async () => undefined },
  )
  const who = { address: '127.0.0.1' }
  for (let sent = 0; sent < atOnce; sent += 1) await rateLimiter.admit('page', who)
  const wentOn: string[] = []
  const send = async (limit: 'page' | 'form' | 'read') => rateLimiter.admit(limit, who).then(() => wentOn.push(limit))
  const all = [ringLimiter.admit(who).then(() => wentOn.push('ring')), send('page'), send('form'), send('read')]
  await setImmediate()
  expect(wentOn).toEqual(['read'])
  await Promise.all(all)
  expect(wentOn).toEqual(['read', 'ring', 'page', 'form'])
})

test('a refused request takes no turn', async () => {
  const refuse = () => Promise.reject(new AppError('limited'))
  const { rateLimiter, ringLimiter } = pacedLimits(rateLimiterWith(refuse), { admit: async () => undefined })
  const who = { address: '127.0.0.1' }
  for (let sent = 0; sent < 100 * atOnce; sent += 1) await rateLimiter.admit('page', who).catch(() => undefined)
  let hasGoneOn = false
  void ringLimiter.admit(who).then(() => {
    hasGoneOn = true
  })
  await setImmediate()
  expect(hasGoneOn).toBe(true)
})
