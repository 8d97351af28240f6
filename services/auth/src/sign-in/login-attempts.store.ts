import type pg from 'pg'
import { insertOutbox } from '#kit/outbox.ts'
import { execute, fetchRow, inTransaction } from '#kit/postgres.ts'
import { toRecord } from '../core/accounts.store.ts'
import { DEVICE_LIFE } from '../core/session.ts'
import {
  CANCEL_ATTEMPT,
  CLEAR_FAILURES,
  COMPLETE_LOGIN,
  COUNT_ATTEMPT,
  FIND_DEVICE,
  FIND_LOGIN_FACTS,
  FIND_USERNAME_KEY,
  LOCK_LOGIN,
} from './login-attempts.sql.ts'
import type { AttemptInput, LoginAttempts, LoginFacts } from './login-attempts.ts'
import { FAILURE_WINDOW } from './throttle.ts'

async function readFacts(client: pg.ClientBase, attempt: AttemptInput): Promise<LoginFacts> {
  const ago = (ms: number) => new Date(attempt.at.getTime() - ms)
  const row = await fetchRow(client, FIND_LOGIN_FACTS, {
    ...attempt,
    failedSince: ago(FAILURE_WINDOW),
    deviceSeenSince: ago(DEVICE_LIFE),
  })
  if (!row) throw new Error('an aggregate returns one row')
  const {
    deviceExists,
    deviceKnown,
    deviceFailures,
    failures,
    failuresElsewhere,
    lastFailure,
    networkFailures,
    lastNetworkFailure,
    addressLifted,
    id,
    ...user
  } = row
  return {
    user: id === null ? undefined : toRecord({ ...user, id }),
    deviceExists,
    deviceKnown,
    deviceFailures,
    failures,
    failuresElsewhere,
    lastFailure,
    networkFailures,
    lastNetworkFailure,
    addressLifted,
  }
}

export function createLoginAttempts(pool: pg.Pool): LoginAttempts {
  return {
    usernameKeyOf: async (name) => (await fetchRow(pool, FIND_USERNAME_KEY, name))?.usernameKey ?? name.usernameKey,
    begin: (input, decide) =>
      inTransaction(pool, async (client) => {
        await execute(client, LOCK_LOGIN, { key: `account ${input.usernameKey}` })
        if (input.network) await execute(client, LOCK_LOGIN, { key: `network ${input.network}` })
        const facts = await readFacts(client, input)
        const decision = decide(facts)
        if (decision.wait > 0) return { ...decision, facts, id: undefined }
        const row = await fetchRow(client, COUNT_ATTEMPT, { ...input, deviceKnown: decision.deviceKnown })
        return { ...decision, facts, id: row?.id }
      }),
    cancel: async (id) => void (await execute(pool, CANCEL_ATTEMPT, { id })),
    deviceExists: async (deviceHash) => (await fetchRow(pool, FIND_DEVICE, { deviceHash })) !== undefined,
    failed: (event) => insertOutbox(pool, [event]),
    succeeded: async (attemptId, userId, { id: sessionId, ...session }, device, event) => {
      const outbox = { eventId: event.id, eventName: event.name, eventData: event.data, eventAt: event.at }
      await execute(pool, COMPLETE_LOGIN, { attemptId, userId, sessionId, byLink: false, ...session, deviceHash: device.hash, ...outbox })
    },
    clearFailuresOf: async (address) => void (await execute(pool, CLEAR_FAILURES, { address })),
  }
}
