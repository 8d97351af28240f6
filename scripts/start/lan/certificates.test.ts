import { execFileSync, spawnSync } from 'node:child_process'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { homeAddresses } from './addresses.ts'
import { createAuthority, createServerPair } from './certificates.ts'
import { keepCertificates } from './keep-certificates.ts'
import { openLan } from './lan.ts'
import { serveCaPage } from './page.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lan-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const day = 86_400_000
const readPem = (file: string) => readFileSync(file, 'utf8')

async function fetchTls(host: string, ca: string, pair: { cert: string; key: string }): Promise<number | undefined> {
  const server = createServer(pair, (_request, response) => response.end('hello')).listen(0, host)
  await once(server, 'listening')
  try {
    return await new Promise((resolve, reject) => {
      get({ host, port: (server.address() as AddressInfo).port, ca, agent: false }, (response) => resolve(response.resume().statusCode)).on(
        'error',
        reject,
      )
    })
  } finally {
    server.close()
  }
}

test('a client that trusts the authority reaches an address in the certificate', async () => {
  const authority = await createAuthority('Doorbell', [], new Date())
  expect(await fetchTls('127.0.0.5', authority.root, await createServerPair(authority, ['127.0.0.5'], new Date()))).toBe(200)
})

test('another address or another authority is refused', async () => {
  const authority = await createAuthority('Doorbell', [], new Date())
  const pair = await createServerPair(authority, ['127.0.0.5'], new Date())
  await expect(fetchTls('127.0.0.6', authority.root, pair)).rejects.toThrow(/IP/)
  await expect(fetchTls('127.0.0.5', (await createAuthority('Doorbell', [], new Date())).root, pair)).rejects.toThrow(/issuer certificate/)
})

test('a stolen issuer key is useless outside the home network', async () => {
  const authority = await createAuthority('Doorbell', [], new Date())
  const forged = await createServerPair(authority, ['127.0.0.5', 'bank.example'], new Date())
  await expect(fetchTls('127.0.0.5', authority.root, forged)).rejects.toThrow(/permitted subtree/)
})

test('an authority with another name encoding and key id stays trusted', async () => {
  const at = (name: string) => join(folder, name)
  writeFileSync(at('extensions'), `basicConstraints=critical,CA:TRUE,pathlen:0\nsubjectKeyIdentifier=${'0123456789abcdef'.repeat(2)}`)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at('old.key')]
  openssl('req', '-new', ...key, '-subj', '/CN=Doorbell at home, upstairs', '-out', at('old.csr'))
  openssl('x509', '-req', '-in', at('old.csr'), '-signkey', at('old.key'), '-extfile', at('extensions'), '-out', at('old.crt'))
  const old = readPem(at('old.crt'))
  const pair = await createServerPair({ root: old, issuer: { cert: old, key: readPem(at('old.key')) } }, ['127.0.0.5'], new Date())
  expect(await fetchTls('127.0.0.5', old, pair)).toBe(200)
})

/** Simulates a stolen data directory: signs any certificate with the stored key. @returns openssl's verdict */
async function verifyStolen(extensions: string, purpose: string): Promise<string> {
  await keepCertificates(folder, ['192.168.1.7'], new Date())
  const at = (name: string) => join(folder, name)
  writeFileSync(at('extensions'), extensions)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at('thief.key')]
  openssl('req', '-new', ...key, '-subj', '/CN=Thief', '-out', at('thief.csr'))
  const issuer = ['-CA', at('issuer.crt'), '-CAkey', at('issuer.key'), '-set_serial', '7']
  openssl('x509', '-req', '-in', at('thief.csr'), ...issuer, '-extfile', at('extensions'), '-out', at('thief.crt'))
  const chain = ['-CAfile', at('ca.crt'), '-untrusted', at('issuer.crt')]
  const { stdout, stderr } = spawnSync('openssl', ['verify', ...chain, '-purpose', purpose, at('thief.crt')], { encoding: 'utf8' })
  return stdout + stderr
}

const USAGE = 'keyUsage=critical,digitalSignature\n'

test('the stored key signs for servers on the home network', async () => {
  expect(await verifyStolen(`${USAGE}extendedKeyUsage=serverAuth\nsubjectAltName=IP:192.168.1.7`, 'sslserver')).toMatch(/: OK\n$/)
})

test.each([
  ['mail', 'smimesign', 'extendedKeyUsage=emailProtection\nsubjectAltName=email:a@example.org', 'certificate purpose'],
  ['mail without a stated usage', 'smimesign', 'subjectAltName=email:a@example.org', 'certificate purpose'],
  ['clients', 'sslclient', 'extendedKeyUsage=clientAuth', 'certificate purpose'],
  ['another host', 'sslserver', 'extendedKeyUsage=serverAuth\nsubjectAltName=DNS:bank.example', 'permitted subtree violation'],
  ['IPv6', 'sslserver', 'extendedKeyUsage=serverAuth\nsubjectAltName=IP:2001:db8::1', 'permitted subtree violation'],
])('the stored key cannot sign for %s', async (_name, purpose, extensions, reason) => {
  expect(await verifyStolen(`${USAGE}${extensions}`, purpose)).toMatch(new RegExp(`${reason}[^]*verification failed`))
})

