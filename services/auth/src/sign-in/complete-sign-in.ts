/** The last step of each way to sign in: the second factor, then the session. */
import { AppError } from '#kit/app-error.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import { normalizeIdentifier, toUser, type UserRecord } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import type { Announcement, HashName } from '../core/ports.ts'
import { type KnownDevice, type NewSession, openSession } from '../core/session.ts'
import { type AnnounceDeps, publishAnnouncement } from '../mails/announce.ts'
import type { endReplacedSession, endSession } from '../sessions/sessions.ts'
import { deviceBucket, STRANGERS } from './code-throttle.ts'
import type { Entrant } from './entrant.ts'
import type { FactorProof, PasskeyUse, TwoFactors } from './factors.ts'
import type { proveCode } from './prove-code.ts'
import { type FailureDeps, recordFailure } from './record-failure.ts'
import type { PasswordStore } from './stored-passwords.ts'
import { usedCodeAnnouncement } from './used-code.ts'

/** A sign-in that is complete; everything is written in one transaction. */
export type SignIn = {
  readonly userId: number
  readonly session: NewSession
  readonly device: KnownDevice
  readonly proof: FactorProof | undefined
  /** Of the mailed link, which is marked used. */
  readonly linkHash: string | undefined
  readonly passkey: PasskeyUse | undefined
  readonly announcement: Announcement
}

export interface FactorSignIns {
  /** @throws AppError code_wrong, token_invalid, passkey_wrong when code, link or challenge is used already; nothing is written then */
  open(signIn: SignIn, now: Date): Promise<void>
  /** Whether the device cookie is one that was given out, and belongs to a browser that has signed in as this user. */
  deviceOf(userId: number, deviceHash: string, now: Date): Promise<{ readonly exists: boolean; readonly known: boolean }>
}

/** Dependencies that end the new session again where the account has changed meanwhile. */
type OutdatedDeps = { readonly passwordStore: Pick<PasswordStore, 'isCurrent'>; readonly endSession: Bound<typeof endSession> }
type Deps = AnnounceDeps &
  OutdatedDeps &
  FailureDeps & {
    readonly factorSignIns: Pick<FactorSignIns, 'open'>
    readonly twoFactors: Pick<TwoFactors, 'of'>
    readonly hashName: HashName
    readonly proveCode: Bound<typeof proveCode>
    readonly endReplacedSession: Bound<typeof endReplacedSession>
  }

/**
 * Signs in a user with the right password or link, if the account's second factor is proved as well. A known device does not replace it,
 * and neither does a mailed reset. A refusal costs only the try.
 * @throws AppError two_factor_required, code_wrong, limited, token_invalid, passkey_wrong
 */
export async function completeSignIn(
  deps: Deps,
  entrant: Entrant,
  code: string | undefined,
  caller: Caller,
): Promise<{ user: User; cookies: CookieEffects }> {
  const { user, client, linkHash, passkey } = entrant
  const { session, device, cookies } = openSession(caller, deps.clock, entrant.deviceExists)
  const signIn = { userId: user.id, session, device, linkHash, passkey }
  const succeeded = deps.outbox.row('auth.login_succeeded', { userId: user.id, ...client })
  try {
    const { proof, used } = await proveFactor(deps, entrant, code, caller.address)
    const announcement = { events: [succeeded, ...used.events], mails: used.mails }
    await deps.factorSignIns.open({ ...signIn, proof, announcement }, deps.clock.now())
    publishAnnouncement(deps, announcement)
  } catch (error) {
    if (error instanceof AppError && error.code === 'code_wrong') await recordWrongCode(deps, entrant)
    throw error
  }
  await rejectOutdated(deps, user, session.id, passkey ? 'passkey_wrong' : 'credentials_wrong')
  await deps.endReplacedSession(caller)
  const shown = toUser(user)
  return { user: shown, cookies: shown.language ? { ...cookies, language: shown.language } : cookies }
}

/**
 * The password may have been changed, or the account deleted, after it was verified: then the new session ends.
 * @throws AppError with the code of `refusal`
 */
export async function rejectOutdated(
  deps: OutdatedDeps,
  { id: userId, passwordHash }: UserRecord,
  session: string,
  refusal: 'credentials_wrong' | 'passkey_wrong' = 'credentials_wrong',
): Promise<void> {
  if (await deps.passwordStore.isCurrent(userId, passwordHash)) return
  await deps.endSession({ userId, session })
  throw new AppError(refusal)
}

async function proveFactor(
  deps: Deps,
  { user, knownDevice, passkey }: Entrant,
  code: string | undefined,
  address: string,
): Promise<{ proof: FactorProof | undefined; used: Announcement }> {
  const factor = passkey ? undefined : await deps.twoFactors.of(user.id)
  if (!factor?.enabledAt) return { proof: undefined, used: { events: [], mails: [] } }
  if (code === undefined) throw new AppError('two_factor_required')
  const bucket = knownDevice === undefined ? STRANGERS : deviceBucket(knownDevice)
  const proof = await deps.proveCode(user.id, factor, code, bucket)
  return { proof, used: await usedCodeAnnouncement(deps, proof, Math.max(0, factor.codesLeft - 1), address) }
}

const recordWrongCode = (deps: Deps, { user, client }: Entrant): Promise<void> =>
  recordFailure(deps, { userId: user.id, nameHash: deps.hashName(normalizeIdentifier(user.username)), ...client })
