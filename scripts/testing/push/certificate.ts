/** The certificate of the push services of a test run: their clients trust it by a file, Chromium by the hash of its key. */
// First: @peculiar/x509 cannot be loaded without it.
import 'reflect-metadata'
import { createHash, KeyObject, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { DAY_MS } from '#proto/durations.ts'
import { CHROMIUM_PUSH_HOSTS } from './push-hosts.ts'

const P256 = { name: 'ECDSA', namedCurve: 'P-256' }

export type PushCertificate = {
  /** PEM; it is its own authority. */
  readonly cert: string
  /** PEM, PKCS #8 */
  readonly key: string
  /** The certificate as a file, for NODE_EXTRA_CA_CERTS. */
  readonly caFile: string
  /** SHA-256 of the public key (SPKI), base64, for Chromium's `--ignore-certificate-errors-spki-list`. */
  readonly spkiHash: string
  remove(): Promise<void>
}

/** Creates a certificate for this machine and for the hosts that Chromium's endpoints name, valid from yesterday for a year. */
export async function createPushCertificate(): Promise<PushCertificate> {
  const keys = await crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
  const names = ['localhost', ...CHROMIUM_PUSH_HOSTS].map((value) => ({ type: 'dns', value }) as const)
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Push services of the tests',
    serialNumber: randomBytes(8).toString('hex'),
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + 365 * DAY_MS),
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new SubjectAlternativeNameExtension([...names, { type: 'ip', value: '127.0.0.1' }]),
    ],
  })
  const cert = `${certificate.toString('pem')}\n`
  const folder = await mkdtemp(join(tmpdir(), 'push-ca-'))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, cert)
  const spki = KeyObject.from(keys.publicKey).export({ type: 'spki', format: 'der' })
  return {
    cert,
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
    caFile,
    spkiHash: createHash('sha256').update(spki).digest('base64'),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
