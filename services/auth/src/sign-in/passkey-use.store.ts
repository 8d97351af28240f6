import type pg from 'pg'
import { AppError } from '#kit/app-error.ts'
import { execute } from '#kit/postgres.ts'
import type { PasskeyUse } from './factors.ts'
import { SPEND_CHALLENGE, USE_PASSKEY } from './passkey-use.sql.ts'

/** @throws AppError passkey_wrong when the challenge is used, the passkey deleted, or its counter not below the new one */
export async function recordUse(client: pg.PoolClient, { id, counter, challenge }: PasskeyUse, now: Date): Promise<void> {
  if (!(await execute(client, SPEND_CHALLENGE, challenge))) throw new AppError('passkey_wrong')
  if (!(await execute(client, USE_PASSKEY, { id, counter: String(counter), now }))) throw new AppError('passkey_wrong')
}
