import { expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import type { Caller } from '#proto/envelope.ts'
import type { EventEnvelope, EventName } from '#proto/events.ts'
import type { LoginAttempts, LoginFacts } from './login-attempts.ts'
import { verifyCredentials } from './verify-credentials.ts'

const caller: Caller = { requestId: 'test', address: '192.0.2.1', userAgent: 'jest', visits: [] }
const UNKNOWN_USER: LoginFacts = {
  user: undefined,
  deviceExists: false,
  deviceKnown: false,
  deviceFailures: 0,
  failures: 0,
  failuresElsewhere: 0,
  lastFailure: null,
  networkFailures: 0,
  lastNetworkFailure: null,
  addressLifted: false,
}
const ADA = { id: 7, passwordHash: 'the hash of Ada' } as NonNullable<LoginFacts['user']>

/** Logs in with a wrong password. @returns the error's code, and which hashes were verified */
async function logInWrongly(facts: LoginFacts): Promise<{ readonly code: unknown; readonly verified: (string | undefined)[] }> {
  const verified: (string | undefined)[] = []
  const deps: Parameters<typeof verifyCredentials>[0] = {
    clock: createClock(),
    log: createLog('auth', 'silent'),
    outbox: only({
      row: (name: EventName, data: object) => ({ id: 'event', name, at: '', data }) as EventEnvelope,
      soon: () => undefined,
    }),
    loginAttempts: only<LoginAttempts>({
      usernameKeyOf: async () => 'ada',
      begin: async (_input: unknown, decide: (facts: LoginFacts) => object) => ({ id: 'attempt', facts, ...decide(facts) }),
      failed: async () => undefined,
    }),
    hashName: () => 'hash',
    passwords: {
      hash: async () => '',
      check: async (hash) => {
        verified.push(hash)
        return 'wrong'
      },
    },
    passwordStore: only({}),
  }
  const error = await verifyCredentials(deps, { username: 'ada', password: 'wrong' }, caller).catch((failure: unknown) => failure)
  return { code: (error as { code?: unknown }).code, verified }
}

/** A port with only the methods that a failed log-in calls. */
const only = <T>(methods: unknown): T => methods as T

test('an unknown user and a wrong password are both verified once', async () => {
  expect(await logInWrongly({ ...UNKNOWN_USER, user: ADA })).toEqual({ code: 'credentials_wrong', verified: [ADA.passwordHash] })
  expect(await logInWrongly(UNKNOWN_USER)).toEqual({ code: 'credentials_wrong', verified: [undefined] })
})
