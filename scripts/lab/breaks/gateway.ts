import type { Break } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'turn-is-never-due',
    file: 'services/gateway/src/store/ring-turns.ts',
    find: "redis.call('DEL', KEYS[1])\nreturn {0, proofs}",
    replace: 'return {turn, proofs}',
    tests: ['services/gateway/test/ring-pressure.test.ts'],
  },
  {
    name: 'missing-epoch-means-not-blocked',
    file: 'services/gateway/src/store/rate-limiter.ts',
    find: 'if (epoch) return {',
    replace: 'if (epoch || read) return {',
    tests: ['services/security/test/blocked-address.test.ts'],
  },
  {
    name: 'limits-need-redis',
    file: 'services/gateway/src/store/counting.ts',
    find: 'const count = local.add(key, until, now)',
    replace: 'const count = local.count(key, now)',
    tests: ['services/gateway/src/store/rate-limiter.test.ts'],
  },
  {
    name: 'socket-from-another-site-is-accepted',
    file: 'services/gateway/src/sockets/server.ts',
    find: 'if (!comesFromUs(deps.site, request.headers)) throw',
    replace: 'if (!request.headers.cookie && !comesFromUs(deps.site, request.headers)) throw',
    tests: ['services/gateway/test/frames.test.ts'],
  },
  {
    name: 'limits-met-are-not-counted',
    file: 'services/gateway/src/domain/refusals.ts',
    find: "if (error instanceof AppError && error.code !== 'unavailable') report('limit')",
    replace: '',
    tests: ['services/gateway/test/refusals.test.ts'],
  },
  {
    name: 'token-needs-no-scope',
    file: 'services/gateway/src/handlers/admit-token.ts',
    find: 'if (scope === undefined || !resident.scopes?.includes(scope)) {',
    replace: 'if (scope === undefined) {',
    tests: ['services/gateway/test/api-tokens.test.ts'],
  },
  {
    name: 'token-beside-a-session-counts',
    file: 'services/gateway/src/handlers/admit-token.ts',
    find: 'session !== undefined || visits.size',
    replace: 'visits.size',
    tests: ['services/gateway/test/api-tokens.test.ts'],
  },
  {
    name: 'revoked-token-stays-cached',
    file: 'services/gateway/src/store/identity-cache.ts',
    find: 'if (identity.session === session) resolved.delete(key)',
    replace: 'if (identity.session === session && !identity.scopes) resolved.delete(key)',
    tests: ['services/gateway/test/api-tokens.test.ts'],
  },
]
