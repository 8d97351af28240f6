import { AppError } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import { sessionBucket, waitBeforeCode } from './code-throttle.ts'
import { readCode } from './codes.ts'
import type { Authenticator, CodeAttempts, FactorProof, FactorRecord, TwoFactors } from './factors.ts'

type Deps = {
  readonly clock: Clock
  readonly twoFactors: TwoFactors
  readonly codeAttempts: CodeAttempts
  readonly authenticator: Authenticator
}

/**
 * Checks a code of an account whose two-factor is on. It counts as wrong until its proof is used (record 0021), so that codes
 * sent concurrently get no more tries than codes one after another.
 * @param bucket who is counted together (code-throttle.ts)
 * @throws AppError code_wrong, limited
 */
export async function proveCode(
  deps: Deps,
  userId: number,
  { secret }: Pick<FactorRecord, 'secret'>,
  typed: string,
  bucket: string,
): Promise<FactorProof> {
  const now = deps.clock.now()
  const wait = await deps.codeAttempts.begin(userId, bucket, now, (failures) => waitBeforeCode(failures, now))
  if (wait > 0) throw new AppError('limited', { retryAfterSeconds: Math.ceil(wait / 1000) })
  const { kind, code } = readCode(typed)
  // Whether a recovery code exists and is unused is decided by the statement that marks it used.
  if (kind === 'recovery') return { userId, bucket, codeHash: deps.twoFactors.hashOf(userId, code) }
  const step = deps.authenticator.stepOf(secret, code, now)
  if (step === undefined) throw new AppError('code_wrong')
  return { userId, bucket, step }
}

/**
 * In addition to a password that was entered again: where two-factor is on, a code is required and marked used.
 * @throws AppError two_factor_required, code_wrong, limited
 */
export async function spendCode(
  deps: Deps,
  { userId, session }: Pick<ResidentIdentity, 'userId' | 'session'>,
  code: string | undefined,
): Promise<void> {
  const factor = await deps.twoFactors.of(userId)
  if (!factor?.enabledAt) return
  if (code === undefined) throw new AppError('two_factor_required')
  await deps.twoFactors.spend(await proveCode(deps, userId, factor, code, sessionBucket(session)), deps.clock.now())
}
