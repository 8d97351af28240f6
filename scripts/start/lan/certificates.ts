/**
 * A certificate authority of one house, and certificates for its addresses (RFC 5280). P-256 throughout: every phone knows it.
 *
 * Phones trust the root; its key signs one intermediate, the issuer, and is never written. Validators take a root as it is and check the
 * constraints of what stands below it, so it is the issuer whose stored key can vouch for servers on home networks and nothing else.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from 'node:crypto'
import { isIP } from 'node:net'
import { bits, implicit, integer, octets, oid, sequence, set, tagged, time, utf8, yes } from './der.ts'

const DAY_MS = 86_400_000
/** Phones refuse server certificates that live longer than 825 days (Apple, HT210176); ours are made again well before. */
const SERVER_DAYS = 365
/** Only for people's eyes; a name with a space is never taken for a host's. */
const SERVER_NAME = 'Doorbell server'
const AUTHORITY_DAYS = 3_650
const ECDSA_SHA256 = sequence(oid('1.2.840.10045.4.3.2'))

export type Pair = { /** PEM */ readonly cert: string /** PEM, PKCS #8 */; readonly key: string }

type Request = {
  readonly subject: string
  readonly issuer: string
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly days: number
  readonly now: Date
  readonly extensions: readonly Buffer[]
}

export type Authority = {
  /** PEM; what phones trust. */
  readonly root: string
  readonly issuer: Pair
}

/** What the authority may vouch for: private networks and this machine, so that even its stolen key opens nobody's bank. */
const HOME_NETWORKS = [
  '10.0.0.0/255.0.0.0',
  '172.16.0.0/255.240.0.0',
  '192.168.0.0/255.255.0.0',
  '169.254.0.0/255.255.0.0',
  '127.0.0.0/255.0.0.0',
  '100.64.0.0/255.192.0.0',
]

/** @param address IPv4 */
export function isAtHome(address: string): boolean {
  const number = (bytes: Buffer) => bytes.readUInt32BE()
  return HOME_NETWORKS.some((network) => {
    const [base = '', mask = ''] = network.split('/')
    return (number(ipv4(address)) & number(ipv4(mask))) >>> 0 === number(ipv4(base))
  })
}

/**
 * @param name shown in a phone's settings
 * @param beyond addresses outside the home networks that it may vouch for as well
 */
export function createAuthority(name: string, beyond: readonly string[], now: Date): Authority {
  const [root, issuer] = [generateKeyPairSync('ec', { namedCurve: 'P-256' }), generateKeyPairSync('ec', { namedCurve: 'P-256' })]
  const certify = (subject: string, { publicKey }: { publicKey: KeyObject }, issuersBelow: number) =>
    issue({
      subject,
      issuer: name,
      publicKey,
      signer: root.privateKey,
      days: AUTHORITY_DAYS,
      now,
      extensions: [
        extension('2.5.29.19', sequence(yes, integer(Buffer.from([issuersBelow]))), true),
        // keyCertSign, cRLSign
        extension('2.5.29.15', bits(Buffer.from([0b0000_0110]), 1), true),
        SERVERS_ALONE,
        permittedNames(beyond),
        extension('2.5.29.14', octets(keyId(publicKey))),
        extension('2.5.29.35', sequence(implicit(0, keyId(root.publicKey)))),
      ],
    })
  return { root: pem(certify(name, root, 1)), issuer: pair(certify(`${name} (issuer)`, issuer, 0), issuer.privateKey) }
}

/** Critical: who does not understand it must refuse (RFC 5280 4.2.1.10). */
function permittedNames(beyond: readonly string[]): Buffer {
  const networks = [...HOME_NETWORKS, ...beyond.map((address) => `${address}/255.255.255.255`)].map(permittedNetwork)
  return extension('2.5.29.30', sequence(tagged(0, ...networks, sequence(implicit(2, Buffer.from('localhost'))))), true)
}

/**
 * @param hosts names and IPv4 addresses the certificate is for
 * @returns the certificate with its issuer's after it, as servers send them
 */
export function createServerPair({ issuer }: Authority, hosts: readonly string[], now: Date): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = createPrivateKey(issuer.key)
  const issuerName = new X509Certificate(issuer.cert).subject.replace(/^CN=/, '')
  const names = hosts.map((host) => (isIP(host) === 4 ? implicit(7, ipv4(host)) : implicit(2, Buffer.from(host))))
  const extensions = [
    extension('2.5.29.19', sequence(), true),
    // digitalSignature
    extension('2.5.29.15', bits(Buffer.from([0b1000_0000]), 7), true),
    SERVERS_ALONE,
    extension('2.5.29.17', sequence(...names)),
    extension('2.5.29.14', octets(keyId(publicKey))),
    extension('2.5.29.35', sequence(implicit(0, keyId(createPublicKey(signer))))),
  ]
  const server = pair(
    issue({ subject: SERVER_NAME, issuer: issuerName, publicKey, signer, days: SERVER_DAYS, now, extensions }),
    privateKey,
  )
  return { ...server, cert: server.cert + issuer.cert }
}

function issue({ subject, issuer, publicKey, signer, days, now, extensions }: Request): Buffer {
  // A day of slack: phones' clocks are not all right.
  const validity = sequence(time(new Date(now.getTime() - DAY_MS)), time(new Date(now.getTime() + days * DAY_MS)))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  const toSign = sequence(
    tagged(0, integer(Buffer.from([2]))),
    integer(serial),
    ECDSA_SHA256,
    name(issuer),
    validity,
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  )
  return sequence(toSign, ECDSA_SHA256, bits(sign('sha256', toSign, signer)))
}

const name = (commonName: string): Buffer => sequence(set(sequence(oid('2.5.4.3'), utf8(commonName))))
const extension = (id: string, value: Buffer, critical = false): Buffer => sequence(oid(id), ...(critical ? [yes] : []), octets(value))
/** Extended key usage: serverAuth. */
const SERVERS_ALONE = extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1')))
const ipv4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number))
const permittedNetwork = (network: string): Buffer => sequence(implicit(7, Buffer.concat(network.split('/').map(ipv4))))
const keyId = (key: KeyObject): Buffer =>
  createHash('sha1')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

const pair = (der: Buffer, key: KeyObject): Pair => ({ cert: pem(der), key: key.export({ type: 'pkcs8', format: 'pem' }).toString() })
