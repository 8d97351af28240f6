/**
 * Passkeys (WebAuthn Level 3): a way to sign in that counts as both factors, because the device verifies its user
 * (docs/product/decisions.md, 25).
 */
import { z } from 'zod'
import { Id, IsoTime, User } from '../entities.ts'
import { requiredLine } from '../fields.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'

/** Base64url without padding, as browsers encode bytes in JSON. */
const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
/** Fields that browsers add, and this product does not read. */
const added = {
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).optional(),
}
const credential = { id: bytes(FIELD.credentialId), rawId: bytes(FIELD.credentialId), type: z.literal('public-key'), ...added }

/** `RegistrationResponseJSON` of a browser. */
export const NewCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    attestationObject: bytes(24_000),
    authenticatorData: bytes(12_000).optional(),
    publicKey: bytes(8_000).optional(),
    publicKeyAlgorithm: z.int().optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>
/** `AuthenticationResponseJSON` of a browser. */
export const UsedCredential = z.strictObject({
  ...credential,
  response: z.strictObject({
    clientDataJSON: bytes(8_000),
    authenticatorData: bytes(8_000),
    signature: bytes(8_000),
    userHandle: bytes(100).nullish(),
  }),
})
export type UsedCredential = z.infer<typeof UsedCredential>

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** Where it was added: "Chrome on Windows". */
  device: z.string(),
  createdAt: IsoTime,
  lastUsedAt: IsoTime.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const PasskeyName = requiredLine('passkey_name_required', FIELD.passkeyName)
export const PasskeyNameForm = z.object({ name: PasskeyName })
const known = z.object({ id: z.string(), type: z.literal('public-key') })
/** `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
/** `PublicKeyCredentialRequestOptionsJSON`. */
const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(known),
  userVerification: z.literal('required'),
})
export type CreationOptions = z.infer<typeof CreationOptions>
export type RequestOptions = z.infer<typeof RequestOptions>

export const passkeyOperations = [
  operation({
    name: 'auth.passkeys',
    summary: "The account's passkeys, newest first",
    http: { method: 'GET', path: '/api/user/passkeys' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: z.array(Passkey),
    errors: [],
  }),
  operation({
    name: 'auth.begin_passkey',
    summary: 'What a browser needs to create a passkey, for five minutes; needs a password or passkey check within ten minutes',
    http: { method: 'POST', path: '/api/user/passkeys/begin' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({}),
    output: CreationOptions,
    errors: ['password_needed', 'passkeys_off', 'passkeys_full'],
  }),
  operation({
    name: 'auth.add_passkey',
    summary: "Adds the passkey that the browser created; without a name it gets the browser's",
    http: { method: 'POST', path: '/api/user/passkeys', status: 201 },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ credential: NewCredential, name: PasskeyName.optional() }),
    changes: ['user'],
    output: Passkey,
    errors: ['password_needed', 'passkeys_off', 'passkeys_full', 'passkey_invalid'],
  }),
  operation({
    name: 'auth.rename_passkey',
    summary: 'Gives a passkey another name',
    http: { method: 'PATCH', path: '/api/user/passkeys/:id' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id, name: PasskeyName }),
    changes: ['user'],
    output: Passkey,
    errors: ['not_found'],
  }),
  operation({
    name: 'auth.remove_passkey',
    summary: 'Removes a passkey, which signs in no more; needs a password or passkey check within ten minutes',
    http: { method: 'DELETE', path: '/api/user/passkeys/:id', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({ id: Id }),
    changes: ['user'],
    output: z.object({}),
    errors: ['password_needed', 'not_found'],
  }),
  operation({
    name: 'auth.begin_passkey_check',
    summary: "What a browser needs to check one of the account's passkeys, for five minutes",
    http: { method: 'POST', path: '/api/user/confirm-passkey/begin' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({}),
    output: RequestOptions,
    errors: ['passkeys_off'],
  }),
  operation({
    name: 'auth.confirm_passkey',
    summary: 'Checks a passkey instead of the password: for ten minutes this session may change what needs it',
    http: { method: 'POST', path: '/api/user/confirm-passkey' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ credential: UsedCredential }),
    output: z.object({}),
    errors: ['passkeys_off', 'passkey_wrong'],
  }),
  operation({
    name: 'auth.begin_passkey_sign_in',
    summary: 'What a browser needs to sign in with a passkey, for five minutes; the same for everybody, and nothing is stored',
    http: { method: 'POST', path: '/api/login/passkey/begin' },
    caller: 'public',
    limit: 'login',
    input: z.strictObject({}),
    output: RequestOptions,
    errors: ['passkeys_off'],
  }),
  operation({
    name: 'auth.sign_in_with_passkey',
    summary: 'Signs in with a passkey, which stands for the password and the second factor',
    http: { method: 'POST', path: '/api/login/passkey' },
    caller: 'public',
    limit: 'login',
    knownDevicePasses: true,
    input: z.strictObject({ credential: UsedCredential }),
    output: User,
    errors: ['passkeys_off', 'passkey_wrong', 'address_blocked'],
  }),
] as const
