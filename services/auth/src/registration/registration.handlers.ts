import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { register } from './register.ts'

export const registrationHandlers = (deps: Parameters<typeof register>[0]): SomeHandlersOf<'auth', 'register'> => ({
  register: async ({ input, caller }) => {
    const { user, cookies } = await register(deps, input, caller)
    return new Answer(user, { cookies })
  },
})
