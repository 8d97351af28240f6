import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'login-lock-does-not-wait',
    file: 'services/auth/src/store/sign-ins.sql.ts',
    find: 'FROM pg_advisory_xact_lock(',
    replace: 'FROM pg_try_advisory_xact_lock(',
    tests: ['services/auth/test/throttle.test.ts'],
  },
  {
    name: 'verification-link-works-twice',
    file: 'services/auth/src/store/verifications.ts',
    find: 'where: { tokenHash: token.tokenHash, usedAt: null }',
    replace: 'where: { tokenHash: token.tokenHash }',
    tests: ['services/auth/test/verification.test.ts'],
  },
  {
    name: 'unique-violation-is-not-recognised',
    file: 'services/auth/src/store/prisma.ts',
    find: "error.code !== 'P2002'",
    replace: "error.code !== 'P2003'",
    tests: ['services/auth/test/register.test.ts'],
  },
  {
    name: 'registration-event-without-user-id',
    file: 'services/auth/src/domain/register.ts',
    find: 'outbox.soon(forUser(record.id))',
    replace: 'outbox.soon(event)',
    tests: ['services/auth/test/outage.test.ts'],
  },
  {
    name: 'failed-mail-is-not-retried',
    file: 'services/auth/src/store/mails.sql.ts',
    find: 'WHERE next_at <= :now ORDER BY',
    replace: 'WHERE next_at <= :now AND attempts = 0 ORDER BY',
    tests: ['services/auth/test/mail.test.ts'],
  },
  {
    name: 'revoked-session-stays-valid',
    file: 'services/auth/src/domain/session.ts',
    find: lines('    session.revokedAt === null &&', '    now.getTime() - session.lastActive'),
    replace: '    now.getTime() - session.lastActive',
    tests: ['services/auth/test/sessions.test.ts', 'services/gateway/test/accounts.test.ts'],
  },
  {
    name: 'unknown-user-is-refused-faster',
    file: 'services/auth/src/adapters/argon2.ts',
    find: 'const matches = await limited(() => verifyHash(stored ?? missingUser, password), address)',
    replace: lines(
      'if (stored === undefined) return false',
      '      const matches = await limited(() => verifyHash(stored ?? missingUser, password), address)',
    ),
    tests: ['services/auth/src/adapters/argon2.test.ts', 'services/auth/test/login.test.ts'],
  },
]
