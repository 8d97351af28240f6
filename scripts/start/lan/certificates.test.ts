import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, get } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { homeAddresses } from './addresses.ts'
import { createAuthority, createServerPair } from './certificates.ts'
import { keepCertificates } from './keep-certificates.ts'
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

test('who trusts the authority gets through to an address that the certificate names', async () => {
  const authority = createAuthority('Doorbell', [], new Date())
  expect(await fetchTls('127.0.0.5', authority.cert, createServerPair(authority, 'Doorbell', ['127.0.0.5'], new Date()))).toBe(200)
})

test('another address, or another authority, is refused', async () => {
  const authority = createAuthority('Doorbell', [], new Date())
  const pair = createServerPair(authority, 'Doorbell', ['127.0.0.5'], new Date())
  await expect(fetchTls('127.0.0.6', authority.cert, pair)).rejects.toThrow(/IP/)
  await expect(fetchTls('127.0.0.5', createAuthority('Doorbell', [], new Date()).cert, pair)).rejects.toThrow(
    /self-signed|verify|signature/i,
  )
})

test('even a stolen authority opens no address beyond the house', async () => {
  const authority = createAuthority('Doorbell', [], new Date())
  const forged = createServerPair(authority, 'Doorbell', ['127.0.0.5', 'bank.example'], new Date())
  await expect(fetchTls('127.0.0.5', authority.cert, forged)).rejects.toThrow(/permitted subtree/)
})

test('certificates are kept, at mode 600, and made again when the addresses change or the end is near', () => {
  const now = new Date()
  const first = keepCertificates(folder, ['192.168.1.7'], now)
  const serial = () => new X509Certificate(readPem(first.certFile)).serialNumber
  const before = serial()
  for (const file of ['ca.key', 'server.key']) expect(statSync(join(folder, file)).mode & 0o077).toBe(0)
  expect(keepCertificates(folder, ['192.168.1.7'], now).authority.cert).toBe(first.authority.cert)
  expect(serial()).toBe(before)
  expect(keepCertificates(folder, ['192.168.1.8'], now).authority.cert).toBe(first.authority.cert)
  const moved = serial()
  expect(moved).not.toBe(before)
  keepCertificates(folder, ['192.168.1.8'], new Date(now.getTime() + 340 * day))
  expect(serial()).not.toBe(moved)
})

test('an address outside the home networks gets an authority that may vouch for it', async () => {
  const kept = keepCertificates(folder, ['203.0.113.9', '127.0.0.5'], new Date())
  expect(await fetchTls('127.0.0.5', kept.authority.cert, { cert: readPem(kept.certFile), key: readPem(kept.keyFile) })).toBe(200)
  expect(keepCertificates(folder, ['203.0.113.9'], new Date()).authority.cert).toBe(kept.authority.cert)
})

test('containers, tunnels and loopback are not the home network', () => {
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

test('the page gives the certificate and the steps, over plain http', async () => {
  const { cert } = createAuthority('Doorbell', [], new Date())
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
