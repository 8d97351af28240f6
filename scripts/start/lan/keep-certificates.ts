import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createAuthority, createServerPair, isAtHome, type Pair } from './certificates.ts'

const RENEW_BEFORE_MS = 30 * 86_400_000

export type Kept = { readonly authority: Pair; readonly certFile: string; readonly keyFile: string }

/**
 * The house's authority, made once, since phones have been told to trust it; and a server certificate, made again when the addresses have changed
 * or its end is near.
 * @param folder inside the data directory
 */
export function keepCertificates(folder: string, addresses: readonly string[], now: Date): Kept {
  const authority = keepAuthority(folder, addresses, now)
  const name = new X509Certificate(authority.cert).subject.replace(/^CN=/, '')
  const hosts = [...addresses, 'localhost', '127.0.0.1']
  const [certFile, keyFile] = [join(folder, 'server.crt'), join(folder, 'server.key')]
  if (!existsSync(keyFile) || !isGood(certFile, authority, hosts, now))
    write(folder, 'server', createServerPair(authority, name, hosts, now))
  return { authority, certFile, keyFile }
}

function isGood(file: string, authority: Pair, hosts: readonly string[], now: Date): boolean {
  if (!existsSync(file)) return false
  const certificate = new X509Certificate(readFileSync(file))
  const covers = hosts.every((host) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined)
  return (
    covers &&
    certificate.verify(new X509Certificate(authority.cert).publicKey) &&
    certificate.validToDate.getTime() - now.getTime() > RENEW_BEFORE_MS
  )
}

/** A machine that has moved to addresses which its authority may not vouch for needs another one. */
function keepAuthority(folder: string, addresses: readonly string[], now: Date): Pair {
  const [certFile, keyFile] = [join(folder, 'ca.crt'), join(folder, 'ca.key')]
  const beyond = addresses.filter((address) => !isAtHome(address))
  const known = existsSync(join(folder, 'beyond.json')) ? (JSON.parse(readFileSync(join(folder, 'beyond.json'), 'utf8')) as string[]) : []
  if (existsSync(certFile) && existsSync(keyFile) && beyond.every((address) => known.includes(address))) {
    return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  }
  const made = createAuthority(`Doorbell at ${hostname()}`, beyond, now)
  writeFileSync(join(folder, 'beyond.json'), JSON.stringify(beyond))
  write(folder, 'ca', made)
  return made
}

function write(folder: string, file: string, { cert, key }: Pair): void {
  writeFileSync(join(folder, `${file}.key`), key, { mode: 0o600 })
  writeFileSync(join(folder, `${file}.crt`), cert, { mode: 0o600 })
}
