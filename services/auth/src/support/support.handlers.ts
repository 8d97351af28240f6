import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { askSupport } from './ask-support.ts'

export const supportHandlers = (deps: Parameters<typeof askSupport>[0]): SomeHandlersOf<'auth', 'support' | 'ask_support'> => ({
  support: async () => ({ open: deps.supportEmail !== undefined }),
  ask_support: async ({ input, caller }) => {
    await askSupport(deps, residentOf(caller).userId, input.message)
    return {}
  },
})
