import { z } from 'zod'
import { CommonConfig, Flag } from '#kit/config.ts'
import { PublicUrl } from '#kit/public-url.ts'

export const BillingConfig = z
  .object({
    ...CommonConfig,
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    BILLING: z
      .enum(['off', 'stripe'])
      .optional()
      .describe('off: premium by grant only; stripe: payments; required in production, elsewhere off'),
    STRIPE_SECRET_KEY: z.string().min(1).optional().describe('needed with BILLING=stripe'),
    STRIPE_PRICE_ID: z.string().min(1).optional().describe('the price of a month of Premium; needed with BILLING=stripe'),
    STRIPE_API_URL: z.url().optional().describe('another host that speaks Stripe’s API; the local one of the embedded start'),
    PUBLIC_URL: PublicUrl.optional().describe(
      'public address of the product, to which Stripe’s pages lead back; needed with BILLING=stripe',
    ),
    EMBEDDED: Flag.describe('the embedded start'),
  })
  .superRefine((config, context) => {
    const missing = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
    if (config.BILLING === 'stripe')
      for (const key of ['STRIPE_SECRET_KEY', 'STRIPE_PRICE_ID', 'PUBLIC_URL'] as const)
        if (config[key] === undefined) missing(key, 'needed with BILLING=stripe')
    if (config.STRIPE_API_URL && config.NODE_ENV === 'production' && !config.EMBEDDED)
      missing('STRIPE_API_URL', 'production asks Stripe itself')
    if (config.BILLING === undefined && config.NODE_ENV === 'production' && !config.EMBEDDED)
      missing('BILLING', 'must be chosen in production: off or stripe')
  })
export type BillingConfig = Readonly<z.output<typeof BillingConfig>>
