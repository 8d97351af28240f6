import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { askSupport, type SupportDeps } from './ask-support.ts'

export const support = (deps: SupportDeps): SomeHandlersOf<'auth', 'support' | 'ask_support'> => ({
  support: async () => ({ open: deps.supportEmail !== undefined }),
  ask_support: async ({ input, caller }) => {
    await askSupport(deps, residentOf(caller).userId, input.message)
    return {}
  },
})
