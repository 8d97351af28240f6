/** The list of billing's features, each called with what they share. */
import { joinFeatures } from '#kit/join-features.ts'
import { openOutbox } from '#kit/outbox.ts'
import { postgresReady } from '#kit/postgres.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createTombstones } from '#kit/tombstones.ts'
import { account } from './account/index.ts'
import type { BillingConfig } from './config.ts'
import { createAuthClient } from './core/auth.client.ts'
import { createDoorbellClient } from './core/doorbell.client.ts'
import type { Core } from './core/index.ts'
import { createLivePublisher } from './core/live-updates.adapter.ts'
import { openDatabase } from './core/prisma.store.ts'
import { payments } from './payments/index.ts'
import type { StripeOptions } from './payments/stripe.adapter.ts'
import { plans } from './plans/index.ts'

const POOL = 4

export async function createBillingApp(context: ServiceContext<BillingConfig>): Promise<App<'billing'>> {
  const core = await openCore(context)
  const planFeature = plans(context, core)
  return joinFeatures('billing', [planFeature, payments(context, core, planFeature.granting, stripeOptions(context.config)), account(core)])
}

/** @returns undefined where this server takes no payments */
function stripeOptions({
  BILLING,
  STRIPE_SECRET_KEY,
  STRIPE_PRICE_ID,
  STRIPE_API_URL,
  PUBLIC_URL,
}: BillingConfig): StripeOptions | undefined {
  if (BILLING !== 'stripe' || !STRIPE_SECRET_KEY || !STRIPE_PRICE_ID || !PUBLIC_URL) return undefined
  return { secretKey: STRIPE_SECRET_KEY, apiUrl: STRIPE_API_URL, priceId: STRIPE_PRICE_ID, publicUrl: PUBLIC_URL }
}

async function openCore(context: ServiceContext<BillingConfig>): Promise<Core> {
  const { pool, db } = openDatabase(context, POOL)
  await postgresReady(pool, context)
  const outbox = await openOutbox(context, pool)
  // Prisma's first query takes 250 ms: it runs here, so that no request waits for it.
  await db.plan.findFirst({ select: { userId: true } })
  const { bus } = context
  return {
    ...{ db, pool, outbox, tombstones: createTombstones(pool) },
    ...{ auth: createAuthClient(bus), doorbell: createDoorbellClient(bus), live: createLivePublisher(bus) },
  }
}
