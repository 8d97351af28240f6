import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type ForgetOwnerDeps, forgetOwner } from '../domain/forget-owner.ts'
import { type ReliveDeps, relive } from '../domain/relive.ts'

export const demo = (deps: ReliveDeps & ForgetOwnerDeps): SomeHandlersOf<'doorbell', 'relive' | 'forget_owner'> => ({
  relive: async ({ input }) => ({ activityId: await relive(deps, input) }),
  forget_owner: async ({ input }) => ({ visits: await forgetOwner(deps, input.userId) }),
})
