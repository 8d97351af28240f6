import { z } from 'zod'
import { CommonConfig, Flag } from '#kit/config.ts'

export const BillingConfig = z
  .object({
    ...CommonConfig,
    DATABASE_URL: z.string().min(1).describe('Postgres, this service’s own database'),
    BILLING: z
      .enum(['off', 'stripe'])
      .optional()
      .describe('off: premium by grant only; stripe is not in this version; required in production, elsewhere off'),
    EMBEDDED: Flag.describe('the embedded start'),
  })
  .superRefine((config, context) => {
    if (config.BILLING === 'stripe') context.addIssue({ code: 'custom', path: ['BILLING'], message: 'stripe is not in this version' })
    if (config.BILLING === undefined && config.NODE_ENV === 'production' && !config.EMBEDDED)
      context.addIssue({ code: 'custom', path: ['BILLING'], message: 'must be chosen in production: off or stripe' })
  })
export type BillingConfig = Readonly<z.output<typeof BillingConfig>>