test('every authority of the chain may sign only for servers', async () => {
  await keepCertificates(folder, ['192.168.1.7'], new Date())
  // `keyUsage` of a certificate lists its extended key usages.
  for (const file of ['ca.crt', 'issuer.crt'])
    expect(new X509Certificate(readPem(join(folder, file))).keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
})

test('the constraints are critical in every authority of the chain', async () => {
  await keepCertificates(folder, ['192.168.1.7'], new Date())
  for (const file of ['ca.crt', 'issuer.crt']) {
    const text = execFileSync('openssl', ['x509', '-in', join(folder, file), '-noout', '-ext', 'nameConstraints'], { encoding: 'utf8' })
    expect([file, text.split('\n')[0]]).toEqual([file, 'X509v3 Name Constraints: critical'])
  }
})

test("the root's key is never stored, and an earlier one is deleted", async () => {
  writeFileSync(join(folder, 'ca.key'), 'old')
  writeFileSync(join(folder, 'ca.crt'), 'old')
  const { root } = await keepCertificates(folder, ['192.168.1.7'], new Date())
  expect(existsSync(join(folder, 'ca.key'))).toBe(false)
  const { publicKey } = new X509Certificate(root)
  const keys = readdirSync(folder).filter((name) => name.endsWith('.key'))
  expect(keys.sort()).toEqual(['issuer.key', 'server.key'])
  for (const file of keys) expect(createPublicKey(readPem(join(folder, file))).equals(publicKey)).toBe(false)
})

test('the terminal shows the fingerprint of the certificate given to phones', async () => {
  const lan = await openLan(5000, { folder: () => folder }, '127.0.0.9')
  lan.stop()
  const { fingerprint256 } = new X509Certificate(readPem(join(folder, 'ca.crt')))
  expect(lan.lines.at(-1)).toBe(`the certificate there must have this SHA-256 fingerprint: ${fingerprint256}`)
})

test('certificates are kept until addresses change or expiry is near', async () => {
  const now = new Date()
  const first = await keepCertificates(folder, ['192.168.1.7'], now)
  const serial = () => new X509Certificate(readPem(first.certFile)).serialNumber
  const before = serial()
  for (const file of ['issuer.key', 'server.key']) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  expect((await keepCertificates(folder, ['192.168.1.7'], now)).root).toBe(first.root)
  expect(serial()).toBe(before)
  expect((await keepCertificates(folder, ['192.168.1.8'], now)).root).toBe(first.root)
  const moved = serial()
  expect(moved).not.toBe(before)
  await keepCertificates(folder, ['192.168.1.8'], new Date(now.getTime() + 340 * day))
  expect(serial()).not.toBe(moved)
})

test('an address outside the home networks gets an authority that covers it', async () => {
  const kept = await keepCertificates(folder, ['203.0.113.9', '127.0.0.5'], new Date())
  expect(await fetchTls('127.0.0.5', kept.root, { cert: readPem(kept.certFile), key: readPem(kept.keyFile) })).toBe(200)
  expect((await keepCertificates(folder, ['203.0.113.9'], new Date())).root).toBe(kept.root)
})

test('containers, tunnels and loopback are not part of the home network', () => {
  const at = (address: string, internal = false) => [{ address, family: 'IPv4' as const, internal, netmask: '', mac: '', cidr: null }]
  const interfaces = {
    lo: at('127.0.0.1', true),
    wlan0: at('192.168.1.7'),
    docker0: at('172.17.0.1'),
    'br-1a2b': at('172.18.0.1'),
    wg0: at('10.8.0.2'),
    utun3: at('10.9.0.2'),
    en0: at('10.0.0.3'),
  }
  expect(homeAddresses(interfaces)).toEqual(['192.168.1.7', '10.0.0.3'])
})

test('the page serves the certificate and the steps over plain http', async () => {
  const { root: cert } = await createAuthority('Doorbell', [], new Date())
  const page = await serveCaPage(['127.0.0.7'], cert, 'AA:BB', 'https://127.0.0.7:5000', [0])
  try {
    const html = await (await fetch(page.url)).text()
    for (const words of ['Certificate Trust Settings', 'Android', 'AA:BB', 'https://127.0.0.7:5000']) expect(html).toContain(words)
    const file = await fetch(new URL('/ca.crt', page.url))
    expect(file.headers.get('content-type')).toBe('application/x-x509-ca-cert')
    expect(await file.text()).toBe(cert)
  } finally {
    page.stop()
  }
})
