import type { SomeHandlersOf } from '#kit/handlers.ts'
import { type DeleteOwnerDeps, deleteOwner } from '../domain/delete-owner.ts'

/** An account is deleted: everything that belongs to it here goes too. */
export const accounts = (deps: DeleteOwnerDeps): SomeHandlersOf<'doorbell', 'forget_owner'> => ({
  forget_owner: async ({ input }) => ({ visits: await deleteOwner(deps, input.userId) }),
})
