/** Adding, naming and removing passkeys. The account always keeps its password. */
import { AppError } from '#kit/app-error.ts'
import { describeUserAgent } from '#kit/user-agent.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import { FIELD, PASSKEYS_MAX, TIME } from '#proto/limits.ts'
import type { Input } from '#proto/operations/index.ts'
import type { CreationOptions, Passkey } from '#proto/operations/passkeys.ts'
import { truncate } from '../core/account.ts'
import type { Bound } from '../core/bound.ts'
import type { Accounts, Announcement } from '../core/ports.ts'
import { userAgentOf } from '../core/session.ts'
import { type AnnounceDeps, passkeyAnnouncement, publishAnnouncement } from '../mails/announce.ts'
import type { Challenge, PasskeyUse } from '../sign-in/factors.ts'
import type { requireFresh } from '../sign-in/reauthenticate.ts'
import type { WebAuthn } from './webauthn.ts'

export type PasskeyRecord = {
  readonly id: number
  readonly userId: number
  readonly credentialId: string
  readonly publicKey: string
  readonly userHandle: string
  readonly counter: number
  readonly name: string
  readonly device: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}
export type NewPasskey = Omit<PasskeyRecord, 'id' | 'lastUsedAt'>

export interface Passkeys {
  /** Newest first. */
  of(userId: number): Promise<PasskeyRecord[]>
  byCredential(credentialId: string): Promise<PasskeyRecord | undefined>
  /**
   * @param session that adds it
   * @throws AppError passkey_invalid when the challenge is spent or the credential known, passkeys_full, password_needed when the session
   *   has ended meanwhile
   */
  add(passkey: NewPasskey, session: string, challenge: Challenge, announcement: Announcement): Promise<PasskeyRecord>
  /** @returns undefined for another account's */
  rename(userId: number, id: number, name: string): Promise<PasskeyRecord | undefined>
  /** @returns false for another account's */
  remove(userId: number, id: number, announcement: Announcement): Promise<boolean>
  /**
   * Spends the challenge, moves the counter on and makes the session fresh, in one transaction.
   * @throws AppError passkey_wrong when the challenge is spent or the counter was
   */
  confirm(use: PasskeyUse, session: string, now: Date): Promise<void>
  /** Spends the challenge and tells of the copy. @returns false when the challenge was spent before */
  refuseCopy(challenge: Challenge, announcement: Announcement): Promise<boolean>
}

export type PasskeyDeps = AnnounceDeps & {
  readonly accounts: Pick<Accounts, 'byId'>
  readonly requireFresh: Bound<typeof requireFresh>
  readonly passkeys: Passkeys
  readonly webAuthn: WebAuthn
}
type Resident = Caller & { readonly resident: ResidentIdentity }

/** EdDSA, ES256, RS256 (IANA COSE): what authenticators offer. */
const ALGORITHMS = [-8, -7, -257]
const RP_NAME = 'Digital Doorbell'

const shown = ({ id, name, device, createdAt, lastUsedAt }: PasskeyRecord): Passkey => ({
  id,
  name,
  device,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

export async function listPasskeys({ passkeys }: PasskeyDeps, userId: number): Promise<Passkey[]> {
  return (await passkeys.of(userId)).map(shown)
}

/** @throws AppError passkeys_off where the public address has no name */
export function rpIdOf({ webAuthn }: { readonly webAuthn: WebAuthn }): string {
  if (!webAuthn.rpId) throw new AppError('passkeys_off')
  return webAuthn.rpId
}

/** @throws AppError passkeys_off, password_needed, passkeys_full, unauthenticated */
export async function beginPasskey(deps: PasskeyDeps, { resident }: Resident): Promise<CreationOptions> {
  const id = rpIdOf(deps)
  await deps.requireFresh(resident)
  const user = await deps.accounts.byId(resident.userId)
  if (!user) throw new AppError('unauthenticated')
  const own = await deps.passkeys.of(user.id)
  if (own.length >= PASSKEYS_MAX) throw new AppError('passkeys_full')
  return {
    rp: { id, name: RP_NAME },
    user: { id: deps.webAuthn.handleOf(user.id), name: user.username, displayName: `${user.firstName} ${user.lastName}` },
    challenge: deps.webAuthn.newChallenge(`add ${resident.session}`, deps.clock.now()),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIME.passkeyChallengeLife,
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
}

/** @throws AppError passkeys_off, password_needed, passkeys_full, passkey_invalid */
export async function addPasskey(deps: PasskeyDeps, { credential, name }: Input<'auth.add_passkey'>, caller: Resident): Promise<Passkey> {
  rpIdOf(deps)
  const { userId, session } = caller.resident
  await deps.requireFresh(caller.resident)
  const now = deps.clock.now()
  const created = await deps.webAuthn.created(credential, `add ${session}`, now)
  if (!created) throw new AppError('passkey_invalid')
  const { device } = describeUserAgent(userAgentOf(caller))
  const announcement = await passkeyAnnouncement(deps, userId, 'passkey_added', caller.address)
  const passkey = {
    ...created.passkey,
    userId,
    userHandle: deps.webAuthn.handleOf(userId),
    name: name ?? truncate(device, FIELD.passkeyName),
    device,
    createdAt: now,
  }
  const added = await deps.passkeys.add(passkey, session, created.challenge, announcement)
  publishAnnouncement(deps, announcement)
  return shown(added)
}

/** @throws AppError not_found */
export async function renamePasskey({ passkeys }: PasskeyDeps, userId: number, id: number, name: string): Promise<Passkey> {
  const renamed = await passkeys.rename(userId, id, name)
  if (!renamed) throw new AppError('not_found')
  return shown(renamed)
}

/** @throws AppError password_needed, not_found */
export async function removePasskey(deps: PasskeyDeps, id: number, caller: Resident): Promise<void> {
  await deps.requireFresh(caller.resident)
  const { userId } = caller.resident
  const announcement = await passkeyAnnouncement(deps, userId, 'passkey_removed', caller.address)
  if (!(await deps.passkeys.remove(userId, id, announcement))) throw new AppError('not_found')
  publishAnnouncement(deps, announcement)
}
