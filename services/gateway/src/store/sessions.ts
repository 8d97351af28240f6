import type { Bus } from '#kit/bus.ts'
import type { ApiTokens, Sessions } from '../domain/ports.ts'
import { createIdentityCache } from './identity-cache.ts'

/** Session cookies. */
export function createSessions(bus: Bus, steady?: () => number): Sessions {
  const ask = async (token: string) => (await bus.call('auth.resolve_session', { token })).identity
  const { resolve, lastKnown, onRevoked } = createIdentityCache({ bus, ask, ...(steady ? { steady } : {}) })
  return { resolve, onRevoked, lastKnownUser: (token) => lastKnown(token)?.userId }
}

/** API tokens, revoked on the same subjects. */
export const createApiTokens = (bus: Bus): ApiTokens =>
  createIdentityCache({ bus, ask: async (token) => (await bus.call('auth.resolve_api_token', { token })).identity })
