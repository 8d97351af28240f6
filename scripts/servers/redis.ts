/** Redis without persistence, because all its data can be rebuilt. Each service that uses it has a user with its own keys and commands. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageLaunch } from './container.ts'
import { deriveSecret, urlAs } from './credentials.ts'
import type { Program } from './find-program.ts'
import { type FoundOptions, startFound } from './found-server.ts'
import { REDIS_ACCESS, type RedisUser, redisRules } from './redis-access.ts'
import type { Server } from './server.ts'
import type { Launch } from './spawned-server.ts'
import { endingWithUs } from './unprivileged.ts'

export const REDIS = {
  program: 'redis-server',
  least: [7, 0],
  debian: 'redis-server',
  homebrew: 'redis',
  image: 'redis:7-alpine',
} as const

/**
 * When its memory is full, Redis evicts the keys that expire soonest. These are counters, which every gateway also keeps locally. Blocks
 * and calls have no TTL or one of a day, and are not evicted (record 0018).
 */
export const REDIS_MEMORY = { maxmemory: '128mb', 'maxmemory-policy': 'volatile-ttl' } as const

export type RedisOptions = FoundOptions & {
  /** For tests: the default user may do everything, with the secret as its password. Otherwise that user is off. */
  readonly test?: boolean
}

const passwordOf = (secret: string, user: string) => deriveSecret(secret, `redis ${user}`)

/** @param server any user's URL @param secret as given to `startRedis` */
export const redisUrlAs = (server: string, secret: string, user: RedisUser) => urlAs(server, user, passwordOf(secret, user))

/** The user of our health check. */
const HEALTH = 'health'

/** The lines of the server's configuration about its users. */
export function redisAccess({ secret, test = false }: Pick<RedisOptions, 'secret' | 'test'>): readonly string[] {
  const user = (name: string, rules: string) => `user ${name} on >${passwordOf(secret, name)} ${rules}`
  return [
    test ? `user default on >${secret} ~* &* +@all` : 'user default off',
    user(HEALTH, '+ping'),
    ...Object.keys(REDIS_ACCESS).map((name) => user(name, redisRules(name as RedisUser))),
  ]
}

/**
 * Starts Redis on a free loopback port. Its URL has no credentials; in tests, those of the default user.
 * @throws StartError with what to install, or with the end of the server's log
 */
export async function startRedis(options: RedisOptions): Promise<Server> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  return startFound(options, {
    name: 'redis',
    wanted: REDIS,
    url: (port) => (options.test ? `redis://:${encodeURIComponent(options.secret)}@127.0.0.1:${port}` : `redis://127.0.0.1:${port}`),
    launch: (program, port) => launch(program, options, port),
    // RESP.
    greeting: `AUTH ${HEALTH} ${passwordOf(options.secret, HEALTH)}\r\nPING\r\n`,
    isAlive: (received) => received.includes('+PONG') || undefined,
  })
}

/** The passwords are in a file, because other users can read a command line. */
function launch(program: Program, options: RedisOptions, port: number): Launch {
  const inContainer = program.kind === 'image'
  const file = join(options.dir, 'redis.conf')
  const lines = [
    `port ${port}`,
    `bind ${inContainer ? '0.0.0.0' : '127.0.0.1'}`,
    ...redisAccess(options),
    'save ""',
    'appendonly no',
    ...Object.entries(REDIS_MEMORY).map(([name, value]) => `${name} ${value}`),
    'set-proc-title no',
    ...(inContainer ? [] : [`dir "${options.dir}"`]),
  ]
  // Inside a container another user reads the file; only we can enter its folder.
  writeFileSync(file, `${lines.join('\n')}\n`, {
    mode: inContainer ? 0o644 : 0o600,
  })
  if (program.kind === 'image')
    return endingWithUs(imageLaunch(program.image, port, [`${file}:/redis.conf:ro`], ['redis-server', '/redis.conf']), 'TERM')
  return endingWithUs(
    {
      command: program.path,
      args: [file],
      cwd: options.dir,
      env: { ...process.env, ...program.env },
    },
    'TERM',
  )
}
