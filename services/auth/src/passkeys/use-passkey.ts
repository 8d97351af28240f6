/**
 * A passkey proves its owner: at a sign-in, where it replaces password and code, and in a session in place of the password. The challenge
 * is signed and not stored, so that requesting one costs nothing; it is marked used in the transaction of what it permits.
 */
import { AppError } from '#kit/app-error.ts'
import { tokenHash } from '#kit/ids.ts'
import type { User } from '#proto/entities.ts'
import type { Caller, CookieEffects, ResidentIdentity } from '#proto/envelope.ts'
import { TIME } from '#proto/limits.ts'
import type { RequestOptions, UsedCredential } from '#proto/operations/passkeys.ts'
import type { Bound } from '../core/bound.ts'
import { passkeyAnnouncement, publishAnnouncement } from '../mails/announce.ts'
import type { completeSignIn, FactorSignIns } from '../sign-in/complete-sign-in.ts'
import { attemptClient } from '../sign-in/entrant.ts'
import type { PasskeyUse } from '../sign-in/factors.ts'
import type { LiftedAddresses } from '../sign-in/lifted-addresses.ts'
import { type FailureDeps, recordFailure } from '../sign-in/record-failure.ts'
import { rejectBlockedAddress } from '../sign-in/verify-credentials.ts'
import { type PasskeyDeps, type PasskeyRecord, rpIdOf } from './passkeys.ts'
import type { ChallengePurpose } from './webauthn.ts'

type ProofDeps = Omit<PasskeyDeps, 'requireFresh'>
type Deps = ProofDeps &
  FailureDeps & {
    readonly liftedAddresses: Pick<LiftedAddresses, 'isLifted'>
    readonly factorSignIns: Pick<FactorSignIns, 'deviceOf'>
    readonly completeSignIn: Bound<typeof completeSignIn>
  }
type Resident = Caller & { readonly resident: ResidentIdentity }

const passkeyClient = (...attempt: Parameters<typeof attemptClient>) => ({ ...attemptClient(...attempt), passkey: true })

const requestOptions = (deps: ProofDeps, rpId: string, purpose: ChallengePurpose, own: readonly PasskeyRecord[]): RequestOptions => ({
  challenge: deps.webAuthn.newChallenge(purpose, deps.clock.now()),
  timeout: TIME.passkeyChallengeLife,
  rpId,
  allowCredentials: own.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
  userVerification: 'required',
})

/** The same for everybody: the browser has the list of its passkeys. @throws AppError passkeys_off */
export const beginPasskeySignIn = (deps: ProofDeps): RequestOptions => requestOptions(deps, rpIdOf(deps), 'sign in', [])

/** @throws AppError passkeys_off */
export async function beginPasskeyCheck(deps: ProofDeps, { userId, session }: ResidentIdentity): Promise<RequestOptions> {
  const rpId = rpIdOf(deps)
  return requestOptions(deps, rpId, `confirm ${session}`, await deps.passkeys.of(userId))
}

/**
 * Signs in. An unknown passkey and a wrong signature get the same answer, and count as a failed log-in of the address.
 * @throws AppError passkeys_off, passkey_wrong, address_blocked
 */
export async function signInWithPasskey(
  deps: Deps,
  credential: UsedCredential,
  caller: Caller,
): Promise<{ user: User; cookies: CookieEffects }> {
  rpIdOf(deps)
  const now = deps.clock.now()
  const passkey = await deps.passkeys.byCredential(credential.id)
  const user = passkey && (await deps.accounts.byId(passkey.userId))
  const deviceHash = caller.device ? tokenHash(caller.device) : undefined
  const device = user && deviceHash !== undefined ? await deps.factorSignIns.deviceOf(user.id, deviceHash, now) : undefined
  const known = device?.known ?? false
  rejectBlockedAddress(caller, known || (user !== undefined && (await deps.liftedAddresses.isLifted(user.id, caller.address, now))))
  const client = passkeyClient(caller, user, known)
  const refuse = () => refuseUse(deps, user?.id ?? null, client)
  const use = passkey && user && (await prove(deps, passkey, credential, 'sign in', caller.address))
  if (!use || !user) return refuse()
  const entrant = { user, client, deviceExists: device?.exists ?? false, knownDevice: known ? deviceHash : undefined, passkey: use }
  try {
    return await deps.completeSignIn(entrant, undefined, caller)
  } catch (error) {
    if (error instanceof AppError && error.code === 'passkey_wrong') return refuse()
    throw error
  }
}

/**
 * For ten minutes from now on this session may change what needs the password.
 * @throws AppError passkeys_off, passkey_wrong
 */
export async function confirmPasskey(deps: Deps, credential: UsedCredential, caller: Resident): Promise<void> {
  rpIdOf(deps)
  const { userId, session } = caller.resident
  const passkey = await deps.passkeys.byCredential(credential.id)
  const use = passkey?.userId === userId ? await prove(deps, passkey, credential, `confirm ${session}`, caller.address) : undefined
  const now = deps.clock.now()
  if (!use) return refuseUse(deps, userId, passkeyClient(caller, await deps.accounts.byId(userId), true))
  await deps.passkeys.confirm(use, session, now)
}

/**
 * Whether the signature is valid now. A counter that did not grow means that two devices have the key (WebAuthn, 6.1.1): refused, and the
 * owner is notified.
 * @returns the statement that marks the challenge used and stores the counter
 */
async function prove(
  deps: ProofDeps,
  passkey: PasskeyRecord,
  credential: UsedCredential,
  purpose: ChallengePurpose,
  address: string,
): Promise<PasskeyUse | undefined> {
  const { userHandle } = credential.response
  // No account was named at the sign-in, so the device has to name the passkey's account (WebAuthn, 7.2, step 6).
  if (userHandle ? userHandle !== passkey.userHandle : purpose === 'sign in') return undefined
  const used = await deps.webAuthn.used(credential, passkey, purpose, deps.clock.now())
  if (!used) return undefined
  const { counter, challenge } = used
  const counts = counter > 0 || passkey.counter > 0
  if (!counts || counter > passkey.counter) return { id: passkey.id, counter, challenge }
  const announcement = await passkeyAnnouncement(deps, passkey.userId, 'passkey_copied', address, passkey.name)
  if (await deps.passkeys.refuseCopy(challenge, announcement)) publishAnnouncement(deps, announcement)
  return undefined
}

/** @throws AppError passkey_wrong */
async function refuseUse(deps: Deps, userId: number | null, client: ReturnType<typeof passkeyClient>): Promise<never> {
  await recordFailure(deps, { userId, ...client })
  throw new AppError('passkey_wrong')
}
