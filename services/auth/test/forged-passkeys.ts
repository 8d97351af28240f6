/** Credentials that no browser makes: attestations with certificates, and contradicting data (WebAuthn, 6.5 and 8). */
// First: @peculiar/x509 cannot be loaded without it.
import 'reflect-metadata'
import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  Extension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers'
import { DAY_MS } from '#proto/durations.ts'
import type { NewCredential } from '#proto/operations/passkeys.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const SIGNED = { name: 'ECDSA', hash: 'SHA-256' }
const ES256 = -7
/** Where the credential's id begins, after the RP ID's hash, flags, counter, the make of the device and two bytes of length. */
const ID_AT = 55
/** The attestation data of an Android key; empty but for the challenge (Android, key attestation). */
const KEY_DESCRIPTION = '1.3.6.1.4.1.11129.2.1.17'

type Statement = Parameters<typeof isoCBOR.encode>[0]
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const bytesOf = (text: string) => Buffer.from(text, 'base64url')
const dataOf = ({ response }: NewCredential) =>
  Buffer.from(decodeAttestationObject(new Uint8Array(bytesOf(response.attestationObject))).get('authData'))

function withObject(credential: NewCredential, format: string, statement: Statement, authData: Buffer): NewCredential {
  const object = new Map<string, Statement>([
    ['fmt', format],
    ['attStmt', statement],
    ['authData', new Uint8Array(authData)],
  ])
  return { ...credential, response: { ...credential.response, attestationObject: base64url(isoCBOR.encode(object)) } }
}

/** @param id in the authenticator's data; the credential still names its own */
export function withInnerId(credential: NewCredential, id: Buffer): NewCredential {
  const data = dataOf(credential)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length)
  const key = data.subarray(ID_AT + data.readUInt16BE(ID_AT - 2))
  return withObject(credential, 'none', new Map(), Buffer.concat([data.subarray(0, ID_AT - 2), length, id, key]))
}

/** @param modulus of an RSA key, with the exponent 65,537 (RFC 8230) */
export function withRsaKey(credential: NewCredential, modulus: Buffer): NewCredential {
  const data = dataOf(credential)
  const key = new Map<number, Statement>([
    [1, 3],
    [3, -257],
    [-1, new Uint8Array(modulus)],
    [-2, new Uint8Array([1, 0, 1])],
  ])
  const before = data.subarray(0, ID_AT + data.readUInt16BE(ID_AT - 2))
  return withObject(credential, 'none', new Map(), Buffer.concat([before, isoCBOR.encode(key)]))
}

/** @param challenge any JSON instead of the text */
export function withChallenge<C extends { readonly response: { readonly clientDataJSON: string } }>(credential: C, challenge: unknown): C {
  const data: unknown = JSON.parse(String(bytesOf(credential.response.clientDataJSON)))
  const clientDataJSON = base64url(Buffer.from(JSON.stringify(Object.assign({}, data, { challenge }))))
  return { ...credential, response: { ...credential.response, clientDataJSON } }
}

export const challengeIn = ({ response }: NewCredential): string =>
  (JSON.parse(String(bytesOf(response.clientDataJSON))) as { readonly challenge: string }).challenge

/**
 * A complete and valid attestation, by a certificate of the passkey's own key.
 * @param lists where the certificate says that its revocations are listed; undefined for one without certificates
 */
export async function attested(
  credential: NewCredential,
  key: KeyObject,
  format: 'packed' | 'android-key',
  lists?: string,
): Promise<NewCredential> {
  const authData = dataOf(credential)
  const hash = sha256(bytesOf(credential.response.clientDataJSON))
  const statement = new Map<string, Statement>([
    ['alg', ES256],
    ['sig', new Uint8Array(sign('sha256', Buffer.concat([authData, hash]), key))],
  ])
  if (lists) statement.set('x5c', await certificates(key, hash, lists))
  return withObject(credential, format, statement, authData)
}

/** @returns DER, the key's own and its root's */
async function certificates(key: KeyObject, challenge: Buffer, lists: string): Promise<Uint8Array<ArrayBuffer>[]> {
  const root = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const own = await crypto.subtle.importKey('spki', spki, P256, true, ['verify'])
  const now = Date.now()
  const common = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + DAY_MS), signingAlgorithm: SIGNED, issuer: 'CN=Root' }
  const issue = async (subject: string, publicKey: CryptoKey, extensions: Extension[]) => {
    const made = await X509CertificateGenerator.create({ ...common, subject, publicKey, signingKey: root.privateKey, extensions })
    return new Uint8Array(new X509Certificate(made.rawData).rawData)
  }
  const described = Buffer.concat([Buffer.from('30340201030a01010201040a01010420', 'hex'), challenge, Buffer.from('040030003000', 'hex')])
  const leaf = await issue('C=DE, O=Example, OU=Authenticator Attestation, CN=Example', own, [
    new BasicConstraintsExtension(false),
    new Extension(KEY_DESCRIPTION, false, described),
    new CRLDistributionPointsExtension([lists]),
  ])
  return [leaf, await issue('CN=Root', root.publicKey, [new BasicConstraintsExtension(true)])]
}
