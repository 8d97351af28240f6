/** A real coturn with time-limited credentials: on PATH, or Debian's package unpacked into the cache. */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '#scripts/servers/find-program.ts'
import { SpawnedServer } from '#scripts/servers/spawned-server.ts'
import { endingWithUs } from '#scripts/servers/unprivileged.ts'

const COTURN = { program: 'turnserver', least: [4, 5], debian: 'coturn', homebrew: 'coturn', image: 'coturn/coturn:4.6' } as const

export type Coturn = { readonly url: string; readonly port: number; stop(): Promise<void> }

/**
 * Starts coturn on a free loopback port.
 * @param secret its static-auth-secret
 * @throws StartError with what to install
 */
export async function startCoturn(secret: string): Promise<Coturn> {
  const program = await findProgram(COTURN)
  if (program.kind === 'image') throw new Error('turnserver is needed for this test as a program: install coturn')
  const folder = mkdtempSync(join(tmpdir(), 'coturn-'))
  const server = await SpawnedServer.start({
    name: 'coturn',
    logFolder: folder,
    stopSignal: 'SIGTERM',
    url: (port) => `turn:127.0.0.1:${port}`,
    launch: (port) => {
      const options = ['-n', '--no-cli', '--no-tls', '--no-dtls', '--log-file=stdout', '--realm=test', '--use-auth-secret']
      const own = [`--listening-port=${port}`, `--static-auth-secret=${secret}`, `--userdb=${folder}/db`, `--pidfile=${folder}/pid`]
      const args = [...options, ...own, '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1']
      return endingWithUs({ command: program.path, args, cwd: folder, env: { ...process.env, ...program.env } }, 'TERM')
    },
    answers: isOpen,
  })
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: server.url, port: Number(server.url.split(':').at(-1)), stop }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })
}
