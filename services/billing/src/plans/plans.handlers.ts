import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type GrantDeps, grant, revokeGrant } from './grants.ts'

/** Operations for other services and the operator. */
export const planHandlers = (deps: GrantDeps): SomeHandlersOf<'billing', 'tier' | 'grant' | 'revoke_grant'> => ({
  tier: ({ input }) => deps.plans.tier(input.userId),
  grant: async ({ input }) => {
    const { tier, grantedAt } = await grant(deps, input.userId, input.by)
    return { tier, grantedAt: grantedAt.toISOString() }
  },
  revoke_grant: async ({ input }) => ({ tier: await revokeGrant(deps, input.userId, input.by) }),
})
