import type { Log } from '#kit/log.ts'
import type { Outbox } from '#kit/outbox.ts'
import type { EventEnvelope } from '#proto/events.ts'
import type { LoginAttempts } from './login-attempts.ts'

export type FailureDeps = {
  readonly outbox: Outbox
  readonly loginAttempts: Pick<LoginAttempts, 'failed'>
  readonly log: Log
}

/** Security counts it as a failed log-in, of the address and, if there is one, of the account. */
export async function recordFailure(
  { outbox, loginAttempts, log }: FailureDeps,
  data: EventEnvelope<'auth.login_failed'>['data'],
): Promise<void> {
  const event = outbox.row('auth.login_failed', data)
  await loginAttempts.failed(event)
  outbox.soon(event)
  const { userId, deviceKnown, passkey = false } = data
  log.info({ userId, deviceKnown, passkey }, 'sign-in refused')
}
