/** Plans (spec section 7; decisions 20-23): tier, operator grants and choosing Free. Stripe is not integrated yet. */
import { z } from 'zod'
import { IsoTime, Subscription, Tier, User } from '../entities.ts'
import { ExportedPage, ExportPage } from '../export.ts'
import { issue } from '../issues.ts'
import { operation } from '../operation.ts'

export const billingOperations = [
  operation({
    name: 'billing.subscription',
    summary: 'The plan you have and where it comes from',
    http: { method: 'GET', path: '/api/subscription' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: Subscription,
    errors: [],
  }),
  operation({
    name: 'billing.choose_free',
    summary: 'Take the free plan: ends a complimentary grant',
    http: { method: 'PATCH', path: '/api/users/subscription' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ subscriptionTier: z.literal('free', issue('plan_not_free')) }),
    output: User,
    errors: ['billing_off'],
  }),
  operation({
    name: 'billing.create_checkout_session',
    summary: 'Where to pay for premium; a server that takes no payments says so',
    http: { method: 'POST', path: '/api/stripe/create-checkout-session' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({}),
    output: z.object({ url: z.url() }),
    errors: ['billing_off'],
  }),
  operation({
    name: 'billing.tier',
    summary: 'The tier now; asked at every claim, never cached (decision 10)',
    caller: 'internal',
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({ tier: Tier, version: z.int() }),
    errors: [],
  }),
  operation({
    name: 'billing.grant',
    summary: "The operator's grant: complimentary, with who and when (decision 21)",
    caller: 'internal',
    limit: 'none',
    input: z.object({ userId: z.int(), by: z.string().min(1).max(100) }),
    output: z.object({ tier: Tier, grantedAt: IsoTime }),
    errors: [],
  }),
  operation({
    name: 'billing.revoke_grant',
    summary: 'The operator ends a grant; never touches Stripe (decision 22)',
    caller: 'internal',
    limit: 'none',
    input: z.object({ userId: z.int(), by: z.string().min(1).max(100) }),
    output: z.object({ tier: Tier }),
    errors: [],
  }),
  operation({
    name: 'billing.cancel_for_deletion',
    summary: 'Cancels what the account pays for, before it is deleted; false while the payment provider has not confirmed (idempotent)',
    caller: 'internal',
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({ cancelled: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'billing.forget_user',
    summary: 'Plan and grants of one account are gone (idempotent); for an account without a paid plan',
    caller: 'internal',
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'billing.export_user',
    summary: "A page of one kind of what is stored of an account's plan, for the export of the account",
    caller: 'internal',
    limit: 'none',
    input: ExportPage,
    output: ExportedPage,
    errors: ['not_found'],
  }),
] as const
