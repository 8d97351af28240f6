import { expect, test } from '@jest/globals'
import type { SubscriptionStatus } from '#proto/entities.ts'
import { tierOf, toSubscription } from './tier.ts'

const paid = (status: SubscriptionStatus, paysPremium = true) => ({
  status,
  paysPremium,
  currentPeriodEnd: new Date('2026-12-01T00:00:00Z'),
  cancelAtPeriodEnd: false,
})

const OFF = { billing: 'off', price: null, hasPaid: false } as const
const ON = { billing: 'stripe', price: { amount: 9.99, currency: 'usd' }, hasPaid: true } as const

test('a grant or an active subscription is premium', () => {
  expect(tierOf({ granted: false, paid: undefined })).toBe('free')
  expect(tierOf({ granted: true, paid: undefined })).toBe('premium')
  for (const status of ['active', 'trialing', 'past_due'] as const) expect(tierOf({ granted: false, paid: paid(status) })).toBe('premium')
  for (const status of ['canceled', 'incomplete', 'unpaid', 'paused', 'unknown'] as const)
    expect(tierOf({ granted: false, paid: paid(status) })).toBe('free')
})

test('a subscription of another product is worth nothing', () => {
  expect(tierOf({ granted: false, paid: paid('active', false) })).toBe('free')
  expect(toSubscription({ granted: true, paid: paid('active', false) }, ON).source).toBe('grant')
})

test('a payment takes precedence over a grant as the source', () => {
  expect(toSubscription({ granted: true, paid: undefined }, OFF)).toEqual({
    tier: 'premium',
    source: 'grant',
    status: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    ...OFF,
  })
  expect(toSubscription({ granted: true, paid: paid('active') }, ON).source).toBe('stripe')
  expect(toSubscription({ granted: false, paid: paid('canceled') }, ON).source).toBe('none')
})
