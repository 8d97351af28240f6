import type { Break } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'call-is-written-without-compare',
    file: 'services/signaling/src/store/calls.ts',
    find: "if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end",
    replace: '',
    tests: ['services/signaling/test/compare-and-set.test.ts'],
  },
  {
    name: 'revoked-session-keeps-the-call',
    file: 'services/signaling/src/domain/call/rules.ts',
    find: 'if (!isLive(call) || !hasHolderLeft) return Object.keys',
    replace: 'if (call) return Object.keys',
    tests: ['services/signaling/test/revoked-session.test.ts'],
  },
]
