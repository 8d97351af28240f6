import { z } from 'zod'

/** Changes of a second factor, of its recovery or of API tokens: each is an event and an alert. */
export const FactorChange = z.enum([
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_code_used',
  'recovery_started',
  'recovery_cancelled',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'api_token_created',
])
export type FactorChange = z.infer<typeof FactorChange>
