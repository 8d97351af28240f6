/** Breaks of services/kit and of the contract in proto. */
import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'a-silent-server-of-nats-is-waited-for',
    file: 'services/kit/src/bus.ts',
    find: '      timeout: HANDSHAKE_MS,',
    replace: '',
    tests: ['services/kit/test/connections.test.ts'],
  },
  {
    name: 'commit-does-not-wait-for-the-disk',
    file: 'services/kit/src/postgres.ts',
    find: 'SET plan_cache_mode = force_generic_plan;',
    replace: 'SET synchronous_commit = off; SET plan_cache_mode = force_generic_plan;',
    tests: ['services/doorbell/test/outage.test.ts'],
  },
  {
    name: 'lost-connection-ends-the-process',
    file: 'services/kit/src/postgres.ts',
    find: "pool.on('connect', (client) => void client.on('error', lost))",
    replace: '',
    tests: ['services/kit/test/connections.test.ts', 'services/auth/test/outage.test.ts'],
  },
  {
    name: 'requests-wait-on-after-nats-is-lost',
    file: 'services/kit/src/bus.ts',
    find: lines('this.#connected = false', '        this.#requests.rejectAll()'),
    replace: 'this.#connected = false',
    tests: ['services/kit/test/connections.test.ts'],
  },
  {
    name: 'nats-reconnect-is-ignored',
    file: 'services/kit/src/bus.ts',
    find: 'this.#connected = true',
    replace: '',
    tests: ['services/auth/test/outage.test.ts', 'services/doorbell/test/doors.test.ts'],
  },
  {
    name: 'stream-keeps-one-event-per-subject',
    file: 'services/kit/src/jetstream.ts',
    find: 'storage: StorageType.File,',
    replace: lines('storage: StorageType.File,', '      max_msgs_per_subject: 1,'),
    tests: ['services/security/test/blocks.test.ts'],
  },
  {
    name: 'outbox-sweeps-only-new-rows',
    file: 'services/kit/src/outbox.sql.ts',
    find: 'WHERE sent_at IS NULL AND at < :before ORDER BY at',
    replace: 'WHERE sent_at IS NULL AND at > :before ORDER BY at',
    tests: ['services/doorbell/test/ends.test.ts'],
  },
  {
    name: 'file-store-outage-is-an-internal-error',
    file: 'services/kit/src/files-s3.ts',
    find: "throw new AppError('unavailable', { retryAfterSeconds: 5 })",
    replace: "throw new AppError('internal')",
    tests: ['services/kit/test/files.test.ts', 'services/doorbell/test/photos-in-a-bucket.test.ts'],
  },
  {
    name: 'service-does-not-start-without-its-file-store',
    file: 'services/kit/src/files-s3.ts',
    find: "(err: unknown) => log.error({ err, bucket: bucket.bucket }, 'file store unreachable'),",
    replace: '',
    tests: ['services/doorbell/test/photos-in-a-bucket.test.ts'],
  },
  {
    name: 'state-of-a-page-is-not-escaped',
    file: 'web/src/visitor/document.tsx',
    find: 'replace(/[<\\u2028\\u2029]/g,',
    replace: 'replace(/[\\u2028\\u2029]/g,',
    tests: ['services/gateway/test/visitor-rendering.test.ts'],
  },
  {
    name: 'username-mixes-two-alphabets',
    file: 'proto/sanitized-text.ts',
    find: 'filter((alphabet) => alphabet.test(folded)).length <= 1',
    replace: 'filter((alphabet) => alphabet.test(folded)).length <= 2',
    tests: ['proto/sanitized-text.test.ts', 'services/gateway/test/accounts.test.ts'],
  },
  {
    name: 'only-the-newest-key-verifies',
    file: 'services/kit/src/tokens.ts',
    find: 'for (const key of keysOf(verifying)) {',
    replace: 'for (const key of [signingKey(verifying)]) {',
    tests: ['services/gateway/test/refusals.test.ts'],
  },
]
