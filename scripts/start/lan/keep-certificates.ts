import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '#proto/durations.ts'
import { type Authority, createAuthority, createServerPair, isAtHome, type Pair } from './certificates.ts'

const RENEW_BEFORE_MS = 30 * DAY_MS

export type Kept = { /** What phones trust, as PEM. */ readonly root: string; readonly certFile: string; readonly keyFile: string }

/**
 * Keeps the authority, created once because phones trust it, and a server certificate, which is renewed when the addresses have changed
 * or it expires soon.
 * @param folder inside the data directory
 */
export async function keepCertificates(folder: string, addresses: readonly string[], now: Date): Promise<Kept> {
  const authority = await keepAuthority(folder, addresses, now)
  const hosts = [...addresses, 'localhost', '127.0.0.1']
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  if (!existsSync(keyFile) || !isGood(certFile, authority, hosts, now))
    write(folder, 'server', await createServerPair(authority, hosts, now))
  return { root: authority.root, certFile, keyFile }
}

function isGood(file: string, authority: Authority, hosts: readonly string[], now: Date): boolean {
  if (!existsSync(file)) return false
  const certificate = new X509Certificate(readFileSync(file))
  const covers = hosts.every((host) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined)
  return (
    covers &&
    certificate.verify(new X509Certificate(authority.issuer.cert).publicKey) &&
    certificate.validToDate.getTime() - now.getTime() > RENEW_BEFORE_MS
  )
}

/**
 * A new authority is needed for addresses outside the name constraints, and if an older version stored the root's key
 * (ca.key), because that key can sign more than server certificates.
 */
async function keepAuthority(folder: string, addresses: readonly string[], now: Date): Promise<Authority> {
  const file = (name: string) => join(folder, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')
  const beyond = addresses.filter((address) => !isAtHome(address))
  const known = existsSync(file('beyond.json')) ? (JSON.parse(read('beyond.json')) as string[]) : []
  const isKept = ['ca.crt', 'issuer.crt', 'issuer.key'].every((name) => existsSync(file(name))) && !existsSync(file('ca.key'))
  if (isKept && beyond.every((address) => known.includes(address)))
    return { root: read('ca.crt'), issuer: { cert: read('issuer.crt'), key: read('issuer.key') } }
  const made = await createAuthority(`Doorbell at ${hostname()}`, beyond, now)
  writeFileSync(file('beyond.json'), JSON.stringify(beyond))
  writeFileSync(file('ca.crt'), made.root, { mode: 0o600 })
  write(folder, 'issuer', made.issuer)
  rmSync(file('ca.key'), { force: true })
  return made
}

function write(folder: string, file: string, { cert, key }: Pair): void {
  writeFileSync(join(folder, `${file}.key`), key, { mode: 0o600 })
  writeFileSync(join(folder, `${file}.crt`), cert, { mode: 0o600 })
}
