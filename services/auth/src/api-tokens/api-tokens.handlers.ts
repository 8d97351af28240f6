import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { createApiToken, listApiTokens, resolveApiToken, revokeApiToken } from './api-tokens.ts'

type Name = 'api_tokens' | 'create_api_token' | 'revoke_api_token' | 'resolve_api_token'

export const apiTokenHandlers = (deps: Parameters<typeof createApiToken>[0]): SomeHandlersOf<'auth', Name> => ({
  api_tokens: ({ caller }) => listApiTokens(deps, residentOf(caller).userId),
  create_api_token: ({ input, caller }) => createApiToken(deps, input, { ...caller, resident: residentOf(caller) }),
  revoke_api_token: async ({ input, caller }) => {
    await revokeApiToken(deps, residentOf(caller).userId, input.id)
    return {}
  },
  resolve_api_token: async ({ input }) => ({ identity: await resolveApiToken(deps, input.token) }),
})
