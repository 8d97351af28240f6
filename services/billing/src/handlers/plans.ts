import { AppError } from '#kit/app-error.ts'
import { type HandlersOf, handlers, residentOf } from '#kit/handlers.ts'
import type { Subscription } from '#proto/entities.ts'
import { chooseFree, type GrantDeps, grant, revokeGrant } from '../domain/grants.ts'
import { toSubscription } from '../domain/tier.ts'

/** @param billing whether this server takes payments at all */
export const plans = (deps: GrantDeps, billing: Subscription['billing']): HandlersOf<'billing'> =>
  handlers('billing', {
    subscription: async ({ caller }) => toSubscription(await deps.plans.entitlement(residentOf(caller).userId), billing),
    create_checkout_session: async () => {
      // This version takes no payments (config: BILLING); premium is granted by the operator.
      throw new AppError('billing_off')
    },
    choose_free: ({ caller }) => chooseFree(deps, residentOf(caller).userId),
    tier: ({ input }) => deps.plans.tier(input.userId),
    grant: async ({ input }) => {
      const { tier, grantedAt } = await grant(deps, input.userId, input.by)
      return { tier, grantedAt: grantedAt.toISOString() }
    },
    // Until this version takes payments there is nothing to cancel.
    cancel_for_deletion: async () => ({ cancelled: true }),
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
