/**
 * The permissions of each service on Redis: the one source of the users of the embedded server, the tests' servers and the chart's
 * (`npm run docs` writes charts/digital-doorbell/files/redis-users.yaml). docs/surface/observed.txt lists the keys.
 */

type Access = {
  /** Patterns of the keys that the service reads and writes. */
  readonly keys: readonly string[]
  /** Patterns of the keys that the service only reads. */
  readonly reads?: readonly string[]
  readonly commands: readonly string[]
}

/** Commands of the client library, of the check behind /readyz, and of transactions. */
const EVERYONE = ['ping', 'info', 'multi', 'exec']

export const REDIS_ACCESS = {
  gateway: {
    keys: ['limit:*', 'ring:*'],
    reads: ['block:*'],
    commands: ['get', 'set', 'del', 'incr', 'incrby', 'pexpire', 'eval', 'evalsha'],
  },
  security: { keys: ['block:*'], commands: ['set', 'del', 'scan'] },
  signaling: {
    keys: ['call:*', 'calls:*', 'sfu:*'],
    commands: [
      ...['get', 'mget', 'set', 'del', 'expire', 'pexpire', 'eval', 'smembers', 'sadd', 'srem'],
      ...['zadd', 'zrem', 'zcount', 'zrangebyscore', 'zremrangebyscore'],
    ],
  },
  sfu: { keys: ['sfu:*'], commands: ['set', 'del', 'sadd', 'srem'] },
} as const satisfies Readonly<Record<string, Access>>

export type RedisUser = keyof typeof REDIS_ACCESS

/** The rules of `ACL SETUSER` for a user; it starts without any permission. */
export function redisRules(user: RedisUser): string {
  const { keys, reads = [], commands }: Access = REDIS_ACCESS[user]
  const patterns = [...keys.map((key) => `~${key}`), ...reads.map((key) => `%R~${key}`)]
  return ['resetchannels', ...patterns, ...[...EVERYONE, ...commands].map((command) => `+${command}`)].join(' ')
}
