import type { HandlersOf } from '#kit/handlers.ts'
import { Refusal } from '#kit/refusal.ts'
import type { Subscription } from '#proto/entities.ts'
import type { Caller } from '#proto/envelope.ts'
import { chooseFree, type GrantNeeds, grant, revokeGrant } from '../domain/grants.ts'
import { toSubscription } from '../domain/tier.ts'

/** @throws Refusal unauthenticated */
function residentOf(caller: Caller): number {
  if (!caller.resident) throw new Refusal('unauthenticated')
  return caller.resident.userId
}

/** @param billing whether this server takes payments at all */
export function planHandlers(needs: GrantNeeds, billing: Subscription['billing']): HandlersOf<'billing'> {
  return {
    subscription: async ({ caller }) => toSubscription(await needs.plans.standing(residentOf(caller)), billing),
    create_checkout_session: async () => {
      // This version takes no payments (config: BILLING); premium comes by grant.
      throw new Refusal('billing_off')
    },
    choose_free: ({ caller }) => chooseFree(needs, residentOf(caller)),
    tier: ({ input }) => needs.plans.tier(input.userId),
    grant: async ({ input }) => {
      const { tier, grantedAt } = await grant(needs, input.userId, input.by)
      return { tier, grantedAt: grantedAt.toISOString() }
    },
    forget_user: async ({ input }) => {
      await needs.plans.forget(input.userId)
      return {}
    },
    revoke_grant: async ({ input }) => ({ tier: await revokeGrant(needs, input.userId, input.by) }),
  }
}
