/** Breaks of services/kit and of the contract in proto. */
import type { Break } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'commit-does-not-wait-for-the-disk',
    file: 'services/kit/src/postgres.ts',
    find: 'SET plan_cache_mode = force_generic_plan;',
    replace: 'SET synchronous_commit = off; SET plan_cache_mode = force_generic_plan;',
    tests: ['services/doorbell/test/outage.test.ts'],
  },
  {
    name: 'nats-reconnect-is-ignored',
    file: 'services/kit/src/bus.ts',
    find: 'this.#connected = true',
    replace: '',
    tests: ['services/auth/test/outage.test.ts', 'services/doorbell/test/doors.test.ts'],
  },
  {
    name: 'outbox-sweeps-only-new-rows',
    file: 'services/kit/src/outbox.sql.ts',
    find: 'WHERE sent_at IS NULL AND at < :before ORDER BY at',
    replace: 'WHERE sent_at IS NULL AND at > :before ORDER BY at',
    tests: ['services/doorbell/test/ends.test.ts'],
  },
  {
    name: 'state-of-a-page-is-not-escaped',
    file: 'web/src/visitor/document.tsx',
    find: 'replace(/[<\\u2028\\u2029]/g,',
    replace: 'replace(/[\\u2028\\u2029]/g,',
    tests: ['services/gateway/test/visitor-rendering.test.ts'],
  },
]
