/** Turning two-factor on and off, and its recovery codes (docs/product/decisions.md, 25). */
import { AppError } from '#kit/app-error.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { Output } from '#proto/operations/index.ts'
import type { Bound } from '../core/bound.ts'
import type { Accounts, Announcement } from '../core/ports.ts'
import { type AnnounceDeps, announcementOf, publishAnnouncement } from '../mails/announce.ts'
import { sessionBucket } from '../sign-in/code-throttle.ts'
import { newRecoveryCodes, readCode } from '../sign-in/codes.ts'
import type { Authenticator, FactorProof, TwoFactors } from '../sign-in/factors.ts'
import type { proveCode } from '../sign-in/prove-code.ts'
import type { requireFresh } from '../sign-in/reauthenticate.ts'
import { usedCodeAnnouncement } from '../sign-in/used-code.ts'
import type { Recoveries } from './recovery.ts'

type Deps = AnnounceDeps & {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly twoFactors: TwoFactors
  readonly authenticator: Authenticator
  readonly recoveries: Pick<Recoveries, 'waitingOf'>
  readonly proveCode: Bound<typeof proveCode>
  readonly requireFresh: Bound<typeof requireFresh>
}
type Resident = Caller & { readonly resident: ResidentIdentity }

export async function twoFactorState({ twoFactors, recoveries }: Deps, userId: number): Promise<Output<'auth.two_factor'>> {
  const [factor, recovery] = await Promise.all([twoFactors.of(userId), recoveries.waitingOf(userId)])
  return {
    enabled: factor?.enabledAt != null,
    enabledAt: factor?.enabledAt?.toISOString() ?? null,
    recoveryCodesLeft: factor?.codesLeft ?? 0,
    recoveryEndsAt: recovery?.endsAt.toISOString() ?? null,
  }
}

/**
 * Makes a new secret for an authenticator app; it replaces an earlier one that was never proved.
 * @throws AppError password_needed, two_factor_on, unauthenticated
 */
export async function enrolTwoFactor(deps: Deps, caller: Resident): Promise<{ secret: string; uri: string }> {
  await deps.requireFresh(caller.resident)
  const user = await deps.accounts.byId(caller.resident.userId)
  if (!user) throw new AppError('unauthenticated')
  const secret = deps.authenticator.newSecret()
  if (!(await deps.twoFactors.enrol(user.id, secret, deps.clock.now()))) throw new AppError('two_factor_on')
  return { secret, uri: deps.authenticator.uriOf(secret, user.username) }
}

/**
 * Turns two-factor on with a code of the new secret, which is marked used. Wrong codes are not counted: the caller has just read it.
 * @returns ten recovery codes, which cannot be read again
 * @throws AppError password_needed, two_factor_on, code_wrong
 */
export async function confirmTwoFactor(deps: Deps, typed: string, caller: Resident): Promise<{ recoveryCodes: string[] }> {
  await deps.requireFresh(caller.resident)
  const { userId } = caller.resident
  const now = deps.clock.now()
  const factor = await deps.twoFactors.of(userId)
  if (factor?.enabledAt) throw new AppError('two_factor_on')
  const { kind, code } = readCode(typed)
  const step = factor && kind === 'authenticator' ? deps.authenticator.stepOf(factor.secret, code, now) : undefined
  if (!factor || step === undefined) throw new AppError('code_wrong')
  const codes = newRecoveryCodes()
  const announcement = await announcementOf(deps, userId, 'turnedOn', 'two_factor_enabled', caller.address)
  const enabled = await deps.twoFactors.enable(userId, factor.sealed, step, codes.map(plain), now, announcement)
  // Of two concurrent requests the other was faster: it has turned two-factor on, or made another secret.
  if (!enabled) throw new AppError((await deps.twoFactors.of(userId))?.enabledAt ? 'two_factor_on' : 'code_wrong')
  publishAnnouncement(deps, announcement)
  return { recoveryCodes: [...codes] }
}

/** @throws AppError password_needed, two_factor_off, code_wrong, limited */
export async function disableTwoFactor(deps: Deps, typed: string, caller: Resident): Promise<void> {
  const { proof, used } = await proveFresh(deps, typed, caller)
  const off = await announcementOf(deps, proof.userId, 'turnedOff', 'two_factor_disabled', caller.address)
  const announcement = join(used, off)
  await deps.twoFactors.disable(proof, deps.clock.now(), announcement)
  publishAnnouncement(deps, announcement)
}

/** @returns ten new recovery codes @throws AppError password_needed, two_factor_off, code_wrong, limited */
export async function replaceRecoveryCodes(deps: Deps, typed: string, caller: Resident): Promise<{ recoveryCodes: string[] }> {
  const { proof, used } = await proveFresh(deps, typed, caller)
  const codes = newRecoveryCodes()
  const announcement = join(used, await announcementOf(deps, proof.userId, 'codesReplaced', undefined, caller.address))
  await deps.twoFactors.replaceCodes(proof, codes.map(plain), deps.clock.now(), announcement)
  publishAnnouncement(deps, announcement)
  return { recoveryCodes: [...codes] }
}

/** Checks the code of a signed-in person. @returns what announces its use if it is a recovery code */
async function proveFresh(deps: Deps, typed: string, caller: Resident): Promise<{ proof: FactorProof; used: Announcement }> {
  await deps.requireFresh(caller.resident)
  const { userId, session } = caller.resident
  const factor = await deps.twoFactors.of(userId)
  if (!factor?.enabledAt) throw new AppError('two_factor_off')
  const proof = await deps.proveCode(userId, factor, typed, sessionBucket(session))
  return { proof, used: await usedCodeAnnouncement(deps, proof, null, caller.address) }
}

const join = (one: Announcement, other: Announcement): Announcement => ({
  events: [...one.events, ...other.events],
  mails: [...one.mails, ...other.mails],
})

/** As it is hashed: without its dashes. */
const plain = (code: string) => readCode(code).code
