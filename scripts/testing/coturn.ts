/** A real coturn with time-limited credentials: on PATH, or Debian's package unpacked into the cache. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '#scripts/servers/find-program.ts'
import { freePort } from '#scripts/servers/ports.ts'
import { SpawnedServer } from '#scripts/servers/spawned-server.ts'
import { endingWithUs } from '#scripts/servers/unprivileged.ts'
import type { Pair } from '#scripts/start/lan/certificates.ts'

const COTURN = { program: 'turnserver', least: [4, 5], debian: 'coturn', homebrew: 'coturn', image: 'coturn/coturn:4.6' } as const

export type Coturn = {
  readonly url: string
  /** Over TLS; empty without a certificate. */
  readonly tlsUrl: string
  stop(): Promise<void>
}

/**
 * Starts coturn on free loopback ports. It relays to loopback addresses too, where the media nodes of tests are.
 * @param secret its static-auth-secret
 * @param pair the certificate of 127.0.0.1 and its key, for TLS
 * @throws StartError with what to install
 */
export async function startCoturn(secret: string, pair?: Pair): Promise<Coturn> {
  const program = await findProgram(COTURN)
  if (program.kind === 'image') throw new Error('turnserver is needed for this test as a program: install coturn')
  const folder = mkdtempSync(join(tmpdir(), 'coturn-'))
  const tlsPort = await freePort()
  const tls = pair ? [`--tls-listening-port=${tlsPort}`, ...fileOptions(folder, pair)] : ['--no-tls']
  const server = await SpawnedServer.start({
    name: 'coturn',
    logFolder: folder,
    stopSignal: 'SIGTERM',
    url: (port) => `turn:127.0.0.1:${port}`,
    launch: (port) => {
      const options = ['-n', '--no-cli', '--no-dtls', '--log-file=stdout', '--realm=test', '--use-auth-secret', '--allow-loopback-peers']
      const own = [`--listening-port=${port}`, `--static-auth-secret=${secret}`, `--userdb=${folder}/db`, `--pidfile=${folder}/pid`]
      const args = [...options, ...tls, ...own, '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1']
      return endingWithUs({ command: program.path, args, cwd: folder, env: { ...process.env, ...program.env } }, 'TERM')
    },
    answers: isOpen,
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: server.url, tlsUrl: pair ? `turns:127.0.0.1:${tlsPort}?transport=tcp` : '', stop }
}

function fileOptions(folder: string, { cert, key }: Pair): string[] {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key, { mode: 0o600 })
  return [`--cert=${certFile}`, `--pkey=${keyFile}`]
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })
}
