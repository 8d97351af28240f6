import { Answer, type SomeHandlersOf } from '#kit/handlers.ts'
import { mayRegister } from './may-register.ts'
import { register } from './register.ts'

export const registrationHandlers = (deps: Parameters<typeof register>[0]): SomeHandlersOf<'auth', 'register' | 'registration'> => ({
  register: async ({ input, caller }) => {
    const { user, cookies } = await register(deps, input, caller)
    return new Answer(user, { cookies })
  },
  registration: async () => ({ open: mayRegister(deps.mode, false) }),
})
