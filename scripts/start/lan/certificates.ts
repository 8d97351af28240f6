/**
 * A certificate authority for one home network, and certificates for its addresses (RFC 5280). P-256 throughout: every phone supports it.
 *
 * Phones trust the root; its key signs one intermediate, the issuer, and is never stored. Validators do not check a root and enforce the
 * constraints of the certificates below it, so the issuer's stored key can sign only for servers on home networks.
 */
// First: @peculiar/x509 cannot be loaded without it.
import { DAY_MS } from '#proto/durations.ts'
import 'reflect-metadata'
import { createPrivateKey, KeyObject } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { AsnConvert } from '@peculiar/asn1-schema'
import { GeneralName, GeneralSubtree, GeneralSubtrees, id_ce_nameConstraints, NameConstraints } from '@peculiar/asn1-x509'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  type X509CertificateCreateWithKeyParams,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** Phones refuse server certificates valid for more than 825 days (Apple, HT210176); ours are renewed well before. */
const SERVER_DAYS = 365
/** For display only; the space ensures that it is not a valid host name. */
const SERVER_NAME = 'Doorbell server'
const AUTHORITY_DAYS = 3_650
const P256 = { name: 'ECDSA', namedCurve: 'P-256' }
const SERVERS_ALONE = new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth])

export type Pair = { /** PEM */ readonly cert: string /** PEM, PKCS #8 */; readonly key: string }

export type Authority = {
  /** The certificate that phones trust, as PEM. */
  readonly root: string
  readonly issuer: Pair
}

/** Name constraints: private networks and this machine, so that a stolen key cannot impersonate other sites. */
const HOME_NETWORKS = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '127.0.0.0/8', '100.64.0.0/10']

const home = new BlockList()
for (const network of HOME_NETWORKS) {
  const [base = '', bits] = network.split('/')
  home.addSubnet(base, Number(bits))
}

/** @param address IPv4 */
export const isAtHome = (address: string): boolean => home.check(address)

/**
 * @param name shown in a phone's settings
 * @param beyond further addresses outside the home networks that it may sign for
 */
export async function createAuthority(name: string, beyond: readonly string[], now: Date): Promise<Authority> {
  const [root, issuer] = [await createKeys(), await createKeys()]
  const rootKeyId = await AuthorityKeyIdentifierExtension.create(root.publicKey)
  const certify = (subject: string, publicKey: CryptoKey, issuersBelow: number) =>
    issue({ subject: commonName(subject), issuer: commonName(name), publicKey, signingKey: root.privateKey }, AUTHORITY_DAYS, now, [
      new BasicConstraintsExtension(true, issuersBelow, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      permittedNames(beyond),
      rootKeyId,
    ])
  const cert = await certify(`${name} (issuer)`, issuer.publicKey, 0)
  return { root: await certify(name, root.publicKey, 1), issuer: { cert, key: exportKey(issuer.privateKey) } }
}

/** Critical, so that clients without support must refuse (RFC 5280 4.2.1.10). */
function permittedNames(beyond: readonly string[]): Extension {
  const networks = [...HOME_NETWORKS, ...beyond.map((address) => `${address}/32`)].map((iPAddress) => ({ iPAddress }))
  const names = [...networks, { dNSName: 'localhost' }].map((name) => new GeneralSubtree({ base: new GeneralName(name) }))
  const constraints = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(names) })
  return new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints))
}

/**
 * @param hosts names and IPv4 addresses the certificate is for
 * @returns the certificate followed by its issuer's, as servers send them
 */
export async function createServerPair({ issuer }: Authority, hosts: readonly string[], now: Date): Promise<Pair> {
  const { publicKey, privateKey } = await createKeys()
  const signingKey = await importKey(issuer.key)
  // The issuer's name and key id are read from its certificate, because an older version encoded and computed them differently.
  const certificate = new X509Certificate(issuer.cert)
  const keyId = certificate.getExtension(SubjectKeyIdentifierExtension)?.keyId ?? ''
  const cert = await issue({ subject: commonName(SERVER_NAME), issuer: certificate.subjectName, publicKey, signingKey }, SERVER_DAYS, now, [
    new BasicConstraintsExtension(false, undefined, true),
    new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
    new SubjectAlternativeNameExtension(hosts.map((host) => ({ type: isIP(host) === 4 ? 'ip' : 'dns', value: host }) as const)),
    new AuthorityKeyIdentifierExtension(keyId),
  ])
  return { cert: cert + issuer.cert, key: exportKey(privateKey) }
}

type Request = Pick<X509CertificateCreateWithKeyParams, 'subject' | 'issuer' | 'publicKey' | 'signingKey'>

/** @returns PEM */
async function issue(request: Request, days: number, now: Date, extensions: readonly Extension[]): Promise<string> {
  const certificate = await X509CertificateGenerator.create({
    ...request,
    // A day of tolerance for wrong clocks of phones.
    notBefore: new Date(now.getTime() - DAY_MS),
    notAfter: new Date(now.getTime() + days * DAY_MS),
    extensions: [...extensions, SERVERS_ALONE, await SubjectKeyIdentifierExtension.create(request.publicKey)],
  })
  return `${certificate.toString('pem')}\n`
}

const commonName = (name: string): Name => new Name([{ CN: [{ utf8String: name }] }])
const createKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
const importKey = (pem: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' }), P256, false, ['sign'])
const exportKey = (key: CryptoKey): string => KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()
