/** NATS with JetStream; its streams are in the data directory. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageLaunch } from './container.ts'
import type { Program } from './find-program.ts'
import { type FoundOptions, startFound } from './found-server.ts'
import type { Server } from './server.ts'
import type { Launch } from './spawned-server.ts'
import { endingWithUs } from './unprivileged.ts'

export const NATS = {
  program: 'nats-server',
  least: [2, 9],
  debian: 'nats-server',
  homebrew: 'nats-server',
  image: 'nats:2-alpine',
} as const
const USER = 'doorbell'

/** Starts NATS on a free loopback port. @throws StartError with what to install, or with the end of the server's log */
export async function startNats(options: FoundOptions): Promise<Server> {
  mkdirSync(join(options.dir, 'streams'), { recursive: true, mode: 0o700 })
  return startFound(options, {
    name: 'nats',
    wanted: NATS,
    url: (port) => `nats://${USER}:${encodeURIComponent(options.password)}@127.0.0.1:${port}`,
    launch: (program, port) => launch(program, options, port),
    // NATS client protocol; INFO tells whether JetStream is enabled.
    greeting: `CONNECT ${JSON.stringify({ verbose: false, pedantic: false, user: USER, pass: options.password })}\r\nPING\r\n`,
    isAlive: (received) => (received.includes('PONG') ? received.includes('"jetstream":true') : undefined),
  })
}

/** The password is in a file, because every user can read command lines. */
function launch(program: Program, options: FoundOptions, port: number): Launch {
  const inContainer = program.kind === 'image'
  const file = join(options.dir, 'nats.conf')
  const config = {
    listen: `${inContainer ? '0.0.0.0' : '127.0.0.1'}:${port}`,
    server_name: 'doorbell',
    jetstream: {
      store_dir: inContainer ? '/streams' : join(options.dir, 'streams'),
      max_memory_store: 64 << 20,
      max_file_store: 2 ** 30,
    },
    authorization: { user: USER, password: options.password },
  }
  // The configuration language accepts JSON.
  writeFileSync(file, JSON.stringify(config, undefined, 2), {
    mode: inContainer ? 0o644 : 0o600,
  })
  const volumes = [`${file}:/nats.conf:ro`, `${join(options.dir, 'streams')}:/streams`]
  if (program.kind === 'image') return endingWithUs(imageLaunch(program.image, port, volumes, ['nats-server', '-c', '/nats.conf']), 'TERM')
  // One Go thread and an aggressive garbage collector, because this server is mostly idle.
  const env = {
    ...process.env,
    ...program.env,
    GOGC: '50',
    GOMEMLIMIT: '64MiB',
  }
  return endingWithUs({ command: program.path, args: ['-c', file], cwd: options.dir, env }, 'TERM')
}
