import { AppError } from '#kit/app-error.ts'
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type GrantDeps, grant, revokeGrant } from './grants.ts'

type Name = 'tier' | 'grant' | 'revoke_grant' | 'export_user' | 'forget_user'

/** What other services and the operator ask. */
export const plans = (deps: GrantDeps): SomeHandlersOf<'billing', Name> => ({
  tier: ({ input }) => deps.plans.tier(input.userId),
  grant: async ({ input }) => {
    const { tier, grantedAt } = await grant(deps, input.userId, input.by)
    return { tier, grantedAt: grantedAt.toISOString() }
  },
  export_user: async ({ input }) => {
    const page = await deps.plans.exported(input)
    if (!page) throw new AppError('not_found')
    return page
  },
  forget_user: async ({ input }) => {
    await deps.plans.deleteUser(input.userId)
    return {}
  },
  revoke_grant: async ({ input }) => ({ tier: await revokeGrant(deps, input.userId, input.by) }),
})
