/** A software authenticator: makes passkeys (ES256, attestation `none`) and signs with them, as browsers answer in JSON (WebAuthn, 6). */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from '#proto/operations/passkeys.ts'

export type SoftPasskey = { readonly id: string; readonly userHandle: string; readonly key: KeyObject; counter: number }
type Behaviour = {
  /** The origin of the page. */
  readonly origin: string
  /** The person has unlocked the device; default true. */
  readonly isVerified?: boolean
  /** The device's counter; by default one more than before, 0 for a device without a counter. */
  readonly counter?: number
}

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')
const uint = (value: number, size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}
/** The part of CBOR that is needed (RFC 8949): short texts, and byte strings of at least 24 bytes with the shortest length field. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.concat([Buffer.from([0x59]), uint(bytes.length, 2)]),
    bytes,
  ])

const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
const authenticatorData = (rpId: string, flags: number, counter: number) =>
  Buffer.concat([sha256(rpId), Buffer.from([flags]), uint(counter, 4)])
const flagsOf = ({ isVerified = true }: Behaviour) => PRESENT + (isVerified ? VERIFIED : 0)

/** A COSE key of the curve P-256 (RFC 9053, 7.1). */
function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [first, second] = [x, y].map((part) => cborBytes(Buffer.from(part, 'base64url')))
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    first as Buffer,
    Buffer.from([0x22]),
    second as Buffer,
  ])
}

export function createPasskey(options: CreationOptions, behaviour: Behaviour): { passkey: SoftPasskey; credential: NewCredential } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { counter = 0 } = behaviour
  const made = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, coseOf(publicKey)])
  const data = Buffer.concat([authenticatorData(options.rp.id, flagsOf(behaviour) + WITH_CREDENTIAL, counter), made])
  const attestation = Buffer.concat([
    ...[Buffer.from([0xa3]), cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
    ...[cborText('authData'), cborBytes(data)],
  ])
  const response = {
    clientDataJSON: base64url(clientData('webauthn.create', options.challenge, behaviour.origin)),
    attestationObject: base64url(attestation),
  }
  return {
    passkey: { id: base64url(id), userHandle: options.user.id, key: privateKey, counter },
    credential: { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {}, response },
  }
}

export function signWithPasskey(passkey: SoftPasskey, options: RequestOptions, behaviour: Behaviour): UsedCredential {
  passkey.counter = behaviour.counter ?? passkey.counter + 1
  const data = authenticatorData(options.rpId, flagsOf(behaviour), passkey.counter)
  const client = clientData('webauthn.get', options.challenge, behaviour.origin)
  const signature = sign('sha256', Buffer.concat([data, sha256(client)]), passkey.key)
  return {
    ...{ id: passkey.id, rawId: passkey.id, type: 'public-key', clientExtensionResults: {} },
    response: {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: passkey.userHandle,
    },
  }
}

/** An account's authenticator in generated requests: it answers the newest options that the account was given. */
export class SoftAuthenticator {
  readonly #origin: string
  readonly #made = new Map<string, SoftPasskey>()
  readonly #added: { readonly rowId: number; readonly passkey: SoftPasskey }[] = []
  readonly #options = new Map<string, unknown>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @returns undefined while the pool is empty, or for another pool */
  take(pool: string, pick: number): number | NewCredential | UsedCredential | undefined {
    const known = this.#added[pick % this.#added.length]
    if (pool === 'passkey') return known?.rowId
    if (pool === 'createdPasskey') {
      const options = this.#options.get('auth.begin_passkey') as CreationOptions | undefined
      const created = options && createPasskey(options, { origin: this.#origin })
      if (created) this.#made.set(created.passkey.id, created.passkey)
      return created?.credential
    }
    const begin = { usedPasskey: 'auth.begin_passkey_sign_in', checkedPasskey: 'auth.begin_passkey_check' }[pool]
    const options = begin && (this.#options.get(begin) as RequestOptions | undefined)
    return known && options ? signWithPasskey(known.passkey, options, { origin: this.#origin }) : undefined
  }

  /** @param body of a success */
  learn(name: string, input: Readonly<Record<string, unknown>>, body: unknown): void {
    const { challenge, id } = (body ?? {}) as { readonly challenge?: string; readonly id?: number }
    if (challenge) this.#options.set(name, body)
    const passkey = this.#made.get((input.credential as NewCredential | undefined)?.id ?? '')
    if (name === 'auth.add_passkey' && passkey && id) this.#added.push({ rowId: id, passkey })
    if (name !== 'auth.remove_passkey') return
    const at = this.#added.findIndex(({ rowId }) => rowId === input.id)
    if (at >= 0) this.#added.splice(at, 1)
  }
}
