import { expect, test } from '@jest/globals'
import { tierOf, toSubscription } from './tier.ts'

const paid = (status: string) => ({ status, currentPeriodEnd: new Date('2026-12-01T00:00:00Z'), cancelAtPeriodEnd: false })

test('a grant or an active subscription is premium', () => {
  expect(tierOf({ granted: false, paid: undefined })).toBe('free')
  expect(tierOf({ granted: true, paid: undefined })).toBe('premium')
  for (const status of ['active', 'trialing', 'past_due']) expect(tierOf({ granted: false, paid: paid(status) })).toBe('premium')
  for (const status of ['canceled', 'incomplete', 'unpaid', 'paused', 'nonsense'])
    expect(tierOf({ granted: false, paid: paid(status) })).toBe('free')
})

test('a payment takes precedence over a grant as the source', () => {
  expect(toSubscription({ granted: true, paid: undefined }, 'off')).toEqual({
    tier: 'premium',
    source: 'grant',
    status: null,
    currentPeriodEnd: null,
    cancelAtPeriodEnd: false,
    billing: 'off',
  })
  expect(toSubscription({ granted: true, paid: paid('active') }, 'stripe').source).toBe('stripe')
  expect(toSubscription({ granted: false, paid: paid('canceled') }, 'stripe').source).toBe('none')
})
