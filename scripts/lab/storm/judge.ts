/** Compares what billing has committed with what it has fetched, and with what the local Stripe has in the end. */
import type Stripe from 'stripe'
import type { Stack } from '#scripts/testing/stack.ts'
import { type Committed, historyOf } from './history.ts'
import type { Payer, Sample } from './payers.ts'
import { inOneText, storedOf, truthOf } from './truth.ts'

/** docs/product/decisions.md, 22, implemented independently of billing. */
export const tierOf = ({ granted, subscriptions }: Committed): string =>
  granted || subscriptions.some(({ status }) => ['active', 'trialing', 'past_due'].includes(status)) ? 'premium' : 'free'

/**
 * Every state must be one that was fetched, none older than one before it.
 * @param fetched in the order in which Stripe has answered
 * @returns the index of the first state that is not, or undefined
 */
export function firstUnfetched(states: readonly string[], fetched: readonly string[]): number | undefined {
  // Before the first answer no state is known.
  const known = ['[]', ...fetched]
  let at = 0
  for (const [index, state] of states.entries()) {
    at = known.indexOf(state, at)
    if (at < 0) return index
  }
  return undefined
}

/** @returns a sentence for each commit that docs/product/decisions.md, 22 or the order of what was fetched forbids */
export function faultsOfHistory(history: readonly Committed[], fetched: readonly string[]): string[] {
  const states = history.map(({ subscriptions }) => inOneText(subscriptions))
  const unfetched = firstUnfetched(states, fetched)
  return [
    ...history
      .filter((row) => row.tier !== tierOf(row))
      .map((row) => `user ${row.userId} was ${row.tier} with ${JSON.stringify(row.subscriptions)}, granted: ${row.granted}`),
    ...(unfetched === undefined
      ? []
      : [`user ${history[unfetched]?.userId}: state ${unfetched} was not fetched, or is older than the one before: ${states[unfetched]}`]),
  ]
}

type Customer = { readonly userId: number; readonly customer: string }

/** @returns the differences between billing and the local Stripe; empty if there are none */
export async function difference(world: Stack, sdk: Stripe, { userId, customer }: Customer): Promise<string> {
  const { living, refunds, ...truth } = await truthOf(sdk, customer)
  const stored = await storedOf(world, userId)
  if (living > 1) return `${customer} has ${living} living subscriptions`
  const names = ['subscriptions', 'invoices', 'refunded'] as const
  const different = names.filter((name) => truth[name] !== stored[name])
  return different.map((name) => `${name} of user ${userId}: stored ${stored[name]}, at Stripe ${truth[name]}`).join('\n')
}

/** Checks published changes, the copies of the tier in other services, answers to requests for the tier, mails about second payments. */
export async function faultsOfUser(world: Stack, sdk: Stripe, payer: Payer, customer: string | undefined, samples: readonly Sample[]) {
  const { id: userId } = payer
  const published = await world.postgres<{ tier: string; version: number }>(
    'billing',
    `SELECT data->>'tier' AS tier, (data->>'version')::int AS version FROM outbox
      WHERE name = 'billing.subscription_changed' AND (data->>'userId')::int = $1 ORDER BY 2`,
    [userId],
  )
  const expected = published.map((_, index) => ({ tier: index % 2 ? 'free' : 'premium', version: index + 1 }))
  const history = await historyOf(world, userId)
  const last = history.at(-1) ?? { tier: 'free', version: 0 }
  const known = new Set(['free 0', ...history.map(({ tier, version }) => `${tier} ${version}`)])
  const wrong = samples.filter((sample) => sample.userId === userId && !known.has(`${sample.tier} ${sample.version}`))
  const mails = await world.postgres('auth', 'SELECT 1 FROM mails WHERE "to" = $1 AND subject = \'A second payment was returned\'', [
    payer.email,
  ])
  const refunds = customer ? (await truthOf(sdk, customer)).refunds : 0
  return [
    ...(JSON.stringify(published) === JSON.stringify(expected) ? [] : [`user ${userId} published ${JSON.stringify(published)}`]),
    ...((published.at(-1)?.version ?? 0) === last.version
      ? []
      : [`user ${userId} is at version ${last.version}, published: ${published.length}`]),
    ...wrong.map(({ tier, version }) => `user ${userId} was answered ${tier}, version ${version}, which was never committed`),
    ...(mails.length === refunds ? [] : [`user ${userId}: ${refunds} refunds, ${mails.length} mails`]),
  ]
}

/** @returns a sentence for each tier in auth or doorbell that differs from billing's */
export async function differentCopies(world: Stack, userIds: readonly number[]): Promise<string[]> {
  const rows = async (service: 'auth' | 'doorbell' | 'billing', text: string) => {
    const found = await world.postgres<{ id: number; tier: string; version: number }>(service, text, [userIds])
    return new Map(found.map(({ id, tier, version }) => [id, `${tier} ${version}`]))
  }
  const [plans, atAuth, atDoorbell] = await Promise.all([
    rows('billing', 'SELECT user_id AS id, tier, version FROM plans WHERE user_id = ANY($1)'),
    rows('auth', 'SELECT id, subscription_tier AS tier, tier_version AS version FROM users WHERE id = ANY($1)'),
    rows('doorbell', 'SELECT id, tier, tier_version AS version FROM owners WHERE id = ANY($1)'),
  ])
  return userIds.flatMap((id) => {
    const plan = plans.get(id) ?? 'free 0'
    const copies = [atAuth, atDoorbell].map((copy) => copy.get(id) ?? 'free 0')
    return copies.every((copy) => copy === plan) ? [] : [`user ${id}: ${plan} at billing, ${copies.join(' and ')} at auth and doorbell`]
  })
}
