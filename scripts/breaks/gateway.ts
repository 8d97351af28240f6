import type { Break } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'chat-messages-are-sent-at-the-same-time',
    file: 'services/gateway/src/sockets/dispatch.ts',
    find: 'route.inOrder ? connection.inOrder(ask) : ask()',
    replace: 'ask()',
    tests: ['services/gateway/test/frames.test.ts'],
  },
  {
    name: 'replay-hides-a-service-that-is-down',
    file: 'services/gateway/src/sockets/registration.ts',
    find: 'return failures.length ? { frames, appError',
    replace: 'return failures.length === results.length ? { frames, appError',
    tests: ['services/gateway/test/services-come-and-go.test.ts'],
  },
  {
    name: 'missing-epoch-means-not-blocked',
    file: 'services/gateway/src/store/rate-limiter.ts',
    find: 'if (epoch) return admission(',
    replace: 'if (epoch || values) return admission(',
    tests: ['services/security/test/blocked-address.test.ts'],
  },
  {
    name: 'each-copy-counts-its-own-frames',
    file: 'services/gateway/src/store/frame-rate-limiter.ts',
    find: 'Math.max(Number(total), count.shared + unshared)',
    replace: 'Math.min(Number(total), count.shared + unshared)',
    tests: ['services/gateway/test/services-come-and-go.test.ts'],
  },
  {
    name: 'limits-need-redis',
    file: 'services/gateway/src/store/rate-limiter.ts',
    find: 'const count = local.add(key, until, now)',
    replace: 'const count = local.count(key, now)',
    tests: ['services/gateway/src/store/rate-limiter.test.ts'],
  },
  {
    name: 'closed-socket-keeps-its-place',
    file: 'services/gateway/src/sockets/server.ts',
    find: "else socket.once('close', () => this.#socketLimits.free(identities))",
    replace: '',
    tests: ['services/gateway/test/sockets.test.ts'],
  },
  {
    name: 'closed-socket-is-not-reported',
    file: 'services/gateway/src/sockets/server.ts',
    find: "reportPresence(this.#deps, connection, 'closed')",
    replace: '',
    tests: ['services/doorbell/test/internal.test.ts', 'services/signaling/test/answer.test.ts'],
  },
  {
    name: 'socket-from-another-site-is-accepted',
    file: 'services/gateway/src/sockets/server.ts',
    find: 'if (!comesFromUs(deps.site, request.headers)) throw',
    replace: 'if (!request.headers.cookie && !comesFromUs(deps.site, request.headers)) throw',
    tests: ['services/gateway/test/frames.test.ts'],
  },
  {
    name: 'code-looks-inactive-while-doorbell-is-down',
    file: 'services/gateway/src/handlers/visitor-door.ts',
    find: 'return unavailablePage(error, { qrCodeId, now, rejected })',
    replace: "return { status: 404, state: { page: 'inactive', now } }",
    tests: ['services/gateway/test/services-come-and-go.test.ts'],
  },
  {
    name: 'lifted-key-of-an-older-block-counts',
    file: 'services/gateway/src/store/rate-limiter.ts',
    find: "typeof until === 'string' && liftedUntil === until",
    replace: "typeof until === 'string'",
    tests: ['services/security/test/lifted-block.test.ts'],
  },
]
