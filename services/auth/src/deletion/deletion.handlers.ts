import { Answer, residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { deleteAccount, deleteForOperator } from './delete-account.ts'

export const deletionHandlers = (deps: Parameters<typeof deleteAccount>[0]): SomeHandlersOf<'auth', 'delete_account' | 'delete_user'> => ({
  delete_account: async ({ input, caller }) => {
    await deleteAccount(deps, input, { ...caller, resident: residentOf(caller) })
    return new Answer({}, { cookies: { session: null } })
  },
  delete_user: ({ input }) => deleteForOperator(deps, input.userId, input.by),
})
