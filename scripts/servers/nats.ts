/** NATS with JetStream; its streams are in the data directory. Each service has a user with the permissions of the contract. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NatsUser } from '#proto/nats-access.ts'
import { imageLaunch } from './container.ts'
import { deriveSecret, urlAs } from './credentials.ts'
import type { Program } from './find-program.ts'
import { type FoundOptions, startFound } from './found-server.ts'
import { natsUsers } from './nats-permissions.ts'
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
/** May do everything; only test servers have this user. */
const TEST_USER = 'test'

export type NatsOptions = FoundOptions & {
  /** For tests: adds a user that may do everything, with the secret as its password; the services follow the test clock. */
  readonly test?: boolean
}

const passwordOf = (secret: string, user: NatsUser) => deriveSecret(secret, `nats ${user}`)

/** @param server any user's URL @param secret as given to `startNats` */
export const natsUrlAs = (server: string, secret: string, user: NatsUser) => urlAs(server, user, passwordOf(secret, user))

/** The users of the server's configuration. */
export function natsAuthorization({ secret, test = false }: Pick<NatsOptions, 'secret' | 'test'>) {
  const all = { user: TEST_USER, password: secret }
  return [...natsUsers((user) => passwordOf(secret, user), { testClock: test }), ...(test ? [all] : [])]
}

/**
 * Starts NATS on a free loopback port. Its URL has the operator's credentials; in tests, those of the user that may do everything.
 * @throws StartError with what to install, or with the end of the server's log
 */
export async function startNats(options: NatsOptions): Promise<Server> {
  mkdirSync(join(options.dir, 'streams'), { recursive: true, mode: 0o700 })
  const [user, password] = options.test ? [TEST_USER, options.secret] : ['operator', passwordOf(options.secret, 'operator')]
  return startFound(options, {
    name: 'nats',
    wanted: NATS,
    url: (port) => urlAs(`nats://127.0.0.1:${port}`, user, password),
    launch: (program, port) => launch(program, options, port),
    // NATS client protocol; INFO shows whether JetStream is enabled.
    greeting: `CONNECT ${JSON.stringify({ verbose: false, pedantic: false, user, pass: password })}\r\nPING\r\n`,
    isAlive: (received) => (received.includes('PONG') ? received.includes('"jetstream":true') : undefined),
  })
}

/** The passwords are in a file, because every user can read command lines. */
function launch(program: Program, options: NatsOptions, port: number): Launch {
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
    authorization: { users: natsAuthorization(options) },
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
