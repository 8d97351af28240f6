/** Redis without persistence, because all its data can be rebuilt. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageLaunch } from './container.ts'
import type { Program } from './find-program.ts'
import { type FoundOptions, startFound } from './found-server.ts'
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
 * When full, it evicts keys that expire first: counters, which every gateway also has locally. Blocks and calls have no TTL, or a day's,
 * and stays (decision record 0018).
 */
export const REDIS_MEMORY = { maxmemory: '128mb', 'maxmemory-policy': 'volatile-ttl' } as const

/** Starts Redis on a free loopback port. @throws StartError with what to install, or with the end of the server's log */
export async function startRedis(options: FoundOptions): Promise<Server> {
  mkdirSync(options.dir, { recursive: true, mode: 0o700 })
  return startFound(options, {
    name: 'redis',
    wanted: REDIS,
    url: (port) => `redis://:${encodeURIComponent(options.password)}@127.0.0.1:${port}`,
    launch: (program, port) => launch(program, options, port),
    // RESP.
    greeting: `AUTH ${options.password}\r\nPING\r\n`,
    isAlive: (received) => received.includes('+PONG') || undefined,
  })
}

/** The password is in a file, because other users can read a command line. */
function launch(program: Program, options: FoundOptions, port: number): Launch {
  const inContainer = program.kind === 'image'
  const file = join(options.dir, 'redis.conf')
  const lines = [
    `port ${port}`,
    `bind ${inContainer ? '0.0.0.0' : '127.0.0.1'}`,
    `requirepass "${options.password}"`,
    'save ""',
    'appendonly no',
    ...Object.entries(REDIS_MEMORY).map(([name, value]) => `${name} ${value}`),
    'set-proc-title no',
    ...(inContainer ? [] : [`dir "${options.dir}"`]),
  ]
  // Inside a container another user reads it; its folder stays ours alone.
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
